// libcurl, and what of it Swift can't call: functions of variable arguments, and what not every version and C library has.

#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: install libcurl4-openssl-dev (Debian, Ubuntu) or libcurl-devel (Fedora, Amazon Linux)"
#else

#include <curl/curl.h>
#include <pthread.h>
#include <sys/socket.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// The oldest libcurl that CurlTransport supports, 7.76.1: RHEL 9's, and older than any other platform's of Swift 6.2.
// What newer versions add is in docs/transports.md.
#define WGNAPI_CURL_FLOOR 0x074c01

#if LIBCURL_VERSION_NUM < WGNAPI_CURL_FLOOR
#error "libcurl is too old: CurlTransport needs the headers of libcurl 7.76.1 or later"
#endif

// The loaded libcurl's version, as LIBCURL_VERSION_NUM has it: that of the headers, or another one.
static inline unsigned int wgnapi_curl_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

static inline CURLcode wgnapi_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wgnapi_curl_set_size(CURL *handle, CURLoption option, long long value) {
  return curl_easy_setopt(handle, option, (curl_off_t)value);
}

static inline CURLcode wgnapi_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wgnapi_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wgnapi_curl_set_function(CURL *handle, CURLoption option, curl_write_callback function) {
  return curl_easy_setopt(handle, option, function);
}

// Makes libcurl read a request's body from `function`, with `value`.
static inline void wgnapi_curl_set_reader(CURL *handle, curl_read_callback function, void *value) {
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
  curl_easy_setopt(handle, CURLOPT_READDATA, value);
}

// A number that libcurl knows of the last transfer; 0 for none.
static inline long wgnapi_curl_get_long(CURL *handle, CURLINFO info) {
  long number = 0;
  return curl_easy_getinfo(handle, info, &number) == CURLE_OK ? number : 0;
}

// The socket of the last transfer's connection; -1 for none.
static inline int wgnapi_curl_get_socket(CURL *handle) {
  curl_socket_t number = CURL_SOCKET_BAD;
  return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &number) == CURLE_OK ? (int)number : -1;
}

static inline CURLMcode wgnapi_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

// Whether it can be asked before a request is sent.
static inline int wgnapi_curl_can_ask_before_sending(void) {
#if LIBCURL_VERSION_NUM >= 0x075000
  return wgnapi_curl_version() >= 0x075000;
#else
  return 0;
#endif
}

// Asks `function`, with `value`, each time before a request is sent; anything but 0 keeps it from that.
static inline void wgnapi_curl_ask_before_sending(
    CURL *handle, int (*function)(void *, char *, char *, int, int), void *value) {
#if LIBCURL_VERSION_NUM >= 0x075000
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, value);
#endif
}

// Asks `function`, with `value`, each time something may have gone on; anything but 0 ends the request.
static inline void wgnapi_curl_ask_on_progress(CURL *handle, curl_xferinfo_callback function, void *value) {
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, value);
}

// Lets nobody wait for a name that is being looked up when its request is given up; 0 where that can't be had.
static inline int wgnapi_curl_abandon_lookups(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK;
#else
  return 0;
#endif
}

// A socket as libcurl makes them.
static inline curl_socket_t wgnapi_curl_make_socket(const struct curl_sockaddr *address) {
  int kind = address->socktype;
#ifdef SOCK_CLOEXEC
  kind |= SOCK_CLOEXEC;
#endif
  return socket(address->family, kind, address->protocol);
}

// Runs `function`, with `value`, on a thread of its own; 0 where that can't be had.
static inline int wgnapi_curl_start_thread(void *(*function)(void *), void *value) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, value) != 0) return 0;
  pthread_detach(thread);
  return 1;
}

// Names the current thread, with at most 15 bytes, for debuggers.
static inline void wgnapi_curl_name_thread(const char *name) {
#ifdef __linux__
  prctl(PR_SET_NAME, name);
#endif
}

// Asks `function`, with `value`, each time for a socket.
static inline void wgnapi_curl_ask_before_connecting(CURL *handle, curl_opensocket_callback function, void *value) {
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, value);
}

#endif
