#include "CTIFF.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/// A larger tile or row of one page is no scanner's.
static const tmsize_t largest_part = 256 << 20;

static tmsize_t on_read(thandle_t handle, void *buffer, tmsize_t count) {
  struct hanscan_tiff_page *page = handle;
  size_t left = page->position < page->count ? page->count - page->position : 0;
  size_t taken = count < 0 ? 0 : (size_t)count < left ? (size_t)count : left;
  memcpy(buffer, page->bytes + page->position, taken);
  page->position += taken;
  return (tmsize_t)taken;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  struct hanscan_tiff_page *page = handle;
  if (whence == SEEK_CUR) offset += page->position;
  if (whence == SEEK_END) offset += page->count;
  page->position = offset > page->count ? page->count : (size_t)offset;
  return offset;
}

static int on_close(thandle_t handle) { return (void)handle, 0; }
static toff_t on_size(thandle_t handle) { return ((struct hanscan_tiff_page *)handle)->count; }
static int on_map(thandle_t handle, void **base, toff_t *size) {
  const struct hanscan_tiff_page *page = handle;
  *base = (void *)page->bytes;
  *size = page->count;
  return 1;
}

enum hanscan_tiff_result hanscan_tiff_open(
    struct hanscan_tiff_page *page, const void *bytes, size_t count, uint64_t offset) {
  *page = (struct hanscan_tiff_page){.bytes = bytes, .count = count, .orientation = 1};
  // libtiff wants a function that writes, and calls none for a file that is only read.
  TIFF *file = TIFFClientOpen("page", "r", page, on_read, on_read, on_seek, on_close, on_size, on_map, NULL);
  if (file == NULL) return HANSCAN_TIFF_DAMAGED;
  page->file = file;
  if (offset > 0 && !TIFFSetSubDirectory(file, offset)) return HANSCAN_TIFF_DAMAGED;
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  if (!TIFFIsCODECConfigured(compression)) return HANSCAN_TIFF_UNKNOWN;
  if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &page->width) || !TIFFGetField(file, TIFFTAG_IMAGELENGTH, &page->height))
    return HANSCAN_TIFF_DAMAGED;
  TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &page->orientation);
  if (page->orientation < 1 || page->orientation > 8) page->orientation = 1;
  // Before anybody makes room for the pixels.
  if ((TIFFIsTiled(file) ? TIFFTileSize(file) : TIFFScanlineSize(file)) > largest_part) return HANSCAN_TIFF_UNKNOWN;
  return HANSCAN_TIFF_READ;
}

void hanscan_tiff_close(struct hanscan_tiff_page *page) {
  if (page->file != NULL) TIFFClose(page->file);
  page->file = NULL;
}

uint32_t hanscan_tiff_rows(struct hanscan_tiff_page *page) {
  TIFF *file = page->file;
  uint16_t planes = PLANARCONFIG_CONTIG;
  TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
  tmsize_t size = TIFFScanlineSize(file);
  if (TIFFIsTiled(file) || planes == PLANARCONFIG_SEPARATE || size <= 0) return page->height;
  uint8_t *row = malloc((size_t)size);
  if (row == NULL) return 0;
  uint32_t rows = 0;
  while (rows < page->height && TIFFReadScanline(file, row, rows, 0) >= 0 && hanscan_tiff_damage() == 0) rows++;
  free(row);
  return rows;
}

/// The form of the samples of a page.
struct samples {
  uint16_t bits, format, count, planes, colours;
  double top;  ///< What is full light; 0 while it is looked for.
  double most; ///< The largest that was met.
};

static double half(uint16_t word) {
  int exponent = word >> 10 & 31;
  double value = word & 1023;
  if (exponent == 31) return 0;
  value = exponent == 0 ? ldexp(value, -24) : ldexp(value + 1024, exponent - 25);
  return word & 0x8000 ? -value : value;
}

/// One sample as a number; those with a sign and few bits begin at 0, as their writers mean them.
static double value(const uint8_t *row, size_t index, const struct samples *samples) {
  int is_signed = samples->format == SAMPLEFORMAT_INT, is_real = samples->format == SAMPLEFORMAT_IEEEFP;
  uint16_t word;
  uint32_t number;
  uint64_t large;
  float real;
  double exact;
  switch (samples->bits) {
  case 1:
  case 2:
  case 4: {
    size_t bit = index * samples->bits;
    return row[bit / 8] >> (8 - samples->bits - bit % 8) & ((1 << samples->bits) - 1);
  }
  case 8: return is_signed ? (int8_t)row[index] + 128 : row[index];
  case 12: {
    const uint8_t *pair = row + index / 2 * 3;
    return index & 1 ? (pair[1] & 15) << 8 | pair[2] : pair[0] << 4 | pair[1] >> 4;
  }
  case 16:
    memcpy(&word, row + index * 2, 2);
    return is_real ? half(word) : is_signed ? (int16_t)word + 32768 : word;
  case 32:
    memcpy(&number, row + index * 4, 4);
    memcpy(&real, &number, 4);
    return is_real ? real : is_signed ? (int32_t)number : number;
  default:
    memcpy(&large, row + index * 8, 8);
    memcpy(&exact, &large, 8);
    return is_real ? exact : is_signed ? (double)(int64_t)large : (double)large;
  }
}

