// LSTMs over the steps of a line: what they make of the layer's inputs first, for many steps at a time, then step by step.
#include "front.h"

#include <stdlib.h>
#include <string.h>

/// Of an LSTM, in the order in which Tesseract's file has them.
enum { GATES = 4 };

/// Steps whose sums are computed together: a multiple of what a processor's registers hold, few enough to stay near it.
enum { CHUNK = 24 };

/// Units and outputs are rounded up to this: sixteen lanes are the most that a processor's vectors have.
enum { ROUND = 16 };

static int quads(int count) { return (count + 3) / 4; }

/// The place of a weight: the weights of some outputs lie side by side, for four inputs at a time.
static size_t place(const struct kernels *kernels, int output, int input, int count) {
  const int lanes = kernels->lanes;
  return ((size_t)(output / lanes) * quads(count) + input / 4) * 4 * lanes + output % lanes * 4 + input % 4;
}

bool hanscan_front_pack_lstm(const struct kernels *kernels, struct lstm *lstm, int inputs, const int8_t *weights,
                             const double *scales) {
  const int units = lstm->units;
  lstm->padded = (units + ROUND - 1) / ROUND * ROUND;
  const size_t outputs = (size_t)GATES * lstm->padded;
  lstm->weights = calloc(outputs * quads(inputs), 4);
  lstm->own_weights = calloc(outputs * quads(units), 4);
  lstm->biases = calloc(outputs, sizeof *lstm->biases);
  lstm->scales = calloc(outputs, sizeof *lstm->scales);
  if (lstm->weights == NULL || lstm->own_weights == NULL || lstm->biases == NULL || lstm->scales == NULL) return false;
  for (int gate = 0; gate < GATES; gate++) {
    for (int unit = 0; unit < units; unit++, weights += inputs + units + 1, scales++) {
      const int output = gate * lstm->padded + unit;
      int sum = 0;
      for (int input = 0; input < inputs; input++) {
        lstm->weights[place(kernels, output, input, inputs)] = weights[input];
        sum += weights[input];
      }
      for (int input = 0; input < units; input++) {
        lstm->own_weights[place(kernels, output, input, units)] = weights[inputs + input];
        sum += weights[inputs + input];
      }
      // Takes 128 away again if bytes are taken for 128 more.
      lstm->biases[output] = 127 * weights[inputs + units] - kernels->flip * sum;
      lstm->scales[output] = (float)(*scales / 127);
    }
  }
  return true;
}

/// The numbers of each step as bytes; those that only fill four up count for nothing, as their weights are 0.
static int8_t *bytes_of(const struct plane *plane, int pitch, int flip) {
  int8_t *bytes = calloc((size_t)plane->width * pitch + 1, 1);
  for (int step = 0; bytes != NULL && step < plane->width; step++) {
    const int16_t *numbers = at(plane, step, 0);
    for (int channel = 0; channel < plane->channels; channel++)
      bytes[(size_t)step * pitch + channel] = (int8_t)(numbers[channel] ^ flip);
  }
  return bytes;
}

/// One LSTM on a line; its results begin at channel `first` of the output.
static bool run(const hanscan_front *front, const struct lstm *lstm, const int8_t *bytes, int inputs, int first,
                struct plane *output) {
  const struct kernels *kernels = front->kernels;
  const int outputs = GATES * lstm->padded, own = 4 * quads(lstm->units), pitch = 4 * quads(inputs), steps = output->width;
  int32_t *sums = malloc((size_t)CHUNK * outputs * sizeof *sums);
  float *state = calloc(lstm->padded, sizeof *state);
  int8_t *said = malloc(own);
  const bool is_sound = sums != NULL && state != NULL && said != NULL;
  if (is_sound) memset(said, kernels->flip, own);
  for (int done = 0; is_sound && done < steps; done += CHUNK) {
    const int count = steps - done < CHUNK ? steps - done : CHUNK;
    const int from = lstm->is_backward ? steps - done - count : done;
    for (int step = 0; step < count; step++)
      memcpy(sums + (size_t)step * outputs, lstm->biases, outputs * sizeof *sums);
    kernels->add_steps(bytes + (size_t)from * pitch, pitch, count, quads(inputs), lstm->weights, outputs, sums);
    for (int number = 0; number < count; number++) {
      const int step = lstm->is_backward ? count - 1 - number : number;
      int32_t *gates = sums + (size_t)step * outputs;
      kernels->add_step(said, quads(lstm->units), lstm->own_weights, outputs, gates);
      kernels->advance(gates, lstm->scales, front->tanh, front->logistic, lstm->units, lstm->padded, state, said,
                       at(output, from + step, 0) + first);
    }
  }
  free(sums);
  free(state);
  free(said);
  return is_sound;
}

bool hanscan_front_run_lstms(const hanscan_front *front, const struct layer *layer, const struct plane *input,
                             struct plane *output) {
  int channels = 0;
  for (int number = 0; number < layer->lstm_count; number++) channels += layer->lstms[number].units;
  int8_t *bytes = bytes_of(input, 4 * quads(layer->inputs), front->kernels->flip);
  bool is_sound = bytes != NULL && hanscan_front_make_plane(output, input->width, 1, channels);
  int first = 0;
  for (int number = 0; is_sound && number < layer->lstm_count; number++) {
    is_sound = run(front, &layer->lstms[number], bytes, layer->inputs, first, output);
    first += layer->lstms[number].units;
  }
  free(bytes);
  return is_sound;
}
