#include "CTesseract.h"

static _Thread_local int is_recognizing;

int hanscan_recognize(TessBaseAPI *engine) {
  is_recognizing = 1;
  const int result = TessBaseAPIRecognize(engine, NULL);
  is_recognizing = 0;
  return result;
}

int hanscan_is_recognizing(void) { return is_recognizing; }
