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

/// Computes a layer, or with it those that are computed together with it.
static bool compute(struct run *run, int number) {
  const hanscan_network *network = run->network;
  const struct layer *layer = &network->layers[number];
  const int last = network->together[number];
  const struct planes input = run->outputs[layer->inputs[0]];
  struct planes *output = &run->outputs[last + 1];
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
  if (last > number) return hanscan_network_compute_strips(network, number, last, input, *output);
  switch (layer->kind) {
  case CONVOLUTION:
    if (layer->tile_weights != NULL) return hanscan_network_convolve_tiles(network->kernels, layer, input, *output);
    // Layers without tiles are computed as the spread ones.
  case SPREAD:
  case DEPTHWISE:
    return hanscan_network_convolve(network->kernels, layer, input, *output, 0, output->height);
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

const char *hanscan_network_map(
    const hanscan_network *network, const uint8_t *pixels, int width, int height, float *map) {
  if (width % HANSCAN_NETWORK_STEP != 0 || height % HANSCAN_NETWORK_STEP != 0)
    return "the sides of the picture are no multiples of 32";
  if ((int64_t)width * height > HANSCAN_NETWORK_PIXELS) return "the picture is too large";
  const size_t count = (size_t)width * height;
  struct run run = {.network = network};
  for (int number = 0; number <= network->count; number++) {
    const int division = network->division[number];
    struct planes *output = &run.outputs[number];
    *output = (struct planes){.width = width / division, .height = height / division, .channels = network->channels[number]};
    output->pitch = area(*output);
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
    number = network->together[number];
  }
  const float *values = run.outputs[network->count].values;
  for (size_t index = 0; is_sound && index < count; index++)
    map[index] = isfinite(values[index]) ? fminf(fmaxf(values[index], 0), 1) : 0;
  for (int number = 0; number <= network->count; number++) free(run.outputs[number].values);
  return is_sound ? NULL : "no memory";
}
