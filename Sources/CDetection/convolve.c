// Convolutions, of all rows of a picture or of some of them.
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The order of a convolution's input: tiles of some places of the output, whose input is gathered as a matrix.
struct tiling {
  /// Places of a tile, which are the matrix's columns, and its rows.
  int tile, count;
};

/// Places of a row from column `start` on, every `stride`th: those from `from` to before `to` lie inside of it.
struct span {
  int start, stride, length, from, to;
};

static struct span make_span(int width, int start, int stride, int length) {
  const int room = width - start;
  const int before = start >= 0 ? 0 : (stride - 1 - start) / stride, inside = room <= 0 ? 0 : (room + stride - 1) / stride;
  const int from = before < length ? before : length, to = inside < from ? from : inside < length ? inside : length;
  return (struct span){.start = start, .stride = stride, .length = length, .from = from, .to = to};
}

/// Copies a tile's row, of a length that the compiler knows: with that, and depthwise rows written where they belong, a map
/// of 704 x 960 pixels takes 0.88 of the time.
static inline void copy_tile(const float *source, int tile, float *target) {
  if (tile == 3 * 8) {
    memcpy(target, source, 3 * 8 * sizeof *target);
  } else if (tile == 3 * 16) {
    memcpy(target, source, 3 * 16 * sizeof *target);
  } else {
    memcpy(target, source, tile * sizeof *target);
  }
}

/// Copies these places; zeros where they are outside of the row.
static void copy_span(const float *row, struct span span, float *target) {
  if (span.stride == 1 && span.from == 0 && span.to == span.length) {
    copy_tile(row + span.start, span.length, target);
    return;
  }
  for (int index = 0; index < span.from; index++) target[index] = 0;
  if (span.stride == 1) {
    memcpy(target + span.from, row + span.start + span.from, (span.to - span.from) * sizeof *target);
  } else {
    for (int index = span.from; index < span.to; index++) target[index] = row[span.start + span.stride * index];
  }
  for (int index = span.to; index < span.length; index++) target[index] = 0;
}

/// The matrix of a tile at a place of the output.
static void gather(struct planes input, const struct layer *layer, struct tiling tiling, int x, int y, float *matrix) {
  const int size = layer->size, stride = layer->stride, half = size / 2;
  struct span spans[LARGEST_KERNEL];
  for (int dx = 0; dx < size; dx++) spans[dx] = make_span(input.width, x * stride + dx - half, stride, tiling.tile);
  for (int channel = 0; channel < input.channels; channel++) {
    for (int dy = 0; dy < size; dy++) {
      const int row = y * stride + dy - half;
      const bool is_inside = row >= 0 && row < input.height;
      const float *source = is_inside ? row_of(input, channel, row) : NULL;
      for (int dx = 0; dx < size; dx++, matrix += tiling.tile) {
        if (is_inside) {
          copy_span(source, spans[dx], matrix);
        } else {
          memset(matrix, 0, tiling.tile * sizeof *matrix);
        }
      }
    }
  }
}

/// The same for a convolution of single places, whose rows need not be told apart: `rest` places from `first` on.
static void gather_places(struct planes input, const float *first, size_t rest, struct tiling tiling, float *matrix) {
  const struct span span = make_span(rest < (size_t)tiling.tile ? (int)rest : tiling.tile, 0, 1, tiling.tile);
  for (int channel = 0; channel < input.channels; channel++, matrix += tiling.tile)
    copy_span(first + channel * input.pitch, span, matrix);
}

void hanscan_network_apply(const struct layer *layer, const struct kernels *kernels, float *values, int count) {
  switch (layer->act) {
  case ACT_NONE: break;
  case ACT_SIGMOID:
    for (int index = 0; index < count; index++) values[index] = 1 / (1 + expf(-values[index]));
    break;
  default: kernels->finish(values, count, layer->act, layer->factor, layer->shift);
  }
}

/// Writes `used` of a tile's places, the first of them `place` places behind the beginning of the input's row `y`.
///
/// Four results are the four places that one becomes where it is spread. A tile goes on in the next row.
static void store_spread(const float *values, int used, size_t place, int result, int y, int width, struct planes output) {
  const int dy = result % 4 / 2, dx = result % 2;
  size_t row = place / width, x = place % width;
  for (int index = 0; index < used; row++, x = 0) {
    float *target = row_of(output, result / 4, 2 * (y + (int)row) + dy) + 2 * x + dx;
    const int rest = (int)(width - x), end = index + rest < used ? index + rest : used;
    for (; index < end; index++, target += 2) *target = values[index];
  }
}

