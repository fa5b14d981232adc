// The functions of libIndexStore that are used. The library is a part of each toolchain and is loaded at run time, so nothing is
// linked: these are types, and no declarations of functions.

#ifndef WGNAPI_INDEXSTORE_H
#define WGNAPI_INDEXSTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes that belong to the library; they aren't terminated.
typedef struct {
  const char *_Nullable data;
  size_t length;
} index_text;

typedef struct index_object *index_ref;

typedef index_ref _Nullable (*_Nonnull index_store_open)(const char *_Nonnull, index_ref _Nullable *_Nonnull);
typedef void (*_Nonnull index_dispose)(index_ref _Nonnull);
typedef const char *_Nullable (*_Nonnull index_error_words)(index_ref _Nonnull);
typedef bool (*_Nonnull index_text_visitor)(void *_Nullable, index_text);
typedef bool (*_Nonnull index_visitor)(void *_Nullable, index_ref _Nonnull);
typedef bool (*_Nonnull index_visit_units)(index_ref _Nonnull, unsigned, void *_Nullable, index_text_visitor);
typedef index_ref _Nullable (*_Nonnull index_open_part)(index_ref _Nonnull, const char *_Nonnull,
                                                        index_ref _Nullable *_Nonnull);
typedef index_text (*_Nonnull index_get_text)(index_ref _Nonnull);
typedef bool (*_Nonnull index_get_flag)(index_ref _Nonnull);
typedef unsigned (*_Nonnull index_get_number)(index_ref _Nonnull);
typedef uint64_t (*_Nonnull index_get_bits)(index_ref _Nonnull);
typedef index_ref _Nullable (*_Nonnull index_get_part)(index_ref _Nonnull);
typedef void (*_Nonnull index_get_time)(index_ref _Nonnull, int64_t *_Nonnull, int64_t *_Nonnull);
typedef void (*_Nonnull index_get_place)(index_ref _Nonnull, unsigned *_Nonnull, unsigned *_Nonnull);
typedef bool (*_Nonnull index_visit)(index_ref _Nonnull, void *_Nullable, index_visitor);

#endif
