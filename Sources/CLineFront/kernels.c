// The same loops for each kind of processor; which one this is, is asked when a front is made.
#include "front.h"

#include <math.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef int16_t plain_eight __attribute__((vector_size(16)));
typedef int32_t plain_four __attribute__((vector_size(16)));

static inline plain_four plain_pairs(plain_eight a, plain_eight b) {
#if defined(__x86_64__)
  return (plain_four)__builtin_ia32_pmaddwd128(a, b);
#else
  plain_four sum;
  for (int lane = 0; lane < 4; lane++)
    sum[lane] = (int32_t)a[2 * lane] * b[2 * lane] + (int32_t)a[2 * lane + 1] * b[2 * lane + 1];
  return sum;
#endif
}

/// Every second byte as a number of 16 bits, then those between them.
static inline plain_four plain_add_bytes(plain_four sums, plain_four inputs, plain_four weights) {
  const plain_eight input = (plain_eight)inputs, weight = (plain_eight)weights;
  return sums + plain_pairs(input << 8 >> 8, weight << 8 >> 8) + plain_pairs(input >> 8, weight >> 8);
}
#define ADD_PAIRS(sums, a, b) (sums) + plain_pairs(a, b)
#define ADD_BYTES(sums, inputs, weights) plain_add_bytes(sums, inputs, weights)
#define BYTE_PLACES 4
#define FLIP 0
#define LANES 4
#define NAME(what) plain_##what
#include "kernels.inc"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define ADD_PAIRS(sums, a, b) (sums) + (avx2_sums)__builtin_ia32_pmaddwd256(a, b)
typedef int32_t avx2_sums __attribute__((vector_size(32)));

/// Of two factors one has to be without sign; products of numbers up to 127 stay within 16 bits, two together, too.
static inline __attribute__((always_inline)) avx2_sums avx2_add_bytes(avx2_sums sums, avx2_sums inputs, avx2_sums weights) {
  const __m256i signless = _mm256_abs_epi8((__m256i)weights), input = _mm256_sign_epi8((__m256i)inputs, (__m256i)weights);
  return sums + (avx2_sums)_mm256_madd_epi16(_mm256_maddubs_epi16(signless, input), _mm256_set1_epi16(1));
}
#define ADD_BYTES(sums, inputs, weights) avx2_add_bytes(sums, inputs, weights)
#define BYTE_PLACES 4
#define FLIP 0
#define LANES 8
#define NAME(what) avx2_##what
#include "kernels.inc"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)
#define ADD_PAIRS(sums, a, b) (avx512_vector) _mm512_dpwssd_epi32((__m512i)(sums), (__m512i)(a), (__m512i)(b))
/// Inputs are 128 more than they are: what that adds is taken from the biases.
#define ADD_BYTES(sums, inputs, weights) \
  (avx512_vector) _mm512_dpbusd_epi32((__m512i)(sums), (__m512i)(inputs), (__m512i)(weights))
#define BYTE_PLACES 6
#define FLIP 0x80
#define LANES 16
#define NAME(what) avx512_##what
#include "kernels.inc"
#pragma clang attribute pop
#endif

const struct kernels *const *hanscan_front_kernels(void) {
  static const struct kernels *found[4];
  int count = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni"))
    found[count++] = &avx512_kernels;
  if (__builtin_cpu_supports("avx2")) found[count++] = &avx2_kernels;
#endif
  found[count++] = &plain_kernels;
  found[count] = NULL;
  return found;
}
