#pragma once
#include <stddef.h>
#include <tesseract/capi.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Copies a model for the next start of an engine on this thread, which then opens no file of that name.
void hanscan_offer_model(const char *name, const void *bytes, size_t size);

/// Starts an engine's LSTMs with the models of `languages` (names with `+` between them): 0, or -1 if it did not start.
///
/// Models that were not offered, such as one that another model asks for, are files in `folder`. The variables are set
/// before the models are loaded. Afterwards no model is on offer any more.
int hanscan_start(TessBaseAPI *engine, const char *folder, const char *languages, char *const *names,
                  char *const *values, size_t variables);

/// Reads the picture that the engine was given: 0, or -1 if it gave up, as `TessBaseAPIRecognize`.
int hanscan_recognize(TessBaseAPI *engine);

/// Whether this thread is inside of `hanscan_recognize`.
int hanscan_is_recognizing(void);

#ifdef __cplusplus
}
#endif
