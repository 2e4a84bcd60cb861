#include "CDecoders.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

struct state {
  png_structp png;
  png_infop info;
  const uint8_t *next, *end;
  int passes, is_short_of_memory;
};

static void on_error(png_structp png, png_const_charp message) {
  struct state *state = png_get_error_ptr(png);
  if (strstr(message, "memory") != NULL) state->is_short_of_memory = 1;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  struct state *state = png_get_io_ptr(png);
  if ((size_t)(state->end - state->next) < count) {
    state->next = state->end;
    png_error(png, "the file ends");
  }
  memcpy(bytes, state->next, count);
  state->next += count;
}

static enum hanscan_decoder_result failure(const struct state *state) {
  return state->is_short_of_memory ? HANSCAN_DECODER_NO_MEMORY : HANSCAN_DECODER_DAMAGED;
}

enum hanscan_decoder_result hanscan_png_open(struct hanscan_decoder *told, const void *bytes, size_t count) {
  *told = (struct hanscan_decoder){0};
  struct state *state = calloc(1, sizeof *state);
  if (state == NULL) return HANSCAN_DECODER_NO_MEMORY;
  told->state = state;
  state->next = bytes;
  state->end = state->next + count;
  state->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, state, on_error, on_warning);
  if (state->png == NULL) return HANSCAN_DECODER_NO_MEMORY;
  if (setjmp(png_jmpbuf(state->png))) return failure(state);
  state->info = png_create_info_struct(state->png);
  if (state->info == NULL) return HANSCAN_DECODER_NO_MEMORY;
  png_set_read_fn(state->png, state, on_read);
  // The limits of the caller are those of the picture.
  png_set_user_limits(state->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Of a chunk that is cut each byte is used.
  png_set_compression_buffer_size(state->png, 1);
  png_read_info(state->png, state->info);
  int type = png_get_color_type(state->png, state->info);
  told->width = png_get_image_width(state->png, state->info);
  told->height = png_get_image_height(state->png, state->info);
  told->has_opacity =
      (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(state->png, state->info, PNG_INFO_tRNS) != 0;
  told->is_gray = (type & PNG_COLOR_MASK_COLOR) == 0 && !told->has_opacity;
  told->resolution_x = (uint32_t)(png_get_x_pixels_per_meter(state->png, state->info) * 0.0254 + 0.5);
  told->resolution_y = (uint32_t)(png_get_y_pixels_per_meter(state->png, state->info) * 0.0254 + 0.5);
  png_set_expand(state->png);
  png_set_strip_16(state->png);
  png_set_gray_to_rgb(state->png);
  png_set_add_alpha(state->png, 255, PNG_FILLER_AFTER);
  state->passes = png_set_interlace_handling(state->png);
  png_read_update_info(state->png, state->info);
  return HANSCAN_DECODER_READ;
}

/// The means of squares of pixels, from the sums of each channel.
static void put_means(const uint32_t *sums, uint32_t count, uint32_t pixels, uint32_t *words) {
  for (uint32_t x = 0; x < count; x++, sums += 4)
    words[x] = (sums[0] + pixels / 2) / pixels << 24 | (sums[1] + pixels / 2) / pixels << 16 |
               (sums[2] + pixels / 2) / pixels << 8 | (sums[3] + pixels / 2) / pixels;
}

enum hanscan_decoder_result hanscan_png_pixels(struct hanscan_decoder *told, uint32_t *words, uint32_t reduction) {
  struct state *state = told->state;
  uint32_t across = told->width / reduction, down = told->height / reduction;
  size_t length = (size_t)told->width * 4;
  // An interlaced picture is complete after its last pass alone, and is held whole.
  size_t held = state->passes > 1 ? told->height : 1;
  if (across == 0 || down == 0 || (state->passes > 1 && reduction > 1)) return HANSCAN_DECODER_DAMAGED;
  uint8_t *rows = calloc(held, length);
  uint32_t *sums = calloc((size_t)across * 4, sizeof *sums);
  volatile uint32_t read = 0;
  enum hanscan_decoder_result result = HANSCAN_DECODER_READ;
  if (rows == NULL || sums == NULL) {
    result = HANSCAN_DECODER_NO_MEMORY;
  } else if (!setjmp(png_jmpbuf(state->png))) {
    for (int pass = 1; pass < state->passes; pass++)
      for (uint32_t y = 0; y < told->height; y++) png_read_row(state->png, rows + y * length, NULL);
    for (uint32_t y = 0; y < told->height; y++) {
      uint8_t *row = rows + (held > 1 ? y * length : 0);
      png_read_row(state->png, row, NULL);
      read = y + 1;
      if (y / reduction >= down) continue;
      for (uint32_t x = 0; x < across * reduction; x++)
        for (int channel = 0; channel < 4; channel++) sums[x / reduction * 4 + channel] += row[x * 4 + channel];
      if (read % reduction == 0) {
        put_means(sums, across, reduction * reduction, words + (size_t)(y / reduction) * across);
        memset(sums, 0, (size_t)across * 4 * sizeof *sums);
      }
    }
  } else if (state->is_short_of_memory) {
    result = HANSCAN_DECODER_NO_MEMORY;
  } else if (state->next < state->end) {
    // An error before the end of the file is damage.
    told->warnings = 1;
  }
  told->is_cut = read < told->height;
  told->rows = read / reduction;
  free(rows);
  free(sums);
  return result;
}

void hanscan_png_close(struct hanscan_decoder *told) {
  struct state *state = told->state;
  if (state == NULL) return;
  if (state->png != NULL) png_destroy_read_struct(&state->png, &state->info, NULL);
  free(state);
  told->state = NULL;
}
