// Counts what is allocated: preloaded into a process (LD_PRELOAD), which finds `counting_reset` and `counting_read` by
// dlsym. For glibc. Sizes are what malloc_usable_size says, without malloc's own headers.

#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static _Atomic int64_t allocations, allocated_bytes, live, live_bytes, peak_bytes;

// Blocks from before are not counted, but freeing them is: `live_bytes` may then be negative.
void counting_reset(void) {
  allocations = 0;
  allocated_bytes = 0;
  live = 0;
  live_bytes = 0;
  peak_bytes = 0;
}

// Allocations made, their bytes, blocks still there, their bytes, the most bytes at any time; all since the reset.
void counting_read(int64_t counters[5]) {
  counters[0] = allocations;
  counters[1] = allocated_bytes;
  counters[2] = live;
  counters[3] = live_bytes;
  counters[4] = peak_bytes;
}

static void *counted(void *block) {
  if (!block) return block;
  const int64_t size = malloc_usable_size(block);
  allocations++;
  allocated_bytes += size;
  live++;
  const int64_t now = atomic_fetch_add(&live_bytes, size) + size;
  int64_t peak = peak_bytes;
  while (now > peak && !atomic_compare_exchange_weak(&peak_bytes, &peak, now)) {
  }
  return block;
}

static void uncounted(int64_t size) {
  live--;
  live_bytes -= size;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

// The old block and the new one count as there at once: the peak is rather too high than too low.
void *realloc(void *block, size_t size) {
  const int64_t before = block ? malloc_usable_size(block) : 0;
  void *moved = __libc_realloc(block, size);
  counted(moved);
  if (block && (moved || size == 0)) uncounted(before);
  return moved;
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  if (!block) return;
  uncounted(malloc_usable_size(block));
  __libc_free(block);
}
