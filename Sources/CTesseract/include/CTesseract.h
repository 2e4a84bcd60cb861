#pragma once
#include <tesseract/capi.h>

/// Reads the picture that the engine was given: 0, or -1 where it gave up, as `TessBaseAPIRecognize` has it.
///
/// What the engine packs and unpacks again meanwhile is packed without compression.
int hanscan_recognize(TessBaseAPI *engine);
