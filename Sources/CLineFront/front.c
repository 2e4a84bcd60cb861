// Makes fronts, and pictures with them.
#include "front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double logistic(double x) { return 1 / (1 + exp(-x)); }

static void make_table(struct entry *table, double (*function)(double)) {
#pragma STDC FP_CONTRACT OFF
  for (int index = 0; index < TABLE_SIZE - 1; index++) {
    table[index].value = (float)function(index / (double)TABLE_STEPS);
    table[index].step = (float)function((index + 1) / (double)TABLE_STEPS) - table[index].value;
  }
  table[TABLE_SIZE - 1] = (struct entry){.value = 1};
}

hanscan_front *hanscan_front_create(int height, int64_t sample, int kind) {
  if (height < 1 || height > MOST_CHANNELS) return NULL;
  const struct kernels *const *kernels = hanscan_front_kernels();
  for (; kind > 0 && kernels[1] != NULL; kind--) kernels++;
  hanscan_front *front = calloc(1, sizeof *front);
  if (front == NULL) return NULL;
  front->kernels = *kernels;
  front->height = front->rows = height;
  front->channels = front->columns = 1;
  // As LSTMRecognizer seeds its randomizer for each line.
  hanscan_front_seed(front, (uint64_t)sample * 0x10000001u);
  make_table(front->tanh, tanh);
  make_table(front->logistic, logistic);
  return front;
}

/// The layer's weights in vectors: some outputs at a time, for each pair of inputs the weights of all of these.
static bool pack(struct layer *layer, const int8_t *weights, const double *scales, int channels, int group) {
  const int places = (2 * layer->across + 1) * (2 * layer->down + 1), pitch = even(channels);
  const size_t inputs = (size_t)places * channels, pairs = (size_t)places * pitch / 2;
  layer->padded = (layer->outputs + group - 1) / group * group;
  layer->weights = calloc(layer->padded * pairs * 2, sizeof *layer->weights);
  layer->biases = calloc(layer->padded, sizeof *layer->biases);
  layer->scales = calloc(layer->padded, sizeof *layer->scales);
  if (layer->weights == NULL || layer->biases == NULL || layer->scales == NULL) return false;
  for (int output = 0; output < layer->outputs; output++) {
    const int8_t *row = weights + output * (inputs + 1);
    int16_t *target = layer->weights + output / group * group * pairs * 2 + output % group * 2;
    for (int place = 0; place < places; place++)
      for (int channel = 0; channel < channels; channel++) {
        const size_t number = (size_t)place * pitch + channel;
        target[number / 2 * group * 2 + number % 2] = row[(size_t)place * channels + channel];
      }
    layer->biases[output] = 127 * row[inputs];
    layer->scales[output] = (float)(scales[output] / 127);
  }
  return true;
}

/// The next layer's place; NULL where it takes more than there is.
static struct layer *next(hanscan_front *front, int across, int down) {
  if (front->count == MOST_LAYERS || across < 0 || down < 0 || across > 64 || down > MOST_CHANNELS) return NULL;
  return &front->layers[front->count];
}

int hanscan_front_add_convolution(hanscan_front *front, int across, int down, int outputs, const int8_t *weights,
                                  const double *scales, int pooled) {
  struct layer *layer = next(front, across, down);
  if (layer == NULL || down > 64 || outputs < 1 || outputs > MOST_CHANNELS) return -1;
  *layer = (struct layer){.across = across, .down = down, .outputs = outputs, .pooled = pooled};
  // From here on it is freed with the others.
  front->count++;
  if (!pack(layer, weights, scales, front->channels, front->kernels->outputs)) return -1;
  front->channels = outputs;
  front->rows /= pooled;
  return 0;
}

int hanscan_front_add_lstm(hanscan_front *front, int units, int is_backward, const int8_t *weights,
                           const double *scales) {
  if (front->rows != 1 || units < 1 || units > MOST_CHANNELS || (is_backward && front->count == 0)) return -1;
  struct layer *layer = is_backward ? &front->layers[front->count - 1] : next(front, 0, 0);
  if (layer == NULL || (is_backward && layer->lstm_count != 1)) return -1;
  if (!is_backward) {
    *layer = (struct layer){.inputs = front->channels};
    front->count++;
    front->channels = 0;
  }
  if (front->channels + units > MOST_CHANNELS) return -1;
  front->channels += units;
  struct lstm *lstm = &layer->lstms[layer->lstm_count++];
  *lstm = (struct lstm){.units = units, .is_backward = is_backward != 0};
  return hanscan_front_pack_lstm(front->kernels, lstm, layer->inputs, weights, scales) ? 0 : -1;
}