/// Takes a row of samples: looks for the largest, or puts each in its byte of its pixel.
static void take(const uint8_t *row, struct samples *samples, uint32_t *pixels, size_t columns, int plane) {
  int is_apart = samples->planes == PLANARCONFIG_SEPARATE;
  int shown = samples->count < samples->colours ? samples->count : samples->colours;
  for (size_t column = 0; column < columns; column++) {
    for (int index = 0; index < (is_apart ? 1 : shown); index++) {
      double level = value(row, is_apart ? column : column * samples->count + (size_t)index, samples);
      if (!(level > 0)) level = 0;
      if (isinf(level)) level = 0;
      if (samples->top == 0) {
        if (level > samples->most) samples->most = level;
        continue;
      }
      uint32_t byte = level >= samples->top ? 255 : (uint32_t)(level / samples->top * 255 + 0.5);
      pixels[column] |= byte << (24 - 8 * (is_apart ? plane : index));
    }
  }
}

/// Goes through all samples of a page once.
static enum hanscan_tiff_result pass(struct hanscan_tiff_page *page, struct samples *samples, uint32_t *pixels) {
  TIFF *file = page->file;
  int is_tiled = TIFFIsTiled(file);
  tmsize_t size = is_tiled ? TIFFTileSize(file) : TIFFScanlineSize(file);
  uint32_t across = page->width, down = 1;
  if (is_tiled && (!TIFFGetField(file, TIFFTAG_TILEWIDTH, &across) || !TIFFGetField(file, TIFFTAG_TILELENGTH, &down)))
    return HANSCAN_TIFF_DAMAGED;
  tmsize_t row = is_tiled ? TIFFTileRowSize(file) : size;
  if (size <= 0 || size > largest_part || row <= 0 || across == 0 || down == 0) return HANSCAN_TIFF_DAMAGED;
  uint64_t needed = (uint64_t)across * samples->bits * (samples->planes == PLANARCONFIG_SEPARATE ? 1 : samples->count);
  if ((needed + 7) / 8 > (uint64_t)row || (uint64_t)row * down > (uint64_t)size) return HANSCAN_TIFF_DAMAGED;
  uint8_t *part = malloc((size_t)size);
  if (part == NULL) return HANSCAN_TIFF_NO_MEMORY;
  int planes = samples->planes == PLANARCONFIG_SEPARATE
                   ? (samples->count < samples->colours ? samples->count : samples->colours)
                   : 1;
  enum hanscan_tiff_result result = HANSCAN_TIFF_READ;
  for (int plane = 0; plane < planes && result == HANSCAN_TIFF_READ; plane++) {
    for (uint64_t top = 0; top < page->height && result == HANSCAN_TIFF_READ; top += down) {
      for (uint64_t left = 0; left < page->width; left += across) {
        tmsize_t read = is_tiled ? TIFFReadTile(file, part, (uint32_t)left, (uint32_t)top, 0, (uint16_t)plane)
                                 : TIFFReadScanline(file, part, (uint32_t)top, (uint16_t)plane);
        if (read < 0) {
          result = HANSCAN_TIFF_DAMAGED;
          break;
        }
        uint64_t columns = page->width - left < across ? page->width - left : across;
        for (uint64_t line = 0; line < down && top + line < page->height; line++) {
          take(part + line * (uint64_t)row, samples, pixels + (top + line) * page->width + left, (size_t)columns, plane);
        }
      }
    }
  }
  free(part);
  return result;
}

/// The highest value of the numbers: the range that the largest of them belongs to.
static double range(const struct samples *samples) {
  if (samples->bits <= 16 && samples->format != SAMPLEFORMAT_IEEEFP) return (double)((1u << samples->bits) - 1);
  if (samples->format == SAMPLEFORMAT_IEEEFP && samples->most <= 1) return 1;
  double whole = samples->format == SAMPLEFORMAT_IEEEFP ? 0 : ldexp(1, samples->bits) - 1;
  if (whole > 0 && samples->most > whole / 2) return whole;
  return samples->most <= 255 ? 255 : samples->most <= 65535 ? 65535 : samples->most;
}

/// Colours and opacity of indices and opacities that stand in each pixel.
static int look_up(TIFF *file, const struct samples *samples, uint32_t *pixels, size_t count) {
  uint16_t *maps[3], kinds_count = 0, *kinds = NULL;
  if (!TIFFGetField(file, TIFFTAG_COLORMAP, &maps[0], &maps[1], &maps[2])) return 0;
  TIFFGetField(file, TIFFTAG_EXTRASAMPLES, &kinds_count, &kinds);
  int has_opacity = samples->count > 1 && kinds_count > 0 && kinds[0] != EXTRASAMPLE_UNSPECIFIED;
  uint32_t most = (1u << samples->bits) - 1;
  // Some writers fill the lower eight of the map's 16 bits.
  int shift = 0;
  for (uint32_t index = 0; index <= most; index++)
    for (int map = 0; map < 3; map++)
      if (maps[map][index] > 255) shift = 8;
  for (size_t place = 0; place < count; place++) {
    uint32_t index = pixels[place] >> 24, word = has_opacity ? (pixels[place] >> 16 & 255) * 255 / most : 255;
    for (int map = 0; map < 3; map++) word |= (uint32_t)(maps[map][index] >> shift & 255) << (24 - 8 * map);
    pixels[place] = word;
  }
  return 1;
}

