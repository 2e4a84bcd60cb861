// Reads a network's file, and prepares its weights for this processor.
//
// The file holds the layers in the order in which they are computed, as Sources/Training writes
// them: numbers of 32 bits, the lowest byte first. "HSPRINT1", the count of layers, then for each its kind, how many inputs
// it has, which (0 is the picture, 1 the first layer's output, ...), the channels of its output, and what its kind needs.
// After "HSPRINT2" rows of weights and biases have 16 bits a number, behind the one of 32 bits by which all are multiplied.
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  const uint8_t *at, *end;
  bool has_halves;
  bool failed;
};

static int32_t next_integer(struct reader *reader, int least, int most) {
  uint32_t value = 0;
  if (reader->end - reader->at < 4) {
    reader->failed = true;
    return least;
  }
  for (int byte = 0; byte < 4; byte++) value |= (uint32_t)reader->at[byte] << (8 * byte);
  reader->at += 4;
  const int32_t number = (int32_t)value;
  if (number < least || number > most) reader->failed = true;
  return number < least ? least : number > most ? most : number;
}

static float next_number(struct reader *reader) {
  const int32_t bits = next_integer(reader, INT32_MIN, INT32_MAX);
  float number;
  memcpy(&number, &bits, sizeof number);
  // Values beyond these are no weights, but damage.
  const bool is_weight = isfinite(number) && fabsf(number) < 1e6f;
  if (!is_weight) reader->failed = true;
  return is_weight ? number : 0;
}

/// A number of 16 bits (IEEE 754) from -1 to 1; what is beyond is damage.
static float next_half(struct reader *reader) {
  const uint16_t bits = (uint16_t)(reader->at[0] | reader->at[1] << 8);
  reader->at += 2;
  // The exponent and the fraction, with a 1 before it but for the smallest, as those of 32 bits.
  const uint32_t size_bits = ((uint32_t)(bits & 0x7FFF) << 13) + (112u << 23);
  float size;
  memcpy(&size, &size_bits, sizeof size);
  if ((bits & 0x7C00) == 0) size = (float)(bits & 1023) / (1 << 24);
  if (!(size <= 1)) reader->failed = true;
  return bits >> 15 ? -size : size;
}

/// So many numbers in memory of their own, and zeros behind them up to `room`.
static float *next_numbers(struct reader *reader, size_t count, size_t room) {
  const float factor = reader->has_halves ? next_number(reader) : 1;
  if ((size_t)(reader->end - reader->at) / (reader->has_halves ? 2 : 4) < count) {
    reader->failed = true;
    return NULL;
  }
  float *numbers = calloc(room > count ? room : count, sizeof *numbers);
  if (numbers == NULL) {
    reader->failed = true;
    return NULL;
  }
  for (size_t index = 0; index < count; index++)
    numbers[index] = reader->has_halves ? factor * next_half(reader) : next_number(reader);
  return numbers;
}

float *hanscan_network_in_blocks(const float *weights, int outputs, int count, int rows) {
  const int blocks = (outputs + rows - 1) / rows;
  float *packed = calloc((size_t)blocks * rows * count, sizeof *packed);
  if (packed == NULL) return NULL;
  for (int output = 0; output < outputs; output++)
    for (int step = 0; step < count; step++)
      packed[((size_t)(output / rows) * count + step) * rows + output % rows] = weights[(size_t)output * count + step];
  return packed;
}

static void read_convolution(struct reader *reader, struct layer *layer, int channels, const struct kernels *kernels) {
  layer->size = next_integer(reader, 1, LARGEST_KERNEL);
  layer->stride = next_integer(reader, 1, 2);
  layer->act = (enum act)next_integer(reader, ACT_NONE, ACT_SIGMOID);
  layer->factor = next_number(reader);
  layer->shift = next_number(reader);
  const bool is_spread = layer->kind == SPREAD;
  if (is_spread ? layer->size != 2 || layer->stride != 2 : layer->size % 2 == 0) reader->failed = true;
  if (reader->failed) return;
  const int area = layer->size * layer->size;
  if (layer->kind == DEPTHWISE) {
    if (layer->channels != channels) reader->failed = true;
    layer->weights = next_numbers(reader, (size_t)layer->channels * area, 0);
  } else {
    const int count = is_spread ? channels : channels * area;
    const int outputs = is_spread ? layer->channels * area : layer->channels;
    float *weights = next_numbers(reader, (size_t)count * outputs, 0);
    if (weights != NULL && is_spread) {
      // By input, output and place in the file.
      float *turned = calloc((size_t)count * outputs, sizeof *turned);
      if (turned != NULL)
        for (int input = 0; input < count; input++)
          for (int output = 0; output < outputs; output++)
            turned[(size_t)output * count + input] = weights[(size_t)input * outputs + output];
      free(weights);
      weights = turned;
    }
    if (weights != NULL && hanscan_network_is_tiled(layer))
      layer->tile_weights = hanscan_network_tile_weights(weights, outputs, channels, kernels->rows);
    else if (weights != NULL)
      layer->weights = hanscan_network_in_blocks(weights, outputs, count, kernels->rows);
    free(weights);
  }
  float *biases = next_numbers(reader, layer->channels, 0);
  // One for each result of `multiply`.
  const int copies = is_spread ? area : 1;
  layer->biases = calloc((size_t)layer->channels * copies + MOST_ROWS, sizeof *biases);
  for (int index = 0; biases != NULL && layer->biases != NULL && index < layer->channels * copies; index++)
    layer->biases[index] = biases[index / copies];
  free(biases);
  if ((layer->weights == NULL && layer->tile_weights == NULL) || layer->biases == NULL) reader->failed = true;
}

