#include "CDecoders.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/// libjpeg's structures; it gets pointers to their first members and hands these back.
struct state {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf failure;
  struct hanscan_decoder *told;
  const uint8_t *end;
  const uint8_t *content_end;  ///< Behind the last byte that is not zero.
  int is_exhausted;            ///< libjpeg asked for more bytes than there are.
};

/// Bytes that the decoder takes before it needs them, and zeros with which pixels may end, at most.
static const size_t bytes_ahead = 64;

static struct state *state_of(j_common_ptr jpeg) { return (struct state *)jpeg; }

static void on_error(j_common_ptr jpeg) { longjmp(state_of(jpeg)->failure, 1); }

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

/// Whether the pixels that are decoded are none of the file's: it has ended, or is filled up with zeros.
static int is_past_content(const struct state *state) {
  const uint8_t *next = state->jpeg.src->next_input_byte;
  return state->is_exhausted || (next > state->content_end && (size_t)(next - state->content_end) > bytes_ahead);
}

static void on_message(j_common_ptr jpeg, int level) {
  struct state *state = state_of(jpeg);
  int code = state->errors.msg_code;
  if (code == JWRN_JPEG_EOF) state->is_exhausted = 1;
  if (level >= 0 || code == JWRN_JPEG_EOF) return;
  if (!is_past_content(state)) {
    state->told->warnings++;
  } else if (code != JWRN_EXTRANEOUS_DATA && !state->told->is_cut) {
    state->told->is_cut = 1;
    // Of several scans the first alone gives rows, the others make them finer.
    if (state->jpeg.input_scan_number <= 1) {
      uint64_t rows =
          (uint64_t)state->jpeg.input_iMCU_row * state->jpeg.max_v_samp_factor * state->jpeg.min_DCT_scaled_size;
      if (rows < state->told->rows) state->told->rows = (uint32_t)rows;
    }
  }
}

static enum hanscan_decoder_result failure(const struct state *state) {
  return state->errors.msg_code == JERR_OUT_OF_MEMORY ? HANSCAN_DECODER_NO_MEMORY : HANSCAN_DECODER_DAMAGED;
}

enum hanscan_decoder_result hanscan_jpeg_open(
    struct hanscan_decoder *told, const void *bytes, size_t count, int reduction) {
  *told = (struct hanscan_decoder){0};
  struct state *state = calloc(1, sizeof *state);
  if (state == NULL) return HANSCAN_DECODER_NO_MEMORY;
  told->state = state;
  state->told = told;
  state->end = state->content_end = (const uint8_t *)bytes + count;
  while (state->content_end > (const uint8_t *)bytes && state->content_end[-1] == 0) state->content_end--;
  struct jpeg_decompress_struct *jpeg = &state->jpeg;
  jpeg->err = jpeg_std_error(&state->errors);
  state->errors.error_exit = on_error;
  state->errors.output_message = on_output;
  state->errors.emit_message = on_message;
  told->rows = UINT32_MAX;
  if (setjmp(state->failure)) return failure(state);
  jpeg_create_decompress(jpeg);
  jpeg_mem_src(jpeg, bytes, count);
  jpeg_read_header(jpeg, TRUE);
  if (state->is_exhausted) return HANSCAN_DECODER_DAMAGED;
  jpeg->scale_num = 1;
  jpeg->scale_denom = (unsigned)reduction;
  if (jpeg->jpeg_color_space == JCS_YCCK) jpeg->out_color_space = JCS_CMYK;
  jpeg_calc_output_dimensions(jpeg);
  told->width = jpeg->output_width;
  told->height = jpeg->output_height;
  told->is_gray = jpeg->out_color_components == 1;
  // Unit 1 is the inch, 2 the centimetre.
  double unit = jpeg->density_unit == 1 ? 1 : jpeg->density_unit == 2 ? 2.54 : 0;
  told->resolution_x = (uint32_t)(jpeg->X_density * unit + 0.5);
  told->resolution_y = (uint32_t)(jpeg->Y_density * unit + 0.5);
  return HANSCAN_DECODER_READ;
}

