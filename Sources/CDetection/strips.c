// Layers in a row, some rows of their outputs at a time, so that what one gives the next is still near the processor.
//
// A plane of a picture's half resolution is larger than what a processor keeps close; computed whole, each layer waits for
// memory. A map of 704 x 512 pixels takes 0.91 of the time so (medians of nine in turns, AVX2), one of 1024 x 512 takes
// 41 MB for 54.
#include "network.h"

#include <stdlib.h>
#include <string.h>

/// Rows of the last layer's output that are computed at a time; 4 and 16 take as long.
enum { STRIP = 8 };

/// The largest division of a picture's sides at which layers are computed together: smaller planes are close as they are.
/// With 2 and with 8 a map takes as long, with 1 (the last layers alone) 1.1 times as long.
enum { LARGEST_DIVISION = 4 };

/// Rows from `from` to before `to`.
struct rows {
  int from, to;
};

/// The rows of a layer's input that these rows of its output need; some may lie outside of it.
static struct rows needed(const struct layer *layer, struct rows rows) {
  if (layer->kind == SPREAD) return (struct rows){rows.from / 2, (rows.to + 1) / 2};
  const int half = layer->size / 2;
  return (struct rows){rows.from * layer->stride - half, (rows.to - 1) * layer->stride + half + 1};
}

/// The rows as the layer computes them: those that are spread come in pairs.
static struct rows computed(const struct layer *layer, struct rows rows) {
  return layer->kind == SPREAD ? (struct rows){rows.from / 2 * 2, (rows.to + 1) / 2 * 2} : rows;
}

static bool can_be_computed_in_rows(const struct layer *layer) {
  return layer->kind == DEPTHWISE || layer->kind == SPREAD || (layer->kind == CONVOLUTION && layer->tile_weights == NULL);
}

void hanscan_network_group(struct hanscan_network *network) {
  for (int number = network->count - 1; number >= 0; number--) {
    const int next = number + 1;
    network->together[number] = number;
    if (next < network->count && network->layers[next].inputs[0] == next && network->last_use[next] == next &&
        network->division[next] <= LARGEST_DIVISION && network->division[next + 1] <= LARGEST_DIVISION &&
        can_be_computed_in_rows(&network->layers[number]) && can_be_computed_in_rows(&network->layers[next]))
      network->together[number] = network->together[next];
  }
}

/// Keeps of a layer's output only rows from `from` on, at the beginning of its memory; `done` is behind the last one.
static void keep_from(struct planes *planes, int from, int done) {
  if (from <= planes->top) return;
  const int kept = done > from ? done - from : 0;
  for (int channel = 0; channel < planes->channels && kept > 0; channel++)
    memmove(planes->values + channel * planes->pitch, row_of(*planes, channel, from),
            (size_t)kept * planes->width * sizeof *planes->values);
  planes->top = from;
}

bool hanscan_network_compute_strips(const struct hanscan_network *network, int first, int last, struct planes input,
                                    struct planes output) {
  const struct layer *layers = network->layers;
  // The results of each but the last one, and the row behind which they are not computed yet.
  struct planes parts[MOST_LAYERS];
  int done[MOST_LAYERS] = {0};
  const int input_division = network->division[layers[first].inputs[0]];
  const int whole_width = input.width * input_division, whole_height = input.height * input_division;
  bool is_sound = true;
  struct rows most = {0, STRIP};
  for (int number = last - 1; number >= first; number--) {
    most = computed(&layers[number], needed(&layers[number + 1], most));
    const int rows = most.to - most.from + 2, division = network->division[number + 1];
    const int width = whole_width / division, height = whole_height / division;
    parts[number] = (struct planes){
        .width = width, .height = height, .channels = layers[number].channels, .pitch = (size_t)rows * width};
    // A strip begins up to a row above what the one before it needs at its end.
    parts[number].values = malloc(parts[number].pitch * parts[number].channels * sizeof(float));
    is_sound = is_sound && parts[number].values != NULL;
  }
  for (int from = 0; is_sound && from < output.height; from += STRIP) {
    struct rows wanted[MOST_LAYERS];
    wanted[last] = (struct rows){from, from + STRIP < output.height ? from + STRIP : output.height};
    for (int number = last - 1; number >= first; number--) {
      const struct rows rows = computed(&layers[number], needed(&layers[number + 1], wanted[number + 1]));
      const int height = parts[number].height;
      wanted[number] = (struct rows){rows.from < 0 ? 0 : rows.from, rows.to > height ? height : rows.to};
    }
    for (int number = first; number <= last && is_sound; number++) {
      const struct planes source = number == first ? input : parts[number - 1];
      if (number == last) {
        is_sound = hanscan_network_convolve(
            network->kernels, &layers[number], source, output, wanted[number].from, wanted[number].to);
        break;
      }
      struct planes *part = &parts[number];
      keep_from(part, wanted[number].from, done[number]);
      const int start = done[number] > wanted[number].from ? done[number] : wanted[number].from;
      if (start < wanted[number].to)
        is_sound = hanscan_network_convolve(network->kernels, &layers[number], source, *part, start, wanted[number].to);
      done[number] = wanted[number].to;
    }
  }
  for (int number = first; number < last; number++) free(parts[number].values);
  return is_sound;
}
