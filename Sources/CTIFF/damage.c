#include "CTIFF.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

static _Thread_local unsigned damage;

static int begins(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

// Errors of whatever reads and decompresses data; those of a directory may be about the next page.
static void on_error(thandle_t handle, const char *module, const char *format, va_list arguments) {
  (void)handle, (void)format, (void)arguments;
  if (!module) return;
  if (strstr(module, "Decode") || begins(module, "JPEGLib") || begins(module, "LibJpeg") ||
      begins(module, "TIFFFillStrip") || begins(module, "TIFFFillTile"))
    damage++;
}

// The fax decoders warn of lines that are too short or too long. libjpeg warns of oddities that cost no pixel, too, and
// libtiff hands on only the first warning of a strip: one that merely lacks its end can't be told from one that is cut.
static void on_warning(thandle_t handle, const char *module, const char *format, va_list arguments) {
  (void)handle;
  if (!module || !format) return;
  if (begins(module, "Fax") && strstr(module, "Decode")) damage++;
  if (begins(module, "JPEGLib") || begins(module, "LibJpeg")) {
    char text[80];
    vsnprintf(text, sizeof text, format, arguments);
    if (begins(text, "Corrupt JPEG data") || begins(text, "Inconsistent progression") ||
        begins(text, "Premature end of JPEG file"))
      damage++;
  }
}

static void set_handlers(void) {
  TIFFSetErrorHandlerExt(on_error);
  TIFFSetWarningHandlerExt(on_warning);
}

void hanscan_tiff_listen(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, set_handlers);
  damage = 0;
}

unsigned hanscan_tiff_damage(void) { return damage; }