int hanscan_front_add_stack(hanscan_front *front, int across, int down) {
  struct layer *layer = next(front, across, down);
  if (layer == NULL || across < 1 || down < 1 || down > front->rows) return -1;
  if ((int64_t)front->channels * across * down > MOST_CHANNELS) return -1;
  *layer = (struct layer){.across = across, .down = down};
  front->count++;
  front->channels *= across * down;
  front->columns *= across;
  front->rows /= down;
  return front->columns <= MOST_CHANNELS ? 0 : -1;
}

int hanscan_front_set_last(hanscan_front *front, int codes, const int8_t *weights, const double *scales) {
  if (front->rows != 1 || front->last.outputs > 0 || codes < 1 || codes > MOST_CHANNELS) return -1;
  front->last = (struct layer){.outputs = codes};
  return pack(&front->last, weights, scales, front->channels, front->kernels->outputs) ? 0 : -1;
}

void hanscan_front_free(hanscan_front *front) {
  free(front->last.weights);
  free(front->last.biases);
  free(front->last.scales);
  for (int number = 0; number < front->count; number++) {
    free(front->layers[number].weights);
    free(front->layers[number].biases);
    free(front->layers[number].scales);
    for (int part = 0; part < front->layers[number].lstm_count; part++) {
      struct lstm *lstm = &front->layers[number].lstms[part];
      free(lstm->weights);
      free(lstm->own_weights);
      free(lstm->biases);
      free(lstm->scales);
    }
  }
  free(front->noise);
  free(front);
}

int hanscan_front_columns(const hanscan_front *front) { return front->columns; }
int hanscan_front_outputs(const hanscan_front *front) { return front->rows == 1 ? front->channels : 0; }
int hanscan_front_pitch(const hanscan_front *front) { return even(front->channels); }

/// The value below which a share of counted ones lie, interpolated as STATS::ile does.
static float quantile(const int *counts, int total, double share) {
  const double target = share * total < 1 ? 1 : share * total;
  int sum = 0, index = 0;
  while (index < 256 && sum < target) sum += counts[index++];
  return (float)(index - (sum - target) / counts[index - 1]);
}

/// The engine's black and white: quantiles of the least and greatest values along the middle row.
static void find_tones(const uint8_t *row, int width, float *black, float *white) {
  int least[256] = {0}, greatest[256] = {0}, least_count = 0, greatest_count = 0;
  for (int x = 1; x + 1 < width; x++) {
    const int before = row[x - 1], here = row[x], after = row[x + 1];
    if ((here < before && here <= after) || (here <= before && here < after)) least[here]++, least_count++;
    if ((here > before && here >= after) || (here >= before && here > after)) greatest[here]++, greatest_count++;
  }
  if (least_count == 0) least[0] = least_count = 1;
  if (greatest_count == 0) greatest[255] = greatest_count = 1;
  *black = quantile(least, least_count, 0.25);
  *white = quantile(greatest, greatest_count, 0.75);
}

/// Tones as the engine's numbers.
static void find_numbers(const uint8_t *row, int width, int16_t numbers[256]) {
#pragma STDC FP_CONTRACT OFF
  float black, white;
  find_tones(row, width, &black, &white);
  float contrast = (white - black) / 2;
  if (contrast <= 0) contrast = 1;
  for (int tone = 0; tone < 256; tone++) {
    const float value = 128 * (((float)tone - black) / contrast - 1);
    const int rounded = value >= 0 ? (int)(value + 0.5f) : -(int)(-value + 0.5f);
    numbers[tone] = (int16_t)(rounded > 127 ? 127 : rounded < -127 ? -127 : rounded);
  }
}

