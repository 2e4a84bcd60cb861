#include "CDecoders.h"

#include <string.h>

#include <openjpeg-2.5/openjpeg.h>

/// The bytes of a file, and the place that the library reads next.
struct source {
  const uint8_t *bytes;
  size_t count, place;
};

static OPJ_SIZE_T on_read(void *buffer, OPJ_SIZE_T count, void *context) {
  struct source *source = context;
  size_t left = source->count - source->place;
  if (left == 0) return (OPJ_SIZE_T)-1;
  if (count > left) count = left;
  memcpy(buffer, source->bytes + source->place, count);
  source->place += count;
  return count;
}

static OPJ_BOOL on_seek(OPJ_OFF_T place, void *context) {
  struct source *source = context;
  const int is_inside = place >= 0 && (uint64_t)place <= source->count;
  source->place = is_inside ? (size_t)place : source->count;
  return is_inside ? OPJ_TRUE : OPJ_FALSE;
}

static OPJ_OFF_T on_skip(OPJ_OFF_T count, void *context) {
  const struct source *source = context;
  return on_seek((OPJ_OFF_T)((uint64_t)source->place + (uint64_t)count), context) ? count : -1;
}

/// A sample as 8 bits.
static uint32_t level(const opj_image_comp_t *component, size_t index) {
  int64_t value = component->data[index];
  if (component->sgnd) value += (int64_t)1 << (component->prec - 1);
  int64_t most = ((int64_t)1 << component->prec) - 1;
  return value < 0 ? 0 : value > most ? 255 : (uint32_t)(value * 255 / most);
}

static int put(const opj_image_t *image, uint32_t *words, uint32_t width, uint32_t height) {
  // Components of other sizes, as of a picture in brightness and colours, are left out.
  int colours = image->numcomps >= 3 && image->color_space != OPJ_CLRSPC_SYCC ? 3 : 1;
  for (int index = 0; index < colours; index++) {
    const opj_image_comp_t *component = &image->comps[index];
    if (component->w != width || component->h != height || component->data == NULL || component->prec < 1 ||
        component->prec > 31)
      return 0;
  }
  for (size_t place = 0; place < (size_t)width * height; place++) {
    uint32_t word = 0;
    for (int index = 0; index < 3; index++) word = word << 8 | level(&image->comps[colours == 3 ? index : 0], place);
    words[place] = word << 8 | 255;
  }
  return 1;
}

int hanscan_jpeg2000_pixels(
    const void *bytes, size_t count, int is_boxed, uint32_t *words, uint32_t width, uint32_t height) {
  struct source source = {.bytes = bytes, .count = count};
  opj_stream_t *stream = opj_stream_create(1 << 16, OPJ_TRUE);
  opj_codec_t *codec = opj_create_decompress(is_boxed ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K);
  opj_image_t *image = NULL;
  opj_dparameters_t parameters;
  int is_read = 0;
  if (stream != NULL && codec != NULL) {
    opj_stream_set_read_function(stream, on_read);
    opj_stream_set_skip_function(stream, on_skip);
    opj_stream_set_seek_function(stream, on_seek);
    opj_stream_set_user_data(stream, &source, NULL);
    opj_stream_set_user_data_length(stream, count);
    opj_set_default_decoder_parameters(&parameters);
    is_read = opj_setup_decoder(codec, &parameters) && opj_decoder_set_strict_mode(codec, OPJ_FALSE) &&
              opj_read_header(stream, codec, &image) && opj_decode(codec, stream, image) &&
              put(image, words, width, height);
  }
  if (image != NULL) opj_image_destroy(image);
  if (codec != NULL) opj_destroy_codec(codec);
  if (stream != NULL) opj_stream_destroy(stream);
  return is_read;
}
