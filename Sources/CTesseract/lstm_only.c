/* What Tesseract 5.3 does for its older recogniser although LSTMs alone are asked for. The program's own functions come
   before those of libtesseract, as in one_thread.c of CHeif.

   Of a start with the shipped network these take 76 MiB of memory that is never looked at, and an eighth of the
   processor time of a worker that reads one small receipt. What is read stays the same, to the last digit. */

/* Templates that adapt to a page's font: 33 KiB for each character. The class is made for a table that stays empty, as
   the engine's destructor expects of one that has no classes. Only the older recogniser looks into it. */
void destroy_adapted_class(void *class) __asm__("_ZN9tesseract18ADAPT_CLASS_STRUCTD1Ev") __attribute__((weak));
void delete_object(void *object) __asm__("_ZdlPv") __attribute__((weak));
void add_adapted_class(void *templates, void *class, int number) __asm__(
    "_ZN9tesseract15AddAdaptedClassEPNS_22ADAPT_TEMPLATES_STRUCTEPNS_18ADAPT_CLASS_STRUCTEi");

void add_adapted_class(void *templates, void *class, int number) {
  (void)templates;
  (void)number;
  if (destroy_adapted_class && delete_object) {
    destroy_adapted_class(class);
    delete_object(class);
  }
}

/* Letters that the older recogniser takes for each other, in any language. */
void load_universal(void *ambiguities, const void *encoder, void *characters) __asm__(
    "_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_");

void load_universal(void *ambiguities, const void *encoder, void *characters) {
  (void)ambiguities;
  (void)encoder;
  (void)characters;
}
