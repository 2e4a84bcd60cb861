// The network as it lies in memory.
#pragma once
#include "CDetection.h"

#include <stdbool.h>

enum kind { CONVOLUTION = 1, DEPTHWISE = 2, GATE = 3, ADD = 4, JOIN = 5, SPREAD = 6 };
enum act { ACT_NONE = 0, ACT_RELU = 1, ACT_HARD_SWISH = 2, ACT_SIGMOID = 3 };

enum { MOST_LAYERS = 256, MOST_INPUTS = 4, MOST_CHANNELS = 4096, LARGEST_KERNEL = 5 };

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
  /// Convolutions': for each output the places of the kernel, each with all inputs, as XNNPACK takes them.
  float *weights, *biases;
  float *first, *first_biases, *second, *second_biases;
};

struct hanscan_network {
  int count;
  struct layer layers[MOST_LAYERS];
  /// Of the picture and of each layer's output: its channels, by how much its sides are divided, and the last layer that
  /// takes it.
  int channels[MOST_LAYERS + 1], division[MOST_LAYERS + 1], last_use[MOST_LAYERS + 1];
};