/// Red, green and blue of the samples that stand in each pixel.
static void mix(uint32_t *pixels, size_t count, uint16_t photometric) {
  for (size_t index = 0; index < count; index++) {
    uint32_t word = pixels[index];
    if (photometric == PHOTOMETRIC_SEPARATED) {
      uint32_t light = 255 - (word & 255), mixed = 255;
      for (int shift = 8; shift <= 24; shift += 8) mixed |= ((255 - (word >> shift & 255)) * light / 255) << shift;
      pixels[index] = mixed;
    } else if (photometric == PHOTOMETRIC_RGB) {
      pixels[index] = word | 255;
    } else {
      uint32_t level = photometric == PHOTOMETRIC_MINISWHITE ? 255 - (word >> 24) : word >> 24;
      pixels[index] = level * 0x01010100u | 255;
    }
  }
}

enum hanscan_tiff_result hanscan_tiff_pixels(struct hanscan_tiff_page *page, uint32_t *pixels) {
  TIFF *file = page->file;
  struct samples samples = {0};
  uint16_t photometric = PHOTOMETRIC_MINISBLACK, compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &samples.bits);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &samples.format);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples.count);
  TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &samples.planes);
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
  size_t count = (size_t)page->width * page->height;
  page->is_gray = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  char why[1024] = "";
  int is_plain = samples.format != SAMPLEFORMAT_IEEEFP && samples.format != SAMPLEFORMAT_INT;
  // libtiff says that it can do CMYK of 16 bits, and then can't.
  int is_deep_ink = photometric == PHOTOMETRIC_SEPARATED && samples.bits == 16;
  int is_palette = photometric == PHOTOMETRIC_PALETTE && samples.count > 1 && samples.bits <= 8 && is_plain;
  // libtiff multiplies colours by opacity, and those of a picture that is transparent everywhere would be lost.
  uint16_t extra = 0, *kinds = NULL;
  TIFFGetField(file, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
  int has_opacity = photometric == PHOTOMETRIC_RGB && samples.count == 4 && is_plain && compression != COMPRESSION_JPEG &&
                    (samples.bits == 8 || samples.bits == 16) && extra == 1 && kinds[0] == EXTRASAMPLE_UNASSALPHA;
  if (is_plain && !is_deep_ink && !is_palette && !has_opacity && TIFFRGBAImageOK(file, why)) {
    if (!TIFFReadRGBAImageOriented(file, page->width, page->height, pixels, page->orientation, 1))
      return HANSCAN_TIFF_DAMAGED;
    for (size_t index = 0; index < count; index++) pixels[index] = __builtin_bswap32(pixels[index]);
    return HANSCAN_TIFF_READ;
  }
  // The decoder of JPEG and its kin has no other samples than those above.
  if (compression == COMPRESSION_JPEG || compression == COMPRESSION_OJPEG) return HANSCAN_TIFF_UNKNOWN;
  samples.colours = photometric == PHOTOMETRIC_SEPARATED || has_opacity ? 4 : photometric == PHOTOMETRIC_RGB ? 3 : is_palette ? 2 : 1;
  int is_known = page->is_gray || is_palette || photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_SEPARATED;
  int is_number = samples.bits == 8 || samples.bits == 16 || samples.bits == 32 || samples.bits == 64 ||
                  (samples.bits == 12 && is_plain) || (samples.bits < 8 && is_palette);
  if (!is_known || !is_number || samples.format > SAMPLEFORMAT_VOID || samples.count < samples.colours ||
      (samples.bits == 8 && samples.format == SAMPLEFORMAT_IEEEFP))
    return HANSCAN_TIFF_UNKNOWN;
  memset(pixels, 0, count * sizeof *pixels);
  if (samples.bits > 16 || samples.format == SAMPLEFORMAT_IEEEFP) {
    enum hanscan_tiff_result result = pass(page, &samples, pixels);
    if (result != HANSCAN_TIFF_READ) return result;
  }
  samples.top = is_palette ? 255 : range(&samples);
  enum hanscan_tiff_result result = pass(page, &samples, pixels);
  if (result != HANSCAN_TIFF_READ) return result;
  if (is_palette) return look_up(file, &samples, pixels, count) ? HANSCAN_TIFF_READ : HANSCAN_TIFF_DAMAGED;
  if (!has_opacity) mix(pixels, count, photometric);
  return HANSCAN_TIFF_READ;
}
