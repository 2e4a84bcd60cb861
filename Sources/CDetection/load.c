// Reads a network's file.
//
// The file holds the layers in the order in which they are computed, as Sources/Training writes
// them: numbers of 32 bits, the lowest byte first. "HSPRINT1", the count of layers, then for each its kind, how many inputs
// it has, which (0 is the picture, 1 the first layer's output, ...), the channels of its output, and what its kind needs.
// After "HSPRINT2" rows of weights and biases have 16 bits a number, behind the one of 32 bits by which all are multiplied.
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xnnpack.h>

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

/// So many numbers in memory of their own.
static float *next_numbers(struct reader *reader, size_t count) {
  const float factor = reader->has_halves ? next_number(reader) : 1;
  if ((size_t)(reader->end - reader->at) / (reader->has_halves ? 2 : 4) < count) {
    reader->failed = true;
    return NULL;
  }
  float *numbers = calloc(count, sizeof *numbers);
  if (numbers == NULL) {
    reader->failed = true;
    return NULL;
  }
  for (size_t index = 0; index < count; index++)
    numbers[index] = reader->has_halves ? factor * next_half(reader) : next_number(reader);
  return numbers;
}

/// Numbers of so many matrices with their rows as columns; frees the old ones.
static float *turned(float *numbers, size_t matrices, size_t rows, size_t columns) {
  float *result = numbers == NULL ? NULL : calloc(matrices * rows * columns, sizeof *result);
  for (size_t matrix = 0; result != NULL && matrix < matrices * rows * columns; matrix += rows * columns)
    for (size_t row = 0; row < rows; row++)
      for (size_t column = 0; column < columns; column++)
        result[matrix + column * rows + row] = numbers[matrix + row * columns + column];
  free(numbers);
  return result;
}

static void read_convolution(struct reader *reader, struct layer *layer, int channels) {
  layer->size = next_integer(reader, 1, LARGEST_KERNEL);
  layer->stride = next_integer(reader, 1, 2);
  layer->act = (enum act)next_integer(reader, ACT_NONE, ACT_SIGMOID);
  layer->factor = next_number(reader);
  layer->shift = next_number(reader);
  const bool is_spread = layer->kind == SPREAD, is_depthwise = layer->kind == DEPTHWISE;
  if (is_spread ? layer->size != 2 || layer->stride != 2 : layer->size % 2 == 0) reader->failed = true;
  if (is_depthwise && layer->channels != channels) reader->failed = true;
  if (reader->failed) return;
  const size_t area = (size_t)layer->size * layer->size;
  const size_t outputs = layer->channels, inputs = is_depthwise ? 1 : channels;
  float *weights = next_numbers(reader, inputs * area * outputs);
  // The file has a spread one's by input, output and place, and others' by output, input and place.
  layer->weights = is_spread ? turned(weights, 1, inputs, area * outputs) : turned(weights, outputs, inputs, area);
  layer->biases = next_numbers(reader, outputs);
  if (layer->weights == NULL || layer->biases == NULL) reader->failed = true;
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
    read_convolution(reader, layer, channels);
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
    layer->first = next_numbers(reader, (size_t)layer->middle * channels);
    layer->first_biases = next_numbers(reader, layer->middle);
    layer->second = next_numbers(reader, (size_t)layer->middle * channels);
    layer->second_biases = next_numbers(reader, channels);
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

hanscan_network *hanscan_network_load(const uint8_t *model, size_t size, const char **error) {
  static const char mark[] = "HSPRINT";
  const size_t length = sizeof mark;
  *error = "it does not begin as one";
  if (size < length || memcmp(model, mark, length - 1) != 0 || (model[length - 1] != '1' && model[length - 1] != '2'))
    return NULL;
  *error = "XNNPACK can't find the kind of processor in /proc/cpuinfo";
  if (xnn_initialize(NULL) != xnn_status_success) return NULL;
  *error = "no memory";
  hanscan_network *network = calloc(1, sizeof *network);
  if (network == NULL) return NULL;
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
  return network;
}

void hanscan_network_free(hanscan_network *network) {
  for (int number = 0; number < network->count; number++) {
    struct layer *layer = &network->layers[number];
    free(layer->weights);
    free(layer->biases);
    free(layer->first);
    free(layer->first_biases);
    free(layer->second);
    free(layer->second_biases);
  }
  free(network);
}
