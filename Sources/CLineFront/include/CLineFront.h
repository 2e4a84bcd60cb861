#pragma once
#include <stddef.h>
#include <stdint.h>

/// All layers of a line network but the last, computed in 8 bits exactly as Tesseract 5.3 does.
///
/// Used by one thread at a time.
typedef struct hanscan_front hanscan_front;

enum {
  /// The widest picture of a line, in pixels: the engine's limit.
  HANSCAN_FRONT_MOST_WIDTH = 32767,
};

/// A front without layers, for gray pictures of `height` rows; NULL without memory.
///
/// `sample` is how many lines the network's file says it was trained with, from which the engine draws what it feeds
/// outside of a picture. `kind` is 0 for the fastest loops that the processor has, 1 for those of any processor.
hanscan_front *hanscan_front_create(int height, int64_t sample, int kind);

/// Adds a convolution with tanh, and the greatest of `pooled` rows.
///
/// `across` columns and `down` rows lie on either side of the middle one. `weights` has a row for each of the outputs:
/// one for each input (columns outermost, then rows, then channels), the bias last; `scales`, one for each row, are not
/// negative. Neither is needed afterwards. Returns -1 without memory, or where the sizes don't fit.
int hanscan_front_add_convolution(hanscan_front *front, int across, int down, int outputs, const int8_t *weights,
                                  const double *scales, int pooled);

/// Makes `across` columns and `down` rows channels of one place; -1 where the sizes don't fit.
int hanscan_front_add_stack(hanscan_front *front, int across, int down);

/// Adds an LSTM along a line of one row. One that goes against the line (`is_backward`) takes the inputs of the forward one,
/// which must be the layer added last.
///
/// `weights` has for each of the four gates (what goes in, whether it does, what stays, what comes out) a row for each of
/// the `units`: one for each input, one for each unit's result of the step before, the bias last; `scales` has one for
/// each row. Neither is needed afterwards. Returns -1 without memory, or where the sizes don't fit.
int hanscan_front_add_lstm(hanscan_front *front, int units, int is_backward, const int8_t *weights,
                           const double *scales);

/// Sets the softmax after all other layers, for `hanscan_front_probabilities`: `weights` has a row for each code, the bias
/// last; `scales` one for each row. Neither is needed afterwards. Returns -1 without memory, or if the sizes don't fit.
int hanscan_front_set_last(hanscan_front *front, int codes, const int8_t *weights, const double *scales);

/// Columns of a picture that become one step.
int hanscan_front_columns(const hanscan_front *front);
/// Numbers of a step; 0 where more than one row is left.
int hanscan_front_outputs(const hanscan_front *front);

/// Writes what the last layer is given as a gray picture that Tesseract takes for the very same numbers.
///
/// `pixels` has rows of `width` pixels; `picture` takes outputs + 1 rows of width / columns pixels: a column for each
/// step, and in the middle row what sets black and white. `numbers` takes the numbers themselves, for each
/// step hanscan_front_pitch(front) of -127 to 127. Returns 0, or -1 without memory.
int hanscan_front_picture(hanscan_front *front, const uint8_t *pixels, int width, uint8_t *picture, int16_t *numbers);
/// Numbers of a step, and one more if they are odd.
int hanscan_front_pitch(const hanscan_front *front);

/// Computes the last layer: the probability of each code at each step; those below 2e-9 are taken for that.
///
/// `probabilities` takes one for each code, step by step. Returns 0, or -1 without memory or a last layer.
int hanscan_front_probabilities(const hanscan_front *front, const int16_t *numbers, int steps, float *probabilities);

void hanscan_front_free(hanscan_front *front);
