// Layers over one picture of a line.
#include "front.h"

#include <stdlib.h>
#include <string.h>

bool hanscan_front_make_plane(struct plane *plane, int width, int height, int channels) {
  *plane = (struct plane){.width = width, .height = height, .channels = channels, .pitch = even(channels)};
  // The numbers that only fill a pair up stay 0.
  plane->values = calloc((size_t)width * height * plane->pitch + 1, sizeof *plane->values);
  return plane->values != NULL;
}

// MARK: Noise

/// Of std::minstd_rand.
enum { MODULUS = 2147483647 };

/// As std::minstd_rand draws, which TRand of Tesseract's helpers.h is.
static uint64_t draw(hanscan_front *front) {
  front->state = front->state * 48271 % MODULUS;
  return front->state;
}

void hanscan_front_seed(hanscan_front *front, uint64_t seed) {
  front->state = seed % MODULUS == 0 ? 1 : seed % MODULUS;
  front->drawn = 0;
  // The engine draws one before it looks at a line.
  draw(front);
}

static bool draw_noise(hanscan_front *front, size_t count) {
  if (count > front->room) {
    int8_t *larger = realloc(front->noise, count + count / 4);
    if (larger == NULL) return false;
    front->noise = larger;
    front->room = count + count / 4;
  }
  for (; front->drawn < count; front->drawn++) {
    const double value = 127 * 2.0 * (double)draw(front) / (MODULUS - 1) - 127;
    front->noise[front->drawn] = (int8_t)(value >= 0 ? (int)(value + 0.5) : -(int)(-value + 0.5));
  }
  return true;
}

// MARK: Convolution

/// A convolution's run over one plane.
struct convolution {
  const struct layer *layer;
  const struct plane *input;
  /// For each place where its noise begins; taken for those at the border alone.
  uint32_t *starts;
  const int8_t *noise;
};

static bool is_at_border(const struct convolution *run, int x, int y) {
  const struct layer *layer = run->layer;
  return x < layer->across || x >= run->input->width - layer->across || y < layer->down ||
         y >= run->input->height - layer->down;
}

/// The start of each place's noise, row by row in the engine's order; returns the length of it with that before it.
static size_t plan_noise(const struct convolution *run, size_t before) {
  const struct layer *layer = run->layer;
  const struct plane *input = run->input;
  size_t count = before;
  for (int y = 0; y < input->height; y++) {
    int rows = 0;
    for (int dy = -layer->down; dy <= layer->down; dy++) rows += y + dy < 0 || y + dy >= input->height;
    for (int x = 0; x < input->width; x++) {
      run->starts[(size_t)x * input->height + y] = (uint32_t)count;
      if (!is_at_border(run, x, y)) continue;
      for (int dx = -layer->across; dx <= layer->across; dx++) {
        const bool is_outside = x + dx < 0 || x + dx >= input->width;
        count += (size_t)(is_outside ? 2 * layer->down + 1 : rows) * input->channels;
      }
    }
  }
  return count;
}

/// Writes what a place at the border takes: its column runs one after the other.
static void copy_patch(const struct convolution *run, int x, int y, int16_t *patch) {
  const struct plane *input = run->input;
  const int8_t *noise = run->noise + run->starts[(size_t)x * input->height + y];
  for (int dx = -run->layer->across; dx <= run->layer->across; dx++) {
    for (int dy = -run->layer->down; dy <= run->layer->down; dy++, patch += input->pitch) {
      if (x + dx < 0 || x + dx >= input->width || y + dy < 0 || y + dy >= input->height) {
        for (int channel = 0; channel < input->channels; channel++) patch[channel] = *noise++;
      } else {
        memcpy(patch, at(input, x + dx, y + dy), input->pitch * sizeof *patch);
      }
    }
  }
}

/// Memory for some columns at a time, so many that the loops are full.
struct scratch {
  int columns, places;
  const int16_t **runs;
  int16_t *patches;
  int32_t *sums;
};

