// Convolutions of 3 by 3 in tiles of four places: 16 products for each pair of channels where there were 36.
//
// Winograd's F(2 x 2, 3 x 3): A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks" (2015).
#include "network.h"

#include <stdlib.h>
#include <string.h>

/// Numbers of a tile, rows of four.
enum { TILE = 16 };

bool hanscan_network_is_tiled(const struct layer *layer) {
  return layer->kind == CONVOLUTION && layer->size == 3 && layer->stride == 1;
}

/// One kernel in the form in which it is multiplied: GgG'.
static void transform(const float kernel[9], float tile[TILE]) {
  float down[4][3];
  for (int x = 0; x < 3; x++) {
    const float first = kernel[x], second = kernel[3 + x], third = kernel[6 + x];
    down[0][x] = first;
    down[1][x] = (first + second + third) / 2;
    down[2][x] = (first - second + third) / 2;
    down[3][x] = third;
  }
  for (int y = 0; y < 4; y++) {
    tile[4 * y] = down[y][0];
    tile[4 * y + 1] = (down[y][0] + down[y][1] + down[y][2]) / 2;
    tile[4 * y + 2] = (down[y][0] - down[y][1] + down[y][2]) / 2;
    tile[4 * y + 3] = down[y][2];
  }
}

/// The numbers for one number of all tiles' weights.
static size_t numbers(int outputs, int channels, int rows) { return (size_t)(outputs + rows - 1) / rows * rows * channels; }

float *hanscan_network_tile_weights(const float *weights, int outputs, int channels, int rows) {
  const size_t size = numbers(outputs, channels, rows), count = (size_t)outputs * channels;
  float *result = malloc(TILE * size * sizeof *result), *plain = malloc(TILE * count * sizeof *plain);
  bool is_sound = result != NULL && plain != NULL;
  for (size_t index = 0; is_sound && index < count; index++) {
    float tile[TILE];
    transform(weights + index * 9, tile);
    for (int number = 0; number < TILE; number++) plain[number * count + index] = tile[number];
  }
  for (int number = 0; is_sound && number < TILE; number++) {
    float *blocks = hanscan_network_in_blocks(plain + number * count, outputs, channels, rows);
    is_sound = blocks != NULL;
    if (is_sound) memcpy(result + number * size, blocks, size * sizeof *result);
    free(blocks);
  }
  free(plain);
  if (is_sound) return result;
  free(result);
  return NULL;
}

/// Memory for some tiles side by side, in all channels.
struct strip {
  /// Tiles, and the places of four lines that they take.
  int tiles, length;
  /// The tiles of the input, and the products: each number of a tile for all channels, then for all tiles.
  float *taken, *products;
  float *lines, *none;
};

/// The lines of one channel around a row of tiles, from a place before the first tile on; zeros outside of the plane.
static void copy_lines(const float *plane, struct planes input, int x, int y, const struct strip *strip) {
  for (int row = 0; row < 4; row++) {
    float *line = strip->lines + row * strip->length;
    const int source = y - 1 + row, from = x == 0 ? 1 : 0;
    const int inside = input.width - (x - 1), to = inside < strip->length ? inside : strip->length;
    if (source < 0 || source >= input.height) {
      memset(line, 0, strip->length * sizeof *line);
      continue;
    }
    line[0] = 0;
    memcpy(line + from, plane + (size_t)source * input.width + x - 1 + from, (to - from) * sizeof *line);
    memset(line + to, 0, (strip->length - to) * sizeof *line);
  }
}

static void convolve_strip(const struct kernels *kernels, const struct layer *layer, struct planes input,
                           struct planes output, int x, int y, const struct strip *strip) {
  const size_t pitch = (size_t)input.channels * strip->tiles, size = numbers(layer->channels, input.channels, kernels->rows);
  const float *const lines[4] = {strip->lines, strip->lines + strip->length, strip->lines + 2 * strip->length,
                                 strip->lines + 3 * strip->length};
  for (int channel = 0; channel < input.channels; channel++) {
    copy_lines(input.values + channel * area(input), input, x, y, strip);
    kernels->take_tiles(lines, strip->taken + (size_t)channel * strip->tiles, pitch);
  }
  const size_t results = size / input.channels * strip->tiles;
  for (int number = 0; number < TILE; number++)
    for (int first = 0; first < layer->channels; first += kernels->rows)
      kernels->multiply(strip->taken + number * pitch, strip->tiles,
                        layer->tile_weights + number * size + (size_t)first * input.channels, strip->none,
                        input.channels, strip->products + number * results + (size_t)first * strip->tiles);
  const int room = output.width - x, used = room < 2 * strip->tiles ? room : 2 * strip->tiles;
  float *const rows[2] = {strip->lines, strip->lines + strip->length};
  for (int channel = 0; channel < layer->channels; channel++) {
    kernels->give_tiles(strip->products + (size_t)channel * strip->tiles, results, layer->biases[channel], rows);
    for (int row = 0; row < 2 && y + row < output.height; row++) {
      hanscan_network_apply(layer, kernels, rows[row], 2 * strip->tiles);
      memcpy(output.values + channel * area(output) + (size_t)(y + row) * output.width + x, rows[row],
             used * sizeof(float));
    }
  }
}

bool hanscan_network_convolve_tiles(const struct kernels *kernels, const struct layer *layer, struct planes input,
                                    struct planes output) {
  struct strip strip = {.tiles = 3 * kernels->lanes, .length = 6 * kernels->lanes + 2};
  const size_t results = numbers(layer->channels, 1, kernels->rows);
  strip.taken = malloc((size_t)TILE * input.channels * strip.tiles * sizeof *strip.taken);
  strip.products = malloc(TILE * results * strip.tiles * sizeof *strip.products);
  strip.lines = malloc((size_t)4 * strip.length * sizeof *strip.lines);
  strip.none = calloc(kernels->rows, sizeof *strip.none);
  const bool is_sound = strip.taken != NULL && strip.products != NULL && strip.lines != NULL && strip.none != NULL;
  for (int y = 0; is_sound && y < output.height; y += 2)
    for (int x = 0; x < output.width; x += 2 * strip.tiles)
      convolve_strip(kernels, layer, input, output, x, y, &strip);
  free(strip.taken);
  free(strip.products);
  free(strip.lines);
  free(strip.none);
  return is_sound;
}
