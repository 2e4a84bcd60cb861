#include "cells.h"
#include "page.h"

#include <errno.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

/// Reads lists in plain text, and HTML pages that many sites offer as spreadsheets.
///
/// All cells are texts. The file does not say which of them are numbers, and an approval number may begin with zeros.

/// Bytes at the start of a file that are searched for its encoding and its tags.
enum { longest_head = 1 << 14 };
/// The first records of a text decide which separator it has; more fields than these count as one number.
enum { judged_records = 50, judged_fields = 1024 };

/// Converts a text to UTF-8, for `g_free`; returns NULL if it is no text in that encoding.
///
/// Programs cut names of shops at a fixed number of bytes, within a character. U+FFFD replaces the remaining byte.
///
/// - Parameter replaced: The number of bytes that it replaced.
static char *convert(const char *bytes, gsize length, const char *encoding, gsize *replaced) {
  GIConv converter = g_iconv_open("UTF-8", encoding);
  if (converter == (GIConv)-1) return NULL;
  gsize unit = g_str_has_prefix(encoding, "UTF-16") ? 2 : 1, left = length, room = 3 * length + 16;
  char *text = g_malloc(room + 1), *from = (char *)bytes, *to = text;
  int is_text = 1;
  *replaced = 0;
  while (is_text && left > 0 && g_iconv(converter, &from, &left, &to, &room) == (gsize)-1) {
    // The file itself may be cut within a character.
    if (errno == EINVAL && left < 4) break;
    is_text = errno == EILSEQ && left >= unit && room >= 3 && ++*replaced <= length / 200 + 1;
    if (!is_text) break;
    from += unit, left -= unit, room -= 3;
    to = (char *)memcpy(to, "\xEF\xBF\xBD", 3) + 3;
  }
  g_iconv_close(converter);
  *to = 0;
  if (is_text && strlen(text) == (size_t)(to - text)) return text;
  g_free(text);
  return NULL;
}

/// Places that the HTML parser may have for attributes of one element, two for each; it doubles them.
enum { most_attributes = 1 << 13 };