static bool make_scratch(struct scratch *scratch, const struct convolution *run) {
  const int shifts = 2 * run->layer->across + 1, rows = 2 * run->layer->down + 1, height = run->input->height;
  scratch->columns = (PLACES + height - 1) / height;
  scratch->places = (scratch->columns * height + PLACES - 1) / PLACES * PLACES;
  scratch->runs = malloc((size_t)scratch->places * shifts * sizeof *scratch->runs);
  scratch->patches = calloc((size_t)scratch->places * shifts * rows * run->input->pitch, sizeof *scratch->patches);
  scratch->sums = malloc((size_t)scratch->places * run->layer->padded * sizeof *scratch->sums);
  return scratch->runs != NULL && scratch->patches != NULL && scratch->sums != NULL;
}

static void free_scratch(struct scratch *scratch) {
  free(scratch->runs);
  free(scratch->patches);
  free(scratch->sums);
}

/// Points to what each place of `columns` columns takes; places that only fill a vector up take what the last one does.
static void point(const struct convolution *run, const struct scratch *scratch, int first, int columns) {
  const struct plane *input = run->input;
  const int shifts = 2 * run->layer->across + 1;
  const size_t length = (size_t)(2 * run->layer->down + 1) * input->pitch;
  const int16_t **runs = scratch->runs;
  int16_t *patch = scratch->patches;
  for (int x = first; x < first + columns; x++) {
    for (int y = 0; y < input->height; y++, runs += shifts, patch += shifts * length) {
      const bool is_copied = is_at_border(run, x, y);
      if (is_copied) copy_patch(run, x, y, patch);
      for (int shift = 0; shift < shifts; shift++)
        runs[shift] =
            is_copied ? patch + shift * length : at(input, x + shift - run->layer->across, y - run->layer->down);
    }
  }
  for (const int16_t **end = scratch->runs + (size_t)scratch->places * shifts; runs < end; runs++)
    *runs = runs[-shifts];
}

bool hanscan_front_convolve(hanscan_front *front, const struct layer *layer, const struct plane *input,
                            struct plane *output, size_t *before) {
  const struct kernels *kernels = front->kernels;
  const int shifts = 2 * layer->across + 1, pairs = (2 * layer->down + 1) * input->pitch / 2;
  struct convolution run = {.layer = layer, .input = input};
  struct scratch scratch = {0};
  run.starts = malloc((size_t)input->width * input->height * sizeof *run.starts);
  bool is_sound = run.starts != NULL && make_scratch(&scratch, &run);
  is_sound = is_sound && hanscan_front_make_plane(output, input->width, input->height / layer->pooled, layer->outputs);
  if (is_sound) {
    *before = plan_noise(&run, *before);
    is_sound = draw_noise(front, *before);
    run.noise = front->noise;
  }
  for (int x = 0; is_sound && x < input->width; x += scratch.columns) {
    const int columns = input->width - x < scratch.columns ? input->width - x : scratch.columns;
    point(&run, &scratch, x, columns);
    for (int first = 0; first < layer->padded; first += kernels->outputs) {
      const int16_t *weights = layer->weights + (size_t)first * shifts * pairs * 2;
      for (int place = 0; place < columns * input->height; place += PLACES)
        kernels->multiply(scratch.runs + (size_t)place * shifts, shifts, pairs, weights,
                          scratch.sums + (size_t)place * layer->padded + first, layer->padded);
    }
    for (int place = 0; place < columns * output->height; place++) {
      const int column = place / output->height, row = place % output->height;
      kernels->bend(scratch.sums + ((size_t)column * input->height + row * layer->pooled) * layer->padded,
                    layer->pooled, layer->padded, layer->biases, layer->scales, front->tanh, layer->outputs,
                    at(output, x + column, row));
    }
  }
  free_scratch(&scratch);
  free(run.starts);
  return is_sound;
}

bool hanscan_front_stack(const struct layer *layer, const struct plane *input, struct plane *output) {
  const int width = input->width / layer->across, height = input->height / layer->down;
  if (!hanscan_front_make_plane(output, width, height, input->channels * layer->across * layer->down)) return false;
  for (int x = 0; x < width; x++) {
    for (int y = 0; y < height; y++) {
      int16_t *target = at(output, x, y);
      for (int dx = 0; dx < layer->across; dx++)
        for (int dy = 0; dy < layer->down; dy++, target += input->channels)
          memcpy(target, at(input, x * layer->across + dx, y * layer->down + dy), input->channels * sizeof *target);
    }
  }
  return true;
}
