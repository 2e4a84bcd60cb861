/* Tesseract makes a PNG of each line and unpacks it again on its way to the network, which takes a twenty-fifth of the time
   of reading a receipt. While it reads, its pictures are packed in Leptonica's own form, which is a copy. All other calls
   go on to libleptonica. */
#define _GNU_SOURCE
#include "CTesseract.h"

#include <dlfcn.h>
#include <leptonica/allheaders.h>

l_ok pixWriteMem(l_uint8 **data, size_t *size, PIX *pix, l_int32 format) {
  if (hanscan_is_recognizing() && format == IFF_PNG) return pixWriteMemSpix(data, size, pix);
  l_ok (*const next)(l_uint8 **, size_t *, PIX *, l_int32) = dlsym(RTLD_NEXT, "pixWriteMem");
  return next ? next(data, size, pix, format) : 1;
}
