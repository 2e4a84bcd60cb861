#pragma once

#include <stddef.h>
#include <stdint.h>


/// Counts from 0 what libtiff says of damage on this thread.
///
/// Broken fax and JPEG data, and any in colours, is filled with something and told by a message alone: there is no other
/// sign of it. Leptonica switches libtiff's plain handlers off; those with a handle, which this sets, it leaves alone.
void hanscan_tiff_listen(void);

/// The number of times since then that libtiff said that data are missing or wrong.
unsigned hanscan_tiff_damage(void);

enum hanscan_tiff_result {
  HANSCAN_TIFF_READ,
  /// A kind that libtiff does not decode, or whose samples mean something else than light.
  HANSCAN_TIFF_UNKNOWN,
  HANSCAN_TIFF_DAMAGED,
  HANSCAN_TIFF_NO_MEMORY,
};

/// One page of a TIFF.
struct hanscan_tiff_page {
  void *_Nullable file;  ///< libtiff's handle; closed by `hanscan_tiff_close`.
  uint32_t width, height;
  uint16_t orientation;  ///< 1 to 8, as EXIF has it; not applied.
  int is_gray;           ///< Whether red, green and blue are alike in every pixel.
  const uint8_t *_Nullable bytes;
  size_t count, position;
};

/// Opens the page whose directory lies at an offset, 0 for the first; the bytes must outlive it.
enum hanscan_tiff_result hanscan_tiff_open(
    struct hanscan_tiff_page *_Nonnull page, const void *_Nonnull bytes, size_t count, uint64_t offset);

/// Rows from the top that can be decoded before libtiff tells of damage; all of a page in tiles or planes.
uint32_t hanscan_tiff_rows(struct hanscan_tiff_page *_Nonnull page);

/// Decodes a page of any layout: tiles, planes apart, samples of 1 to 64 bits, signed ones and fractions, CMYK.
///
/// - Parameter pixels: `width * height` words in rows from the top, red in the highest byte, how opaque in the lowest.
enum hanscan_tiff_result hanscan_tiff_pixels(struct hanscan_tiff_page *_Nonnull page, uint32_t *_Nonnull pixels);

void hanscan_tiff_close(struct hanscan_tiff_page *_Nonnull page);
