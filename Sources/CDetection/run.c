// Computes the map of one picture, layer by layer, each output kept as long as a layer needs it.
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xnnpack.h>

/// One layer's output: rows of places, each with its channels.
struct planes {
  float *values;
  int width, height, channels;
};

/// A picture's run: what each layer gave, as long as it is needed.
struct run {
  const hanscan_network *network;
  struct planes outputs[MOST_LAYERS + 1];
};

static inline size_t area(struct planes planes) { return (size_t)planes.width * planes.height; }

/// Memory for an output; XNNPACK may read some bytes behind its end.
static float *make_values(struct planes planes) {
  return malloc(area(planes) * planes.channels * sizeof(float) + XNN_EXTRA_BYTES);
}

/// The steps after a layer's sums, in place.
static void apply(const struct layer *layer, float *values, size_t count) {
  const float factor = layer->factor / 6, shift = layer->shift;
  if (layer->act == ACT_SIGMOID) {
    for (size_t index = 0; index < count; index++) values[index] = 1 / (1 + expf(-values[index]));
  } else if (layer->act == ACT_HARD_SWISH) {
    for (size_t index = 0; index < count; index++) {
      const float value = values[index], above = value + 3 > 0 ? value + 3 : 0, gate = above < 6 ? above : 6;
      values[index] = value * gate * factor + shift;
    }
  }
}

/// XNNPACK's operator for a layer, ready for its input; NULL without memory.
static xnn_operator_t make_operator(const struct layer *layer, struct planes input, struct planes output) {
  const uint32_t size = (uint32_t)layer->size, stride = (uint32_t)layer->stride, half = size / 2;
  const size_t width = (size_t)input.width, height = (size_t)input.height;
  const size_t inputs = (size_t)input.channels, outputs = (size_t)output.channels;
  const float least = layer->act == ACT_RELU ? 0 : -INFINITY;
  xnn_operator_t operator = NULL;
  enum xnn_status status;
  if (layer->kind == SPREAD) {
    status = xnn_create_deconvolution2d_nhwc_f32(
        0, 0, 0, 0, size, size, stride, stride, 1, 1, 1, inputs, outputs, inputs, outputs, layer->weights,
        layer->biases, least, INFINITY, 0, &operator);
    if (status == xnn_status_success)
      status = xnn_setup_deconvolution2d_nhwc_f32(
          operator, 1, height, width, 0, 0, input.values, output.values, NULL);
  } else {
    const size_t groups = layer->kind == DEPTHWISE ? inputs : 1;
    status = xnn_create_convolution2d_nhwc_f32(
        half, half, half, half, size, size, stride, stride, 1, 1, (uint32_t)groups, inputs / groups, outputs / groups,
        inputs, outputs, layer->weights, layer->biases, least, INFINITY, 0, &operator);
    if (status == xnn_status_success)
      status = xnn_setup_convolution2d_nhwc_f32(operator, 1, height, width, input.values, output.values, NULL);
  }
  if (status == xnn_status_success) return operator;
  xnn_delete_operator(operator);
  return NULL;
}

/// A convolution of all channels, of each by itself (DEPTHWISE), or one that makes four places of each (SPREAD).
static bool convolve(const struct layer *layer, struct planes input, struct planes output) {
  // An operator's pointers to its input take much memory, and its weights are few: it is made anew for each picture.
  const xnn_operator_t operator = make_operator(layer, input, output);
  if (operator == NULL) return false;
  const bool is_sound = xnn_run_operator(operator, NULL) == xnn_status_success;
  xnn_delete_operator(operator);
  if (is_sound) apply(layer, output.values, area(output) * (size_t)output.channels);
  return is_sound;
}

/// Adds up channels over all places, each row by itself first.
static void add_places(struct planes input, float *row, float *sums) {
  const float *place = input.values;
  for (int y = 0; y < input.height; y++) {
    memset(row, 0, (size_t)input.channels * sizeof *row);
    for (int x = 0; x < input.width; x++, place += input.channels)
      for (int channel = 0; channel < input.channels; channel++) row[channel] += place[channel];
    for (int channel = 0; channel < input.channels; channel++) sums[channel] += row[channel];
  }
}

/// A fully connected layer without what follows it.
static void connect(const float *inputs, int count, const float *weights, const float *biases, int results,
                    float *sums) {
  for (int result = 0; result < results; result++) {
    sums[result] = biases[result];
    for (int input = 0; input < count; input++) sums[result] += inputs[input] * weights[(size_t)result * count + input];
  }
}

