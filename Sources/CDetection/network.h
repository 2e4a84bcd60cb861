// The network as it lies in memory, and the loops for the processor that it runs on.
#pragma once
#include "CDetection.h"

#include <stdbool.h>

enum kind { CONVOLUTION = 1, DEPTHWISE = 2, GATE = 3, ADD = 4, JOIN = 5, SPREAD = 6 };
enum act { ACT_NONE = 0, ACT_RELU = 1, ACT_HARD_SWISH = 2, ACT_SIGMOID = 3 };

enum { MOST_LAYERS = 256, MOST_INPUTS = 4, MOST_CHANNELS = 4096, MOST_ROWS = 8, MOST_LANES = 16, LARGEST_KERNEL = 5 };

/// The loops for one kind of processor.
struct kernels {
  int lanes, rows;
  void (*multiply)(const float *matrix, int pitch, const float *weights, const float *biases, int count, float *sums);
  void (*slide)(const float *const *rows, const float *weights, int size, int stride, int count, float bias,
                float *output);
  void (*finish)(float *values, int count, int act, float factor, float shift);
  void (*take_tiles)(const float *const lines[4], float *tiles, size_t pitch);
  void (*give_tiles)(const float *tiles, size_t pitch, float bias, float *const lines[2]);
};

/// The loops for the kinds of processor that this one is, the best one first, ended by NULL.
const struct kernels *const *hanscan_network_kernels(void);

struct layer {
  enum kind kind;
  int count, inputs[MOST_INPUTS];
  /// Of each input how many times smaller than the output it is.
  int factors[MOST_INPUTS];
  int channels, size, stride;
  enum act act;
  float factor, shift;
  /// Of a gate: its inner channels, and whether its input is added to its output.
  int middle, keeps;
  float slope, offset;
  /// Convolutions': in the order in which `multiply` takes them, or a row for each channel.
  float *weights, *biases;
  float *first, *first_biases, *second, *second_biases;
  /// Of a convolution of 3 by 3 that is computed in tiles, in place of weights.
  float *tile_weights;
};

struct hanscan_network {
  const struct kernels *kernels;
  int count;
  struct layer layers[MOST_LAYERS];
  /// Of the picture and of each layer's output: its channels, by how much its sides are divided, and the last layer that
  /// takes it.
  int channels[MOST_LAYERS + 1], division[MOST_LAYERS + 1], last_use[MOST_LAYERS + 1];
  /// Of each layer the last one of those that are computed together with it, strip by strip: see strips.c.
  int together[MOST_LAYERS];
};

/// The planes of one layer's output, one channel after the other, or some rows of them.
struct planes {
  float *values;
  int width, height, channels;
  /// The first row that is there, and how many numbers after one channel's rows the next one's begin.
  int top;
  size_t pitch;
};

static inline size_t area(struct planes planes) { return (size_t)planes.width * planes.height; }

static inline float *row_of(struct planes planes, int channel, int y) {
  return planes.values + channel * planes.pitch + (size_t)(y - planes.top) * planes.width;
}

/// The steps after a layer's sums, in place.
void hanscan_network_apply(const struct layer *layer, const struct kernels *kernels, float *values, int count);

/// Computes rows `from` to before `to` of a convolution that is not tiled; false without memory.
///
/// The rows of the input that they need are there. Rows of a layer that spreads come in pairs.
bool hanscan_network_convolve(const struct kernels *kernels, const struct layer *layer, struct planes input,
                              struct planes output, int from, int to);

/// Weights of `outputs` rows of `count`, as blocks of a kernel's rows: the weights of one step lie side by side. NULL
/// without memory.
float *hanscan_network_in_blocks(const float *weights, int outputs, int count, int rows);

/// Whether a layer is a convolution that tiles compute with fewer products.
bool hanscan_network_is_tiled(const struct layer *layer);

/// The weights of such a convolution, from rows of one output each; NULL without memory.
float *hanscan_network_tile_weights(const float *weights, int outputs, int channels, int rows);

/// Computes it; false without memory.
bool hanscan_network_convolve_tiles(const struct kernels *kernels, const struct layer *layer, struct planes input,
                                    struct planes output);

/// Says which layers are computed together.
void hanscan_network_group(struct hanscan_network *network);

/// Computes layers `first` to `last`, each of which takes only what the one before gives; false without memory.
bool hanscan_network_compute_strips(const struct hanscan_network *network, int first, int last, struct planes input,
                                    struct planes output);
