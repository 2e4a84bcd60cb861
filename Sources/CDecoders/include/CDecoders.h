#pragma once

#include <stddef.h>
#include <stdint.h>

enum hanscan_decoder_result {
  HANSCAN_DECODER_READ,
  HANSCAN_DECODER_DAMAGED,
  HANSCAN_DECODER_NO_MEMORY,
};

/// A picture that a library decodes row by row, and what the library tells of it; Leptonica passes neither on.
///
/// Each word of a decoded row is one pixel, red in the highest byte and opacity in the lowest.
struct hanscan_decoder {
  void *_Nullable state;   ///< The library's own; released by the format's `close`.
  uint32_t width, height;  ///< Of the picture as it is decoded.
  int is_gray;             ///< Red, green and blue are equal in every pixel.
  int has_opacity;
  uint32_t resolution_x, resolution_y;  ///< Dots per inch; 0 if the file names none.
  uint32_t rows;                        ///< Rows from the top that were decoded from bytes of the file.
  unsigned warnings;                    ///< The library's warnings about bytes that are there.
  int is_cut;                           ///< The bytes end before the pixels do.
  int lacks_end;                        ///< The pixels are whole, and the end marker is missing.
  int has_surplus;                      ///< The pixels are whole, and bytes lie between them and the end marker.
};

/// Opens a JPEG that is decoded at 1, 1/2, 1/4 or 1/8 of its width and height; the bytes must outlive it.
enum hanscan_decoder_result hanscan_jpeg_open(
    struct hanscan_decoder *_Nonnull jpeg, const void *_Nonnull bytes, size_t count, int reduction);

/// Decodes all rows into words, `stride` of them a row. Of a gray picture each row is bytes in Leptonica's order.
enum hanscan_decoder_result hanscan_jpeg_pixels(
    struct hanscan_decoder *_Nonnull jpeg, uint32_t *_Nonnull words, size_t stride);

void hanscan_jpeg_close(struct hanscan_decoder *_Nonnull jpeg);

/// Opens a PNG, which may lack its end; the bytes must outlive it.
enum hanscan_decoder_result hanscan_png_open(
    struct hanscan_decoder *_Nonnull png, const void *_Nonnull bytes, size_t count);

/// Decodes as many rows as are there, each `reduction` rows and columns into the mean of theirs.
///
/// `words` holds `width / reduction * (height / reduction)` of them. An interlaced PNG is not reduced, and not read in part.
enum hanscan_decoder_result hanscan_png_pixels(
    struct hanscan_decoder *_Nonnull png, uint32_t *_Nonnull words, uint32_t reduction);

void hanscan_png_close(struct hanscan_decoder *_Nonnull png);

/// Decodes a JPEG 2000 as far as its bytes go, the remaining part coarsely, into `width * height` words; 0 if it can not.
int hanscan_jpeg2000_pixels(
    const void *_Nonnull bytes, size_t count, int is_boxed, uint32_t *_Nonnull words, uint32_t width, uint32_t height);

/// Decodes as many rows of a still WebP as are there into `width * height` words, and tells how many.
uint32_t hanscan_webp_rows(
    const void *_Nonnull bytes, size_t count, uint32_t *_Nonnull words, uint32_t width, uint32_t height);
