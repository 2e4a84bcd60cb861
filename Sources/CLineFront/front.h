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
  /// LSTMs side by side: one along the line, and one against it.
  MOST_LSTMS = 2,
};

/// A function's value, and how far it is from there to the next one.
struct entry {
  float value, step;
};

/// The loops for one kind of processor.
struct kernels {
  /// Outputs that `multiply` gives at a time.
  int outputs;
  /// Outputs whose weights for four inputs lie side by side for `add_steps` and `add_step`.
  int lanes;
  /// Bytes of inputs are changed by this (XOR): `add_steps` and `add_step` may take a number for 128 more.
  int flip;
  /// Sums of PLACES places, `pitch` apart: the products of weights and inputs, which lie in `shifts` runs of `pairs` pairs
  /// for each place.
  void (*multiply)(const int16_t *const *runs, int shifts, int pairs, const int16_t *weights, int32_t *sums, int pitch);
  /// Finishes sums: the greatest of `rows` rows, `pitch` apart, bias, scale, and tanh by its table.
  void (*bend)(int32_t *sums, int rows, int pitch, const int32_t *biases, const float *scales,
               const struct entry *table, int count, int16_t *results);
  /// Adds to `outputs` sums for each of some steps the products of weights and of `quads` times four bytes.
  void (*add_steps)(const int8_t *inputs, int input_pitch, int steps, int quads, const int8_t *weights, int outputs,
                    int32_t *sums);
  /// The same for one step.
  void (*add_step)(const int8_t *input, int quads, const int8_t *weights, int outputs, int32_t *sums);
  /// A step of LSTMs: from the sums of their four gates, `padded` apart, the next state and what they say, as the bytes
  /// that the next step takes and as numbers.
  void (*advance)(const int32_t *sums, const float *scales, const struct entry *tanh, const struct entry *logistic,
                  int units, int padded, float *state, int8_t *bytes, int16_t *results);
};

/// The loops for this processor, the best ones first, ended by NULL.
const struct kernels *const *hanscan_front_kernels(void);

/// LSTMs that go along a line, or against it.
struct lstm {
  /// `padded` is rounded up to whole vectors.
  int units, padded;
  bool is_backward;
  /// Of the layer's inputs and of what the step before said, in the order in which they are taken.
  int8_t *weights, *own_weights;
  /// Four gates: what goes in, whether it does, what stays, what comes out.
  int32_t *biases;
  float *scales;
};

/// A convolution with what follows it, LSTMs side by side, or, without either, a stack.
struct layer {
  /// Of LSTMs.
  int inputs;
  int across, down, outputs, pooled;
  /// Outputs rounded up to whole vectors.
  int padded;
  /// In the order in which they are taken.
  int16_t *weights;
  int32_t *biases;
  float *scales;
  struct lstm lstms[MOST_LSTMS];
  int lstm_count;
};

struct hanscan_front {
  const struct kernels *kernels;
  int height, count;
  struct layer layers[MOST_LAYERS];
  /// The result of the layers so far: rows and channels of so many columns.
  int rows, channels, columns;
  /// The last layer; without outputs as long as none was set.
  struct layer last;
  /// For arguments of at least 0; what is behind the last entry's is 1.
  struct entry tanh[TABLE_SIZE], logistic[TABLE_SIZE];
  /// The input outside of pictures: for each line the same numbers in the same order, drawn as far as they were needed.
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

/// Sets one layer's LSTMs up from rows of weights (inputs, what the step before said, bias), a scale for each.
bool hanscan_front_pack_lstm(const struct kernels *kernels, struct lstm *lstm, int inputs, const int8_t *weights,
                             const double *scales);

/// Computes LSTMs side by side over a plane of one row; false without memory.
bool hanscan_front_run_lstms(const hanscan_front *front, const struct layer *layer, const struct plane *input,
                             struct plane *output);

/// Makes `across` columns and `down` rows channels of one place, columns outermost; rests are left out.
bool hanscan_front_stack(const struct layer *layer, const struct plane *input, struct plane *output);