/// A convolution, or one that makes four places of each (SPREAD).
static bool convolve(const struct kernels *kernels, const struct layer *layer, struct planes input, struct planes output,
                     int from, int to) {
  const bool is_spread = layer->kind == SPREAD, is_flat = is_spread || (layer->size == 1 && layer->stride == 1);
  const int results = is_spread ? 4 * output.channels : output.channels;
  const struct tiling tiling = {
      .tile = 3 * kernels->lanes, .count = input.channels * (is_flat ? 1 : layer->size * layer->size)};
  float *matrix = malloc((size_t)tiling.count * tiling.tile * sizeof *matrix);
  if (matrix == NULL) return false;
  const int shrunk = is_spread ? 2 : 1, first = from / shrunk, rows = to / shrunk - first;
  // Single places are taken as one long row.
  const size_t width = is_flat ? (size_t)rows * input.width : (size_t)output.width;
  float sums[MOST_ROWS * 3 * MOST_LANES];
  for (int y = first; y < (is_flat ? first + 1 : to); y++) {
    for (size_t x = 0; x < width; x += tiling.tile) {
      const int used = width - x < (size_t)tiling.tile ? (int)(width - x) : tiling.tile;
      if (is_flat) {
        gather_places(input, row_of(input, 0, y) + x, width - x, tiling, matrix);
      } else {
        gather(input, layer, tiling, (int)x, y, matrix);
      }
      for (int block = 0; block < results; block += kernels->rows) {
        kernels->multiply(matrix, tiling.tile, layer->weights + (size_t)block * tiling.count, layer->biases + block,
                          tiling.count, sums);
        for (int row = 0; row < kernels->rows && block + row < results; row++) {
          float *values = sums + row * tiling.tile;
          hanscan_network_apply(layer, kernels, values, tiling.tile);
          if (is_spread) {
            store_spread(values, used, x, block + row, y, input.width, output);
          } else {
            copy_tile(values, used, row_of(output, block + row, y) + x);
          }
        }
      }
    }
  }
  free(matrix);
  return true;
}

/// A convolution of each channel by itself.
static bool convolve_channels(const struct kernels *kernels, const struct layer *layer, struct planes input,
                              struct planes output, int from, int to) {
  const int size = layer->size, stride = layer->stride, half = size / 2, lanes = kernels->lanes;
  // Rows with a border of zeros; for a stride of two even columns and odd ones apart.
  const size_t length = (input.width + 2 * half) / stride + 1 + lanes + size;
  const int top = from * stride - half, rows = (to - 1 - from) * stride + size;
  const size_t out_length = (size_t)(output.width + lanes - 1) / lanes * lanes;
  float *padded = calloc((size_t)rows * stride * length, sizeof *padded);
  float *line = malloc(out_length * sizeof *line);
  const bool has_room = padded != NULL && line != NULL;
  for (int channel = 0; has_room && channel < output.channels; channel++) {
    for (int y = top < 0 ? 0 : top; y < top + rows && y < input.height; y++) {
      float *target = padded + (size_t)(y - top) * stride * length;
      const float *row = row_of(input, channel, y);
      if (stride == 1) {
        memcpy(target + half, row, input.width * sizeof *row);
      } else {
        for (int x = 0; x < input.width; x++) target[(size_t)((x + half) & 1) * length + (x + half) / 2] = row[x];
      }
    }
    for (int y = from; y < to; y++) {
      const float *starts[2 * LARGEST_KERNEL];
      for (int dy = 0; dy < size; dy++) {
        starts[2 * dy] = padded + (size_t)((y - from) * stride + dy) * stride * length;
        starts[2 * dy + 1] = starts[2 * dy] + (stride == 2 ? length : 0);
      }
      // Later rows overwrite values that go beyond a row.
      float *row = row_of(output, channel, y);
      const bool has_place = (size_t)(to - y) * output.width >= out_length;
      float *target = has_place ? row : line;
      kernels->slide(starts, layer->weights + (size_t)channel * size * size, size, stride, output.width,
                     layer->biases[channel], target);
      hanscan_network_apply(layer, kernels, target, (int)out_length);
      if (!has_place) memcpy(row, line, output.width * sizeof *line);
    }
  }
  free(padded);
  free(line);
  return has_room;
}

bool hanscan_network_convolve(const struct kernels *kernels, const struct layer *layer, struct planes input,
                              struct planes output, int from, int to) {
  return layer->kind == DEPTHWISE ? convolve_channels(kernels, layer, input, output, from, to)
                                  : convolve(kernels, layer, input, output, from, to);
}
