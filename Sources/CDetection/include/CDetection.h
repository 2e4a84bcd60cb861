#pragma once
#include <stddef.h>
#include <stdint.h>

/// A text detection network that is loaded; used by one thread at a time.
typedef struct hanscan_network hanscan_network;

enum {
  /// Both sides of a picture must be a multiple of this: the network halves them five times.
  HANSCAN_NETWORK_STEP = 32,
  /// The largest picture that is taken, in pixels: the network's own memory is some 80 bytes for each.
  HANSCAN_NETWORK_PIXELS = 1048576,
};

/// Loads a network from the bytes of its file, which are not needed afterwards.
///
/// The first call of a process reads files in /proc, in which XNNPACK finds the kind of the processor. Returns NULL if the
/// bytes are no network that gives one map of its picture's size; `*error` is the reason then.
hanscan_network *hanscan_network_load(const uint8_t *model, size_t size, const char **error);

/// Gives for each pixel how likely it lies in a line of text, 0 to 1.
///
/// `pixels` holds `height` rows of `width` pixels of blue, green and red; `map` takes width * height numbers.
/// Returns the reason for which it gives none, else NULL.
const char *hanscan_network_map(
    const hanscan_network *network, const uint8_t *pixels, int width, int height, float *map);

void hanscan_network_free(hanscan_network *network);