/// Writes the last plane as a picture: its middle row makes the engine take black and white such that each tone is its
/// number again. Fewer than six steps have too few tones there: 0 is then taken for 1, a 127th.
static void draw_picture(const struct plane *plane, uint8_t *picture) {
  const int width = plane->width, height = plane->channels + 1;
  uint8_t *middle = picture + (size_t)(height / 2) * width;
  for (int x = 0; x < width; x++) middle[x] = x % 2 == 0 ? 0 : 255;
  int16_t numbers[256];
  find_numbers(middle, width, numbers);
  uint8_t tones[256];
  for (int number = -127; number <= 127; number++) {
    int tone = 0;
    while (tone < 255 && numbers[tone] < number) tone++;
    tones[number + 127] = (uint8_t)tone;
  }
  for (int x = 0; x < width; x++) {
    const int16_t *values = at(plane, x, 0);
    for (int row = 0; row < height; row++)
      if (row != height / 2) picture[(size_t)row * width + x] = tones[values[row - (row > height / 2)] + 127];
  }
}

int hanscan_front_picture(hanscan_front *front, const uint8_t *pixels, int width, uint8_t *picture,
                          int16_t *numbers_of_steps) {
  if (front->rows != 1 || width < front->columns || width > HANSCAN_FRONT_MOST_WIDTH) return -1;
  struct plane plane;
  if (!hanscan_front_make_plane(&plane, width, front->height, 1)) return -1;
  int16_t numbers[256];
  find_numbers(pixels + (size_t)(front->height / 2) * width, width, numbers);
  for (int y = 0; y < front->height; y++)
    for (int x = 0; x < width; x++) *at(&plane, x, y) = numbers[pixels[(size_t)y * width + x]];
  bool is_sound = true;
  size_t noise = 0;
  for (int number = 0; is_sound && number < front->count; number++) {
    const struct layer *layer = &front->layers[number];
    struct plane next = {0};
    if (layer->lstm_count > 0) {
      is_sound = hanscan_front_run_lstms(front, layer, &plane, &next);
    } else if (layer->outputs > 0) {
      is_sound = hanscan_front_convolve(front, layer, &plane, &next, &noise);
    } else {
      is_sound = hanscan_front_stack(layer, &plane, &next);
    }
    free(plane.values);
    plane = next;
  }
  if (is_sound) {
    draw_picture(&plane, picture);
    memcpy(numbers_of_steps, plane.values, (size_t)plane.width * plane.pitch * sizeof *plane.values);
  }
  free(plane.values);
  return is_sound ? 0 : -1;
}

/// The probabilities of one step's codes from their sums.
static void soften(const struct layer *layer, const int32_t *sums, float *probabilities) {
  // A logarithm: codes further behind the likeliest one count as being that far.
  const float most_behind = 20;
  float most = -INFINITY, total = 0;
  for (int code = 0; code < layer->outputs; code++) {
    probabilities[code] = (float)(sums[code] + layer->biases[code]) * layer->scales[code];
    most = probabilities[code] > most ? probabilities[code] : most;
  }
  const float least = expf(-most_behind);
  for (int code = 0; code < layer->outputs; code++) {
    const float behind = probabilities[code] - most;
    probabilities[code] = behind < -most_behind ? least : expf(behind);
    total += probabilities[code];
  }
  for (int code = 0; code < layer->outputs; code++) probabilities[code] /= total;
}

int hanscan_front_probabilities(const hanscan_front *front, const int16_t *numbers, int steps, float *probabilities) {
  const struct layer *layer = &front->last;
  const int pitch = hanscan_front_pitch(front), group = front->kernels->outputs;
  int32_t *sums = layer->outputs == 0 ? NULL : malloc((size_t)PLACES * layer->padded * sizeof *sums);
  if (sums == NULL) return -1;
  for (int step = 0; step < steps; step += PLACES) {
    const int16_t *runs[PLACES];
    for (int place = 0; place < PLACES; place++)
      runs[place] = numbers + (size_t)(step + place < steps ? step + place : steps - 1) * pitch;
    for (int first = 0; first < layer->padded; first += group)
      front->kernels->multiply(runs, 1, pitch / 2, layer->weights + (size_t)first * pitch, sums + first, layer->padded);
    for (int place = 0; place < PLACES && step + place < steps; place++)
      soften(layer, sums + (size_t)place * layer->padded, probabilities + (size_t)(step + place) * layer->outputs);
  }
  free(sums);
  return 0;
}