static void read_layer(struct reader *reader, hanscan_network *network, int number) {
  struct layer *layer = &network->layers[number];
  layer->kind = (enum kind)next_integer(reader, CONVOLUTION, SPREAD);
  layer->count = next_integer(reader, 1, MOST_INPUTS);
  for (int input = 0; input < layer->count; input++) {
    layer->inputs[input] = next_integer(reader, 0, number);
    layer->factors[input] = 1;
    network->last_use[layer->inputs[input]] = number;
  }
  layer->channels = next_integer(reader, 1, MOST_CHANNELS);
  if (layer->count != (layer->kind == ADD ? 2 : layer->kind == JOIN ? layer->count : 1)) reader->failed = true;
  if (reader->failed) return;
  const int first = layer->inputs[0];
  const int channels = network->channels[first];
  int division = network->division[first];
  switch (layer->kind) {
  case CONVOLUTION:
  case DEPTHWISE:
  case SPREAD:
    read_convolution(reader, layer, channels, network->kernels);
    if (layer->kind != SPREAD) {
      division *= layer->stride;
    } else if (division % 2 == 0) {
      division /= 2;
    } else {
      reader->failed = true;
    }
    break;
  case GATE:
    layer->middle = next_integer(reader, 1, MOST_CHANNELS);
    layer->keeps = next_integer(reader, 0, 1);
    layer->slope = next_number(reader);
    layer->offset = next_number(reader);
    if (reader->failed || layer->channels != channels) break;
    layer->first = next_numbers(reader, (size_t)layer->middle * channels, 0);
    layer->first_biases = next_numbers(reader, layer->middle, 0);
    layer->second = next_numbers(reader, (size_t)layer->middle * channels, 0);
    layer->second_biases = next_numbers(reader, channels, 0);
    break;
  case ADD:
    layer->factors[1] = next_integer(reader, 1, HANSCAN_NETWORK_STEP);
    if (network->channels[layer->inputs[1]] != channels) reader->failed = true;
    break;
  case JOIN:
    for (int input = 0; input < layer->count; input++)
      layer->factors[input] = next_integer(reader, 1, HANSCAN_NETWORK_STEP);
    break;
  }
  int sum = 0;
  for (int input = 0; input < layer->count; input++) {
    sum += network->channels[layer->inputs[input]];
    if (layer->kind == ADD || layer->kind == JOIN) {
      const int own = network->division[layer->inputs[input]];
      if (own % layer->factors[input] != 0) reader->failed = true;
      const int reached = own / layer->factors[input];
      if (input == 0) division = reached;
      if (reached != division) reader->failed = true;
    }
  }
  if ((layer->kind == JOIN && layer->channels != sum) || (layer->kind == GATE && layer->channels != channels) ||
      (layer->kind == ADD && layer->channels != channels) || division > HANSCAN_NETWORK_STEP)
    reader->failed = true;
  network->channels[number + 1] = layer->channels;
  network->division[number + 1] = division;
}

hanscan_network *hanscan_network_load(const uint8_t *model, size_t size, int kind, const char **error) {
  static const char mark[] = "HSPRINT";
  const size_t length = sizeof mark;
  *error = "it does not begin as one";
  if (size < length || memcmp(model, mark, length - 1) != 0 || (model[length - 1] != '1' && model[length - 1] != '2'))
    return NULL;
  hanscan_network *network = calloc(1, sizeof *network);
  *error = "no memory";
  if (network == NULL) return NULL;
  const struct kernels *const *kernels = hanscan_network_kernels();
  for (int index = 0; index <= kind && kernels[index] != NULL; index++) network->kernels = kernels[index];
  network->channels[0] = 3;
  network->division[0] = 1;
  struct reader reader = {model + length, model + size, model[length - 1] == '2', false};
  network->count = next_integer(&reader, 1, MOST_LAYERS);
  for (int number = 0; number < network->count && !reader.failed; number++) read_layer(&reader, network, number);
  const bool is_whole = !reader.failed && reader.at == reader.end;
  if (!is_whole || network->channels[network->count] != 1 || network->division[network->count] != 1) {
    *error = is_whole ? "it gives no map of its picture's size" : "it is cut off or damaged";
    hanscan_network_free(network);
    return NULL;
  }
  network->last_use[network->count] = network->count;
  hanscan_network_group(network);
  return network;
}

void hanscan_network_free(hanscan_network *network) {
  for (int number = 0; number < network->count; number++) {
    struct layer *layer = &network->layers[number];
    free(layer->weights);
    free(layer->tile_weights);
    free(layer->biases);
    free(layer->first);
    free(layer->first_biases);
    free(layer->second);
    free(layer->second_biases);
  }
  free(network);
}
