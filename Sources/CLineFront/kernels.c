// The same loops for each kind of processor; which one this is, is asked when a front is made.
#include "front.h"

#include <math.h>

#if defined(__x86_64__)
#define MULTIPLY_PAIRS(a, b) __builtin_ia32_pmaddwd128(a, b)
#else
typedef int16_t plain_eight __attribute__((vector_size(16)));
typedef int32_t plain_four __attribute__((vector_size(16)));

static plain_four plain_pairs(plain_eight a, plain_eight b) {
  plain_four sum;
  for (int lane = 0; lane < 4; lane++)
    sum[lane] = (int32_t)a[2 * lane] * b[2 * lane] + (int32_t)a[2 * lane + 1] * b[2 * lane + 1];
  return sum;
}
#define MULTIPLY_PAIRS(a, b) plain_pairs(a, b)
#endif
#define LANES 4
#define NAME(what) plain_##what
#include "kernels.inc"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define MULTIPLY_PAIRS(a, b) __builtin_ia32_pmaddwd256(a, b)
#define LANES 8
#define NAME(what) avx2_##what
#include "kernels.inc"
#pragma clang attribute pop
#endif

const struct kernels *const *hanscan_front_kernels(void) {
  static const struct kernels *found[3];
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) found[count++] = &avx2_kernels;
#endif
  found[count++] = &plain_kernels;
  found[count] = NULL;
  return found;
}