static void store(const struct state *state, const JSAMPLE *row, uint32_t *words) {
  const struct jpeg_decompress_struct *jpeg = &state->jpeg;
  switch (jpeg->out_color_components) {
  case 1:
    for (JDIMENSION x = 0; x < jpeg->output_width; x++) ((uint8_t *)words)[x ^ 3] = row[x];
    break;
  case 3:
    for (JDIMENSION x = 0; x < jpeg->output_width; x++, row += 3)
      words[x] = (uint32_t)row[0] << 24 | (uint32_t)row[1] << 16 | (uint32_t)row[2] << 8;
    break;
  default:
    // Adobe's programs write inks inverted.
    for (JDIMENSION x = 0; x < jpeg->output_width; x++, row += 4) {
      uint32_t word = 0;
      for (int ink = 0; ink < 3; ink++)
        word = word << 8 | row[3] * (uint32_t)(jpeg->saw_Adobe_marker ? row[ink] : 255 - row[ink]) / 255;
      words[x] = word << 8;
    }
  }
}

/// Looks for the end marker behind the pixels of a picture of one scan.
static void look_behind(struct state *state) {
  if (state->jpeg.unread_marker != 0) return;
  const uint8_t *place = state->jpeg.src->next_input_byte, *end = state->end;
  while (place < end && *place == 0) place++;
  const uint8_t *marker = place;
  while (marker + 1 < end && (marker[0] != 0xFF || marker[1] == 0 || marker[1] == 0xFF)) marker++;
  if (marker + 1 >= end) {
    state->told->lacks_end = 1;
  } else if (marker > place && *place != 0xFF) {
    // Left over before a restart, the decoder lost its place; before another marker, they are another program's.
    if (marker[1] == JPEG_EOI)
      state->told->has_surplus = 1;
    else if ((marker[1] & 0xF8) == JPEG_RST0)
      state->told->warnings++;
    else
      state->told->lacks_end = 1;
  }
}

/// Whether an encoder that sends its coefficients bit by bit has sent all.
static int is_complete(const struct jpeg_decompress_struct *jpeg) {
  if (jpeg->coef_bits == NULL) return 1;
  for (int component = 0; component < jpeg->num_components; component++)
    for (int index = 0; index < DCTSIZE2; index++)
      if (jpeg->coef_bits[component][index] != 0) return 0;
  return 1;
}

enum hanscan_decoder_result hanscan_jpeg_pixels(struct hanscan_decoder *told, uint32_t *words, size_t stride) {
  struct state *state = told->state;
  struct jpeg_decompress_struct *jpeg = &state->jpeg;
  state->told = told;
  if (setjmp(state->failure)) return failure(state);
  jpeg_start_decompress(jpeg);
  int components = jpeg->out_color_components;
  if (components != 1 && components != 3 && components != 4) return HANSCAN_DECODER_DAMAGED;
  JSAMPARRAY row = jpeg->mem->alloc_sarray(
      (j_common_ptr)jpeg, JPOOL_IMAGE, jpeg->output_width * (JDIMENSION)components, 1);
  while (jpeg->output_scanline < jpeg->output_height) {
    uint32_t *line = words + jpeg->output_scanline * stride;
    if (jpeg_read_scanlines(jpeg, row, 1) != 1) return HANSCAN_DECODER_DAMAGED;
    store(state, row[0], line);
    if (!told->is_cut && !state->is_exhausted && is_past_content(state)) {
      told->is_cut = 1;
      told->rows = jpeg->output_scanline;
    }
  }
  if (state->is_exhausted) {
    told->lacks_end = 1;
    if (!is_complete(jpeg)) told->is_cut = 1;
  } else if (!jpeg_has_multiple_scans(jpeg)) {
    look_behind(state);
  }
  if (told->rows > told->height) told->rows = told->height;
  return HANSCAN_DECODER_READ;
}

void hanscan_jpeg_close(struct hanscan_decoder *told) {
  struct state *state = told->state;
  if (state == NULL) return;
  if (!setjmp(state->failure)) jpeg_destroy_decompress(&state->jpeg);
  free(state);
  told->state = NULL;
}
