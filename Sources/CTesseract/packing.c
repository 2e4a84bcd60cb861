/* Tesseract makes a PNG of each line and unpacks it again on its way to the network: a twenty-fifth of the time of
   reading a receipt. While it reads, its pictures are packed as Leptonica's own form of them, which is copied. The
   program's own function comes before that of libleptonica, as in one_thread.c of CHeif; all other calls go on to it. */
#define _GNU_SOURCE
#include "CTesseract.h"

#include <dlfcn.h>
#include <leptonica/allheaders.h>
#include <stdbool.h>

static _Thread_local bool is_reading;

int hanscan_recognize(TessBaseAPI *engine) {
  is_reading = true;
  const int result = TessBaseAPIRecognize(engine, NULL);
  is_reading = false;
  return result;
}

l_ok pixWriteMem(l_uint8 **data, size_t *size, PIX *pix, l_int32 format) {
  if (is_reading && format == IFF_PNG) return pixWriteMemSpix(data, size, pix);
  l_ok (*const next)(l_uint8 **, size_t *, PIX *, l_int32) = dlsym(RTLD_NEXT, "pixWriteMem");
  return next ? next(data, size, pix, format) : 1;
}
