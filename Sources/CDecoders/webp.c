#include "CDecoders.h"

#include <webp/decode.h>

uint32_t hanscan_webp_rows(const void *bytes, size_t count, uint32_t *words, uint32_t width, uint32_t height) {
  size_t stride = (size_t)width * 4;
  WebPIDecoder *decoder = WebPINewRGB(MODE_RGBA, (uint8_t *)words, stride * height, (int)stride);
  if (decoder == NULL) return 0;
  WebPIUpdate(decoder, bytes, count);
  int rows = 0, across = 0, down = 0;
  if (WebPIDecGetRGB(decoder, &rows, &across, &down, NULL) == NULL) rows = 0;
  WebPIDelete(decoder);
  if ((uint32_t)across != width || (uint32_t)down != height || rows < 0) return 0;
  for (size_t index = 0; index < (size_t)rows * width; index++) words[index] = __builtin_bswap32(words[index]);
  return (uint32_t)rows;
}
