/* Tesseract 5.3 loads parts of its older recognizer although only LSTMs are asked for. For the shipped model these take
   76 MiB of memory that nothing reads, and an eighth of the processor time of a worker that reads one small receipt. The
   text is the same without them, to the last digit. Another version of Tesseract gets its own functions. */
#define _GNU_SOURCE
#include "CTesseract.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

static bool is_known_version(void) { return strcmp(TessVersion(), "5.3.0") == 0; }

/* Templates that adapt to a page's font: 33 KiB for each character. The class is made for a table that stays empty, as
   the engine's destructor expects of one that has no classes. Only the older recognizer looks into it. */
#define ADD_CLASS "_ZN9tesseract15AddAdaptedClassEPNS_22ADAPT_TEMPLATES_STRUCTEPNS_18ADAPT_CLASS_STRUCTEi"
void destroy_adapted_class(void *class) __asm__("_ZN9tesseract18ADAPT_CLASS_STRUCTD1Ev") __attribute__((weak));
void delete_object(void *object) __asm__("_ZdlPv") __attribute__((weak));
void add_adapted_class(void *templates, void *class, int number) __asm__(ADD_CLASS);

void add_adapted_class(void *templates, void *class, int number) {
  if (is_known_version() && destroy_adapted_class && delete_object) {
    destroy_adapted_class(class);
    delete_object(class);
    return;
  }
  void (*const next)(void *, void *, int) = dlsym(RTLD_NEXT, ADD_CLASS);
  if (next) next(templates, class, number);
}

/* Letters that the older recognizer takes for each other, in any language. */
#define LOAD_UNIVERSAL "_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_"
void load_universal(void *ambiguities, const void *encoder, void *characters) __asm__(LOAD_UNIVERSAL);

void load_universal(void *ambiguities, const void *encoder, void *characters) {
  if (is_known_version()) return;
  void (*const next)(void *, const void *, void *) = dlsym(RTLD_NEXT, LOAD_UNIVERSAL);
  if (next) next(ambiguities, encoder, characters);
}