/// Weighs channels by what their means say; in place where both are the same memory.
static bool gate(const struct layer *layer, struct planes input, struct planes output) {
  const int channels = input.channels;
  float *means = calloc((size_t)(2 * channels + layer->middle), sizeof *means);
  if (means == NULL) return false;
  float *weights = means + channels, *inner = weights + channels;
  add_places(input, weights, means);
  for (int channel = 0; channel < channels; channel++) means[channel] /= (float)area(input);
  connect(means, channels, layer->first, layer->first_biases, layer->middle, inner);
  for (int middle = 0; middle < layer->middle; middle++) inner[middle] = fmaxf(inner[middle], 0);
  connect(inner, layer->middle, layer->second, layer->second_biases, channels, weights);
  for (int channel = 0; channel < channels; channel++)
    weights[channel] = fminf(fmaxf(weights[channel] * layer->slope + layer->offset, 0), 1) + layer->keeps;
  for (size_t place = 0; place < area(input) * channels; place += channels)
    for (int channel = 0; channel < channels; channel++)
      output.values[place + channel] = input.values[place + channel] * weights[channel];
  free(means);
  return true;
}

/// Copies planes to channels from `first` on, or adds them to what is there, each place `factor` times across and down.
static void enlarge(struct planes input, int factor, bool adds, struct planes output, int first) {
  float *target = output.values + first;
  for (int y = 0; y < output.height; y++) {
    for (int x = 0; x < output.width; x++, target += output.channels) {
      const float *source = input.values + ((size_t)(y / factor) * input.width + x / factor) * input.channels;
      if (adds) {
        for (int channel = 0; channel < input.channels; channel++) target[channel] += source[channel];
      } else {
        memcpy(target, source, input.channels * sizeof *target);
      }
    }
  }
}

/// Computes a layer; false without memory.
static bool compute(struct run *run, int number) {
  const struct layer *layer = &run->network->layers[number];
  const struct planes input = run->outputs[layer->inputs[0]];
  struct planes *output = &run->outputs[number + 1];
  // An input that nobody else needs is changed where it lies.
  const bool is_in_place =
      (layer->kind == GATE || (layer->kind == ADD && layer->inputs[1] != layer->inputs[0])) &&
      run->network->last_use[layer->inputs[0]] == number;
  output->values = is_in_place ? input.values : make_values(*output);
  if (is_in_place) run->outputs[layer->inputs[0]].values = NULL;
  if (output->values == NULL) return false;
  switch (layer->kind) {
  case CONVOLUTION:
  case DEPTHWISE:
  case SPREAD: return convolve(layer, input, *output);
  case GATE: return gate(layer, input, *output);
  case ADD:
    if (!is_in_place) enlarge(input, layer->factors[0], false, *output, 0);
    enlarge(run->outputs[layer->inputs[1]], layer->factors[1], true, *output, 0);
    return true;
  case JOIN:
    for (int index = 0, first = 0; index < layer->count; index++) {
      const struct planes part = run->outputs[layer->inputs[index]];
      enlarge(part, layer->factors[index], false, *output, first);
      first += part.channels;
    }
    return true;
  }
  return false;
}

/// The picture with the means and deviations that the network was trained with (those of ImageNet).
static void normalise(const uint8_t *pixels, struct planes picture) {
  const float mean[] = {0.485f, 0.456f, 0.406f}, deviation[] = {0.229f, 0.224f, 0.225f};
  float tables[3][256];
  for (int channel = 0; channel < 3; channel++)
    for (int value = 0; value < 256; value++)
      tables[channel][value] = (value / 255.0f - mean[channel]) / deviation[channel];
  for (size_t index = 0; index < 3 * area(picture); index++)
    picture.values[index] = tables[index % 3][pixels[index]];
}

const char *hanscan_network_map(
    const hanscan_network *network, const uint8_t *pixels, int width, int height, float *map) {
  if (width % HANSCAN_NETWORK_STEP != 0 || height % HANSCAN_NETWORK_STEP != 0)
    return "the sides of the picture are no multiples of 32";
  if ((int64_t)width * height > HANSCAN_NETWORK_PIXELS) return "the picture is too large";
  struct run run = {.network = network};
  for (int number = 0; number <= network->count; number++) {
    const int division = network->division[number];
    run.outputs[number] =
        (struct planes){.width = width / division, .height = height / division, .channels = network->channels[number]};
  }
  run.outputs[0].values = make_values(run.outputs[0]);
  bool is_sound = run.outputs[0].values != NULL;
  if (is_sound) normalise(pixels, run.outputs[0]);
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
  for (size_t index = 0; is_sound && index < (size_t)width * height; index++)
    map[index] = isfinite(values[index]) ? fminf(fmaxf(values[index], 0), 1) : 0;
  for (int number = 0; number <= network->count; number++) free(run.outputs[number].values);
  return is_sound ? NULL : "no memory";
}
