#include "CTexts.h"

// #embed copies the bytes at compile time, and the compiler rebuilds this when they change.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define GIVE(bytes) \
  const unsigned char *hanscan_##bytes(size_t *size) { \
    *size = sizeof bytes; \
    return bytes; \
  }

static const unsigned char ko_messages[] = {
#embed "../Support/ko.messages"
};
GIVE(ko_messages)

static const unsigned char lexicon_txt[] = {
#embed "../Understanding/Receipts/lexicon.txt"
};
GIVE(lexicon_txt)

static const unsigned char en_help[] = {
#embed "../CommandLineTool/Help/en.help"
};
GIVE(en_help)

static const unsigned char ko_help[] = {
#embed "../CommandLineTool/Help/ko.help"
};
GIVE(ko_help)

static const unsigned char text_js[] = {
#embed "../Export/Web/text.js"
};
GIVE(text_js)

static const unsigned char elements_js[] = {
#embed "../Export/Web/elements.js"
};
GIVE(elements_js)

static const unsigned char sentences_js[] = {
#embed "../Export/Web/sentences.js"
};
GIVE(sentences_js)

static const unsigned char picture_js[] = {
#embed "../Export/Web/picture.js"
};
GIVE(picture_js)

static const unsigned char queue_js[] = {
#embed "../Export/Web/queue.js"
};
GIVE(queue_js)

static const unsigned char writer_js[] = {
#embed "../Export/Web/writer.js"
};
GIVE(writer_js)

static const unsigned char start_js[] = {
#embed "../Export/Web/start.js"
};
GIVE(start_js)

static const unsigned char review_css[] = {
#embed "../Export/Web/review.css"
};
GIVE(review_css)

static const unsigned char icon_svg[] = {
#embed "../Export/Web/icon.svg"
};
GIVE(icon_svg)

static const unsigned char reading_js[] = {
#embed "../Export/Web/Page/reading.js"
};
GIVE(reading_js)

static const unsigned char tabs_js[] = {
#embed "../Export/Web/Page/tabs.js"
};
GIVE(tabs_js)

static const unsigned char changes_js[] = {
#embed "../Export/Web/Page/changes.js"
};
GIVE(changes_js)

static const unsigned char receipts_js[] = {
#embed "../Export/Web/Page/receipts.js"
};
GIVE(receipts_js)

static const unsigned char shops_js[] = {
#embed "../Export/Web/Page/shops.js"
};
GIVE(shops_js)

static const unsigned char lines_js[] = {
#embed "../Export/Web/Page/lines.js"
};
GIVE(lines_js)

static const unsigned char tables_js[] = {
#embed "../Export/Web/Page/tables.js"
};
GIVE(tables_js)

static const unsigned char keys_js[] = {
#embed "../Export/Web/Page/keys.js"
};
GIVE(keys_js)

static const unsigned char page_js[] = {
#embed "../Export/Web/Page/page.js"
};
GIVE(page_js)

static const unsigned char texts_json[] = {
#embed "../Export/Web/texts.json"
};
GIVE(texts_json)

static const unsigned char drafts_js[] = {
#embed "../Export/Web/Files/drafts.js"
};
GIVE(drafts_js)

static const unsigned char collector_js[] = {
#embed "../Export/Web/Files/collector.js"
};
GIVE(collector_js)

static const unsigned char list_js[] = {
#embed "../Export/Web/Files/list.js"
};
GIVE(list_js)

static const unsigned char page_html[] = {
#embed "../Export/Web/page.html"
};
GIVE(page_html)
