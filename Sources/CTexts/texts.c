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

static const unsigned char review_css[] = {
#embed "../Export/Web/review.css"
};
GIVE(review_css)

static const unsigned char icon_svg[] = {
#embed "../Export/Web/icon.svg"
};
GIVE(icon_svg)

static const unsigned char texts_json[] = {
#embed "../Export/Web/texts.json"
};
GIVE(texts_json)

static const unsigned char page_html[] = {
#embed "../Export/Web/page.html"
};
GIVE(page_html)

// The scripts of the pages, in the order in which they run.
static const unsigned char review_js[] = {
#embed "../Export/Web/text.js" suffix(,)
#embed "../Export/Web/elements.js" suffix(,)
#embed "../Export/Web/sentences.js" suffix(,)
#embed "../Export/Web/picture.js" suffix(,)
#embed "../Export/Web/queue.js" suffix(,)
#embed "../Export/Web/writer.js" suffix(,)
#embed "../Export/Web/Files/drafts.js" suffix(,)
#embed "../Export/Web/Files/collector.js" suffix(,)
#embed "../Export/Web/Files/list.js" suffix(,)
#embed "../Export/Web/Page/reading.js" suffix(,)
#embed "../Export/Web/Page/tabs.js" suffix(,)
#embed "../Export/Web/Page/changes.js" suffix(,)
#embed "../Export/Web/Page/receipts.js" suffix(,)
#embed "../Export/Web/Page/shops.js" suffix(,)
#embed "../Export/Web/Page/lines.js" suffix(,)
#embed "../Export/Web/Page/tables.js" suffix(,)
#embed "../Export/Web/Page/keys.js" suffix(,)
#embed "../Export/Web/Page/page.js" suffix(,)
#embed "../Export/Web/start.js"
};
GIVE(review_js)
