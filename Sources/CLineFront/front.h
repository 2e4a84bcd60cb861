// A front as it lies in memory, its layers, and the loops of this processor.
#pragma once
#include "CLineFront.h"

#include <stdbool.h>

enum {
  /// Places whose sums are kept in registers together.
  PLACES = 6,
  /// Of tanh's table, as in Tesseract's functions.h: so many entries, so many to one.
  TABLE_SIZE = 4096,
  TABLE_STEPS = 256,
  MOST_LAYERS = 32,
  MOST_CHANNELS = 4096,
};

/// The loops for one kind of processor.
struct kernels {
  /// Outputs that `multiply` gives at a time.
  int outputs;
  /// Sums of PLACES places, `pitch` apart: the products of weights and inputs, which lie in `shifts` runs of `pairs` pairs
  /// for each place.
  void (*multiply)(const int16_t *const *runs, int shifts, int pairs, const int16_t *weights, int32_t *sums, int pitch);
  /// What follows sums: the greatest of `rows` rows, `pitch` apart, bias, scale, and tanh by its table or ReLU (none).
  void (*bend)(int32_t *sums, int rows, int pitch, const int32_t *biases, const float *scales, const float *table,
               int count, int16_t *results);
};

/// The loops for this processor, the best ones first, ended by NULL.
const struct kernels *const *hanscan_front_kernels(void);

/// A convolution with what follows it, or, without outputs, a stack.
struct layer {
  int across, down, outputs, pooled;
  /// Outputs rounded up to whole vectors.
  int padded;
  /// In the order in which they are taken.
  int16_t *weights;
  int32_t *biases;
  float *scales;
  bool is_rectified;
};

struct hanscan_front {
  const struct kernels *kernels;
  int height, count;
  struct layer layers[MOST_LAYERS];
  /// What the layers so far make of a picture: rows and channels of so many columns.
  int rows, channels, columns;
  /// One entry more, so that there is always a next one.
  float table[TABLE_SIZE + 1];
  /// What is fed outside of pictures: for each line the same numbers in the same order, drawn as far as they were needed.
  int8_t *noise;
  size_t drawn, room;
  uint64_t state;
};

/// Begins the noise anew.
void hanscan_front_seed(hanscan_front *front, uint64_t seed);

/// Numbers of -127 to 127, `channels` for each place, columns outermost: what a convolution takes of a column is one run.
struct plane {
  int width, height, channels, pitch;
  int16_t *values;
};

static inline int even(int count) { return (count + 1) & ~1; }

static inline int16_t *at(const struct plane *plane, int x, int y) {
  return plane->values + ((size_t)x * plane->height + y) * plane->pitch;
}

/// All zeros; false without memory.
bool hanscan_front_make_plane(struct plane *plane, int width, int height, int channels);

/// Computes a convolution with noise from `*before` on, which is moved behind what was taken; false without memory.
bool hanscan_front_convolve(hanscan_front *front, const struct layer *layer, const struct plane *input,
                            struct plane *output, size_t *before);

/// Makes `across` columns and `down` rows channels of one place, columns outermost; rests are left out.
bool hanscan_front_stack(const struct layer *layer, const struct plane *input, struct plane *output);
