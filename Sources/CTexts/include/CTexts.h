#pragma once
#include <stddef.h>

// Longer texts that the program brings, as the bytes of their files. SwiftPM would embed each as an array of numbers, and
// the Swift compiler took 22 s for the translations alone (2026-11-28).

#define TEXT(name) const unsigned char *_Nonnull hanscan_##name(size_t *_Nonnull size)

// Translations of messages.
TEXT(ko_messages);

// The words of receipts.
TEXT(lexicon_txt);

// The help of commands.
TEXT(en_help);
TEXT(ko_help);

// Script, style and symbol of the pages for a browser.
TEXT(review_js);
TEXT(review_css);
TEXT(icon_svg);
TEXT(texts_json);
TEXT(page_html);

#undef TEXT
