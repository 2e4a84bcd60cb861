#pragma once
#include <stddef.h>

// Longer texts that the program brings, as the bytes of their files. The Swift compiler takes a fifth of a second for each
// thousand bytes that a resource embeds in code; a C compiler takes none.

#define TEXT(name) const unsigned char *_Nonnull hanscan_##name(size_t *_Nonnull size)

// Translations of messages.
TEXT(ko_messages);

// The words of receipts.
TEXT(lexicon_txt);

// The help of commands.
TEXT(en_help);
TEXT(ko_help);

// Scripts, style and symbol of the pages for a browser.
TEXT(text_js);
TEXT(elements_js);
TEXT(sentences_js);
TEXT(picture_js);
TEXT(queue_js);
TEXT(writer_js);
TEXT(start_js);
TEXT(review_css);
TEXT(icon_svg);
TEXT(reading_js);
TEXT(tabs_js);
TEXT(changes_js);
TEXT(receipts_js);
TEXT(shops_js);
TEXT(lines_js);
TEXT(tables_js);
TEXT(keys_js);
TEXT(page_js);
TEXT(texts_json);
TEXT(drafts_js);
TEXT(collector_js);
TEXT(list_js);
TEXT(page_html);

#undef TEXT
