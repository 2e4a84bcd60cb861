/* libheif readies libde265 as soon as it is loaded, in each process: its tables take a tenth of the processor time of a
   command that reads no picture. The decoder asks for them again before it begins, so the first call does nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>

int de265_init(void);

int de265_init(void) {
  static atomic_int calls;
  if (atomic_fetch_add(&calls, 1) == 0) return 0; /* DE265_OK */
  int (*const next)(void) = dlsym(RTLD_NEXT, "de265_init");
  return next ? next() : 11; /* DE265_ERROR_LIBRARY_INITIALIZATION_FAILED */
}
