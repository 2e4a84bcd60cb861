// Computes the map of one picture, layer by layer, each output kept as long as a layer needs it.
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A picture's run: what each layer gave, as long as it is needed.
struct run {
  const hanscan_network *network;
  struct planes outputs[MOST_LAYERS + 1];
};

/// How a convolution takes its input: in tiles of some places of the output, whose input is gathered as a matrix.
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
    const float *plane = input.values + channel * area(input);
    for (int dy = 0; dy < size; dy++) {
      const int row = y * stride + dy - half;
      const bool is_inside = row >= 0 && row < input.height;
      const float *source = plane + (is_inside ? (size_t)row * input.width : 0);
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

/// The same for a convolution of single places, whose rows need not be told apart.
static void gather_places(struct planes input, struct tiling tiling, size_t first, float *matrix) {
  const size_t rest = area(input) - first;
  const struct span span = make_span(rest < (size_t)tiling.tile ? (int)rest : tiling.tile, 0, 1, tiling.tile);
  for (int channel = 0; channel < input.channels; channel++, matrix += tiling.tile)
    copy_span(input.values + channel * area(input) + first, span, matrix);
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

/// Writes one result of a tile to its plane: four results are the four places that one becomes where it is spread.
static void store(const float *values, int used, size_t first, int result, bool is_spread, int width,
                  struct planes output) {
  float *plane = output.values + (is_spread ? result / 4 : result) * area(output);
  if (!is_spread) {
    copy_tile(values, used, plane + first);
    return;
  }
  const int dy = result % 4 / 2, dx = result % 2;
  // A tile goes on in the next row.
  size_t y = first / width, x = first % width;
  for (int index = 0; index < used; y++, x = 0) {
    float *target = plane + (2 * y + dy) * output.width + 2 * x + dx;
    const int rest = (int)(width - x), end = index + rest < used ? index + rest : used;
    for (; index < end; index++, target += 2) *target = values[index];
  }
}

/// A convolution, or one that makes four places of each (SPREAD).
static bool convolve(const struct run *run, const struct layer *layer, struct planes input, struct planes output) {
  const struct kernels *kernels = run->network->kernels;
  const bool is_spread = layer->kind == SPREAD, is_flat = is_spread || (layer->size == 1 && layer->stride == 1);
  const int results = is_spread ? 4 * output.channels : output.channels;
  const struct tiling tiling = {
      .tile = 3 * kernels->lanes, .count = input.channels * (is_flat ? 1 : layer->size * layer->size)};
  float *matrix = malloc((size_t)tiling.count * tiling.tile * sizeof *matrix);
  if (matrix == NULL) return false;
  // Single places are taken as one long row.
  const struct planes shape = is_spread ? input : output;
  const size_t width = is_flat ? area(shape) : (size_t)shape.width;
  float sums[MOST_ROWS * 3 * MOST_LANES];
  for (int y = 0; y < (is_flat ? 1 : shape.height); y++) {
    for (size_t x = 0; x < width; x += tiling.tile) {
      const int used = width - x < (size_t)tiling.tile ? (int)(width - x) : tiling.tile;
      if (is_flat) {
        gather_places(input, tiling, x, matrix);
      } else {
        gather(input, layer, tiling, (int)x, y, matrix);
      }
      for (int from = 0; from < results; from += kernels->rows) {
        kernels->multiply(matrix, tiling.tile, layer->weights + (size_t)from * tiling.count, layer->biases + from,
                          tiling.count, sums);
        for (int row = 0; row < kernels->rows && from + row < results; row++) {
          float *values = sums + row * tiling.tile;
          hanscan_network_apply(layer, kernels, values, tiling.tile);
          store(values, used, y * width + x, from + row, is_spread, shape.width, output);
        }
      }
    }
  }
  free(matrix);
  return true;
}

/// A convolution of each channel by itself.
static bool convolve_channels(
    const struct run *run, const struct layer *layer, struct planes input, struct planes output) {
  const struct kernels *kernels = run->network->kernels;
  const int size = layer->size, stride = layer->stride, half = size / 2, lanes = kernels->lanes;
  // Rows with a border of zeros; for a stride of two even columns and odd ones apart.
  const size_t length = (input.width + 2 * half) / stride + 1 + lanes + size;
  const size_t rows = input.height + 2 * half;
  const size_t out_length = (size_t)(output.width + lanes - 1) / lanes * lanes;
  float *padded = calloc(rows * stride * length, sizeof *padded);
  float *line = malloc(out_length * sizeof *line);
  const bool has_room = padded != NULL && line != NULL;
  for (int channel = 0; has_room && channel < output.channels; channel++) {
    const float *source = input.values + channel * area(input);
    for (int y = 0; y < input.height; y++) {
      float *target = padded + (size_t)(y + half) * stride * length;
      const float *row = source + (size_t)y * input.width;
      if (stride == 1) {
        memcpy(target + half, row, input.width * sizeof *row);
      } else {
        for (int x = 0; x < input.width; x++) target[(size_t)((x + half) & 1) * length + (x + half) / 2] = row[x];
      }
    }
    for (int y = 0; y < output.height; y++) {
      const float *starts[2 * LARGEST_KERNEL];
      for (int dy = 0; dy < size; dy++) {
        starts[2 * dy] = padded + (size_t)(y * stride + dy) * stride * length;
        starts[2 * dy + 1] = starts[2 * dy] + (stride == 2 ? length : 0);
      }
      // What goes beyond a row is written over by those behind it, where there are any.
      const size_t place = channel * area(output) + (size_t)y * output.width;
      float *row = output.values + place;
      const bool has_place = place + out_length <= output.channels * area(output);
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

/// Weighs channels by what their means say; in place where both are the same memory.
static bool gate(const struct layer *layer, struct planes input, struct planes output) {
  float *means = malloc((input.channels + layer->middle) * sizeof *means);
  if (means == NULL) return false;
  float *inner = means + input.channels;
  const size_t count = area(input);
  for (int channel = 0; channel < input.channels; channel++) {
    const float *plane = input.values + channel * count;
    double sum = 0;
    for (int y = 0; y < input.height; y++) {
      float row = 0;
#pragma clang loop vectorize(enable)
      for (int x = 0; x < input.width; x++) {
#pragma clang fp reassociate(on)
        row += plane[(size_t)y * input.width + x];
      }
      sum += row;
    }
    means[channel] = (float)(sum / count);
  }
  for (int middle = 0; middle < layer->middle; middle++) {
    float sum = layer->first_biases[middle];
    for (int channel = 0; channel < input.channels; channel++)
      sum += means[channel] * layer->first[(size_t)middle * input.channels + channel];
    inner[middle] = sum > 0 ? sum : 0;
  }
  for (int channel = 0; channel < input.channels; channel++) {
    float sum = layer->second_biases[channel];
    for (int middle = 0; middle < layer->middle; middle++)
      sum += inner[middle] * layer->second[(size_t)channel * layer->middle + middle];
    const float weight = fminf(fmaxf(sum * layer->slope + layer->offset, 0), 1) + layer->keeps;
    const float *source = input.values + channel * count;
    float *target = output.values + channel * count;
    for (size_t index = 0; index < count; index++) target[index] = source[index] * weight;
  }
  free(means);
  return true;
}

/// Copies planes, or adds them to what is there, each place `factor` times across and down; false without memory.
static bool enlarge(struct planes input, int factor, bool adds, float *target) {
  const int width = input.width * factor, height = input.height * factor;
  float *wide = factor > 1 ? malloc(width * sizeof *wide) : NULL;
  if (factor > 1 && wide == NULL) return false;
  for (int channel = 0; channel < input.channels; channel++) {
    for (int y = 0; y < height; y++, target += width) {
      const float *source = input.values + channel * area(input) + (size_t)(y / factor) * input.width;
      if (factor > 1 && y % factor == 0) {
        for (int x = 0; x < input.width; x++)
          for (int copy = 0; copy < factor; copy++) wide[x * factor + copy] = source[x];
      }
      const float *row = factor > 1 ? wide : source;
      if (adds) {
        for (int x = 0; x < width; x++) target[x] += row[x];
      } else {
        memcpy(target, row, width * sizeof *target);
      }
    }
  }
  free(wide);
  return true;
}

static bool compute(struct run *run, int number) {
  const hanscan_network *network = run->network;
  const struct layer *layer = &network->layers[number];
  const struct planes input = run->outputs[layer->inputs[0]];
  struct planes *output = &run->outputs[number + 1];
  // An input that nobody else needs is changed where it lies.
  const bool is_in_place =
      (layer->kind == GATE || (layer->kind == ADD && layer->inputs[1] != layer->inputs[0])) &&
      network->last_use[layer->inputs[0]] == number;
  if (is_in_place) {
    output->values = input.values;
    run->outputs[layer->inputs[0]].values = NULL;
  } else {
    output->values = malloc((size_t)output->channels * area(*output) * sizeof *output->values);
    if (output->values == NULL) return false;
  }
  switch (layer->kind) {
  case CONVOLUTION:
    if (layer->tile_weights != NULL) return hanscan_network_convolve_tiles(network->kernels, layer, input, *output);
    return convolve(run, layer, input, *output);
  case SPREAD: return convolve(run, layer, input, *output);
  case DEPTHWISE: return convolve_channels(run, layer, input, *output);
  case GATE: return gate(layer, input, *output);
  case ADD:
    return (is_in_place || enlarge(input, layer->factors[0], false, output->values)) &&
           enlarge(run->outputs[layer->inputs[1]], layer->factors[1], true, output->values);
  case JOIN: {
    float *target = output->values;
    for (int index = 0; index < layer->count; index++) {
      const struct planes part = run->outputs[layer->inputs[index]];
      if (!enlarge(part, layer->factors[index], false, target)) return false;
      target += (size_t)part.channels * area(*output);
    }
    return true;
  }
  }
  return false;
}

/// The picture with the means and deviations that the network was trained with (those of ImageNet), a plane a channel.
static float *normalised(const uint8_t *pixels, size_t count) {
  const float mean[] = {0.485f, 0.456f, 0.406f}, deviation[] = {0.229f, 0.224f, 0.225f};
  float *planes = malloc(3 * count * sizeof *planes);
  for (int channel = 0; planes != NULL && channel < 3; channel++) {
    float table[256];
    for (int value = 0; value < 256; value++) table[value] = (value / 255.0f - mean[channel]) / deviation[channel];
    for (size_t index = 0; index < count; index++) planes[channel * count + index] = table[pixels[3 * index + channel]];
  }
  return planes;
}

int hanscan_network_map(const hanscan_network *network, const uint8_t *pixels, int width, int height, float *map,
                        char *error, size_t error_size) {
  if (network == NULL || pixels == NULL || map == NULL || width <= 0 || height <= 0) {
    hanscan_network_say(error, error_size, "an empty picture");
    return -1;
  }
  if (width % HANSCAN_NETWORK_STEP != 0 || height % HANSCAN_NETWORK_STEP != 0) {
    hanscan_network_say(error, error_size, "the sides of the picture are no multiples of 32");
    return -1;
  }
  if ((int64_t)width * height > HANSCAN_NETWORK_PIXELS) {
    hanscan_network_say(error, error_size, "the picture is too large");
    return -1;
  }
  const size_t count = (size_t)width * height;
  struct run run = {.network = network};
  for (int number = 0; number <= network->count; number++) {
    const int division = network->division[number];
    run.outputs[number] =
        (struct planes){.width = width / division, .height = height / division, .channels = network->channels[number]};
  }
  run.outputs[0].values = normalised(pixels, count);
  bool is_sound = run.outputs[0].values != NULL;
  for (int number = 0; number < network->count && is_sound; number++) {
    is_sound = compute(&run, number);
    const struct layer *layer = &network->layers[number];
    for (int input = 0; input < layer->count; input++) {
      const int taken = layer->inputs[input];
      if (network->last_use[taken] != number) continue;
      free(run.outputs[taken].values);
      run.outputs[taken].values = NULL;
    }
  }
  const float *values = run.outputs[network->count].values;
  for (size_t index = 0; is_sound && index < count; index++)
    map[index] = isfinite(values[index]) ? fminf(fmaxf(values[index], 0), 1) : 0;
  for (int number = 0; number <= network->count; number++) free(run.outputs[number].values);
  if (!is_sound) hanscan_network_say(error, error_size, "no memory");
  return is_sound ? 0 : -1;
}
