// The same loops for each kind of processor; which one this is, is asked when a network is loaded.
#include "network.h"

#define LANES 4
#define ROWS 4
#define NAME(what) plain_##what
#include "kernels.inc"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES 8
#define ROWS 4
#define NAME(what) avx2_##what
#include "kernels.inc"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#define LANES 16
#define ROWS 8
#define NAME(what) avx512_##what
#include "kernels.inc"
#pragma clang attribute pop
#endif

const struct kernels *const *hanscan_network_kernels(void) {
  static const struct kernels *found[4];
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const int is_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const int is_avx512 = is_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq");
  if (is_avx512) found[count++] = &avx512_kernels;
  if (is_avx2) found[count++] = &avx2_kernels;
#endif
  found[count++] = &plain_kernels;
  return found;
}