/// Finds the encoding that an HTML page names; an empty text if it names none.
static void find_charset(const GString *file, char name[32]) {
  g_autofree char *head = g_ascii_strdown(file->str, (gssize)MIN(file->len, longest_head));
  const char *place = strstr(head, "charset=");
  name[0] = 0;
  if (place != NULL) {
    place += strspn(place + 8, "\"' ") + 8;
    size_t length = strspn(place, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    g_strlcpy(name, place, MIN(length + 1, 32));
  }
}

/// Returns the whole file in UTF-8, for `g_free`; NULL if it is no text.
static char *decode(const GString *file) {
  const char *bytes = file->str;
  gsize length = file->len, korean = 0, universal = 0;
  if (g_str_has_prefix(bytes, "\xFF\xFE")) return convert(bytes + 2, length - 2, "UTF-16LE", &universal);
  if (g_str_has_prefix(bytes, "\xFE\xFF")) return convert(bytes + 2, length - 2, "UTF-16BE", &universal);
  if (g_str_has_prefix(bytes, "\xEF\xBB\xBF")) return convert(bytes + 3, length - 3, "UTF-8", &universal);
  char name[32], *text = convert(bytes, length, "UTF-8", &universal);
  if (text != NULL && universal == 0) return text;
  find_charset(file, name);
  // CP949 contains EUC-KR. Windows programs write the larger set, and name the smaller one.
  int is_korean =
      name[0] == 0 || strcmp(name, "euc-kr") == 0 || strncmp(name, "ks", 2) == 0 || strncmp(name, "utf", 3) == 0;
  char *other = convert(bytes, length, is_korean ? "CP949" : name, &korean);
  // The encoding with fewer errors is the right one.
  int is_other = text == NULL || (other != NULL && korean <= universal);
  g_free(is_other ? text : other);
  return is_other ? other : text;
}

/// Reads one field of a record; returns the place of the separator or the line end behind it.
///
/// Returns NULL if a quote is not closed.
static const char *read_field(const char *place, char separator, GString *field) {
  g_string_truncate(field, 0);
  if (*place == '"') {
    for (place++; *place != '"' || place[1] == '"'; place++) {
      if (*place == 0) return NULL;
      if (*place == '"') place++;
      // Line ends within a cell become line feeds.
      if (*place == '\r' && place[1] == '\n') place++;
      if (field->len <= limit_text_bytes) g_string_append_c(field, *place);
    }
    place++;
  }
  size_t length = strcspn(place, (const char[]){separator, '\r', '\n', 0});
  if (field->len <= limit_text_bytes) g_string_append_len(field, place, (gssize)MIN(length, limit_text_bytes));
  return place + length;
}

/// Skips a line end.
static const char *next_line(const char *place) {
  if (*place == '\r' && place[1] == '\n') return place + 2;
  return *place == 0 ? place : place + 1;
}

/// Scores a separator by the largest number of records that have the same number of fields; 0 if all have one field.
static long judge(const char *text, char separator, GString *field) {
  int counts[judged_fields] = {0};
  const char *place = text;
  for (int record = 0; record < judged_records && *place != 0; record++) {
    int fields = 0;
    while ((place = read_field(place, separator, field)) != NULL && *place == separator) place++, fields++;
    if (place == NULL) break;
    counts[MIN(fields, judged_fields - 1)]++;
    place = next_line(place);
  }
  long best = 0;
  for (int fields = 1; fields < judged_fields; fields++)
    best = MAX(best, (long)counts[fields] * judged_fields + fields);
  return best >= judged_fields ? best : 0;
}

static void read_records(struct cells *cells, const char *text) {
  g_autoptr(GString) field = g_string_new(NULL);
  char separator = 0;
  long best = 0;
  for (const char *candidate = "\t,;"; *candidate != 0; candidate++) {
    long found = judge(text, *candidate, field);
    if (found > best) best = found, separator = *candidate;
  }
  if (separator == 0) hanscan_cells_refuse(cells, "unknown");
  hanscan_cells_line(cells, "file\ttext\t0", NULL);
  hanscan_cells_sheet(cells, "", 0);
  for (long row = 1; cells->refusal == NULL && *text != 0; row++) {
    hanscan_cells_row(cells, row);
    for (long column = 0; (text = read_field(text, separator, field)) != NULL; column++, text++) {
      hanscan_cells_cell(cells, column, (struct value){'t', 0, field->str});
      if (*text != separator || cells->refusal != NULL) break;
    }
    if (text == NULL) hanscan_cells_refuse(cells, "damaged");
    else text = next_line(text);
  }
}

void hanscan_cells_text(struct cells *cells, const GString *file) {
  g_autofree char *text = decode(file);
  if (text == NULL) return hanscan_cells_refuse(cells, "unknown");
  const char *start = text + strspn(text, " \t\r\n");
  g_autofree char *head = g_ascii_strdown(start, (gssize)strnlen(start, longest_head));
  int is_page = *head == '<' && (strstr(head, "<html") != NULL || strstr(head, "<table") != NULL);
  int is_other = !is_page && (*head == '<' || *head == '{' || g_str_has_prefix(head, "%pdf-") ||
                              g_str_has_prefix(head, "mime-version:"));
  for (const char *byte = start; *byte != 0 && !is_other; byte++)
    is_other = (unsigned char)*byte < 0x20 && strchr("\t\n\v\f\r\x1A", *byte) == NULL;
  if (is_other || *start == 0) hanscan_cells_refuse(cells, "unknown");
  else if (is_page) hanscan_cells_page(cells, start, strlen(start));
  else read_records(cells, text);
}

/// The state of the HTML parser. Nested tables become rows below each other, because layout tables nest lists.
struct page {
  struct cells *cells;
  htmlParserCtxtPtr parser;
  GString *text;
  long row, column, span;       ///< The present row and cell; column -1 before the first.
  long covered[limit_columns];  ///< For each column, the last row that a cell above spans.
  int is_in_row, is_in_cell, is_apart, has_cells;
};

const char *hanscan_page_attribute(const xmlChar **attributes, const char *name) {
  for (int index = 0; attributes != NULL && attributes[index] != NULL; index += 2) {
    const char *value = (const char *)attributes[index + 1];
    if (g_ascii_strcasecmp((const char *)attributes[index], name) == 0) return value == NULL ? "" : value;
  }
  return NULL;
}

static long count_of(const xmlChar **attributes, const char *name) {
  const char *value = hanscan_page_attribute(attributes, name);
  return value == NULL ? 1 : CLAMP(strtol(value, NULL, 10), 1, 1 << 20);
}

static void finish_page_cell(struct page *page) {
  if (!page->is_in_cell) return;
  page->is_in_cell = 0;
  g_strstrip(page->text->str);
  hanscan_cells_cell(page->cells, page->column, (struct value){'t', 0, page->text->str});
  page->column += page->span - 1;
  if (page->cells->refusal != NULL) xmlStopParser(page->parser);
}

static void begin_page_row(struct page *page) {
  finish_page_cell(page);
  page->row++;
  page->column = -1;
  page->is_in_row = 1;
  hanscan_cells_row(page->cells, page->row);
}

static void begin_page_cell(struct page *page, const xmlChar **attributes) {
  finish_page_cell(page);
  if (!page->is_in_row) begin_page_row(page);
  do page->column++;
  while (page->column < limit_columns && page->covered[page->column] >= page->row);
  page->span = count_of(attributes, "colspan");
  long last = page->row + count_of(attributes, "rowspan") - 1;
  for (long column = page->column; column < MIN(page->column + page->span, limit_columns); column++)
    page->covered[column] = last;
  page->is_in_cell = page->has_cells = 1;
  page->is_apart = 0;
  g_string_truncate(page->text, 0);
}

static int is_line(const char *name) {
  return strcmp(name, "br") == 0 || strcmp(name, "p") == 0 || strcmp(name, "div") == 0 || strcmp(name, "li") == 0;
}

static void begin_page(void *pointer, const xmlChar *name, const xmlChar **attributes) {
  struct page *page = pointer;
  const char *tag = (const char *)name;
  if (strcmp(tag, "table") == 0) {
    for (int column = 0; column < limit_columns; column++) page->covered[column] = 0;
  } else if (strcmp(tag, "tr") == 0) {
    begin_page_row(page);
  } else if (strcmp(tag, "td") == 0 || strcmp(tag, "th") == 0) {
    begin_page_cell(page, attributes);
  } else if (is_line(tag) && page->text->len > 0 && page->text->len <= limit_text_bytes) {
    g_string_append_c(page->text, '\n');
    page->is_apart = 0;
  }
}

static void finish_page(void *pointer, const xmlChar *name) {
  struct page *page = pointer;
  const char *tag = (const char *)name;
  if (strcmp(tag, "td") == 0 || strcmp(tag, "th") == 0 || strcmp(tag, "tr") == 0 || strcmp(tag, "table") == 0)
    finish_page_cell(page);
  if (strcmp(tag, "tr") == 0 || strcmp(tag, "table") == 0) page->is_in_row = 0;
}

static void take_page_text(void *pointer, const xmlChar *bytes, int length) {
  struct page *page = pointer;
  for (int index = 0; index < length && page->is_in_cell && page->text->len <= limit_text_bytes; index++) {
    // A no-break space counts as a blank.
    int is_hard = bytes[index] == 0xC2 && index + 1 < length && bytes[index + 1] == 0xA0;
    if (is_hard || g_ascii_isspace(bytes[index])) {
      index += is_hard;
      page->is_apart = page->text->len > 0 && page->text->str[page->text->len - 1] != '\n';
      continue;
    }
    if (page->is_apart) g_string_append_c(page->text, ' ');
    page->is_apart = 0;
    g_string_append_c(page->text, (char)bytes[index]);
  }
}

static void ignore_script(void *pointer, const xmlChar *bytes, int length) { (void)pointer, (void)bytes, (void)length; }

/// Text that a parser has not taken yet.
struct source {
  const char *text, *end;
  htmlParserCtxtPtr parser;
};

/// Gives the parser more text; none once an element has too many attributes, each of which it compares with all others.
static int give_text(void *pointer, char *buffer, int size) {
  struct source *source = pointer;
  int count = source->parser->maxatts > most_attributes ? 0 : (int)MIN(size, source->end - source->text);
  memcpy(buffer, source->text, (size_t)count);
  source->text += count;
  return count;
}

int hanscan_page_parse(const char *text, size_t length, const htmlSAXHandler *handler, void *owner,
                       htmlParserCtxtPtr *parser) {
  struct source source = {text, text + length, *parser = htmlNewParserCtxt()};
  if (*parser == NULL) return 0;
  *(*parser)->sax = *handler;
  (*parser)->userData = owner;
  // HTML_PARSE_RECOVER: other end tags do not finish a script or a style.
  htmlCtxtReadIO(*parser, give_text, NULL, &source, NULL, "UTF-8", HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                 HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  htmlFreeParserCtxt(*parser);
  *parser = NULL;
  return source.text == source.end;
}

void hanscan_cells_page(struct cells *cells, const char *text, size_t length) {
  struct page page = {.cells = cells, .text = g_string_new(NULL), .column = -1};
  htmlSAXHandler handler = {.startElement = begin_page, .endElement = finish_page, .characters = take_page_text,
                            .ignorableWhitespace = take_page_text, .cdataBlock = ignore_script};
  hanscan_cells_line(cells, "file\tpage\t0", NULL);
  hanscan_cells_sheet(cells, "", 0);
  if (!hanscan_page_parse(text, length, &handler, &page, &page.parser)) {
    hanscan_cells_refuse(cells, "damaged");
  } else {
    finish_page_cell(&page);
    if (!page.has_cells) hanscan_cells_refuse(cells, "unknown");
  }
  g_string_free(page.text, TRUE);
}
