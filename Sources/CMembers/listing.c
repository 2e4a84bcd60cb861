#include "cells.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

/// Lists that are plain text, and HTML pages that are called spreadsheets, as many sites give them out.
///
/// Their cells are texts: nothing says which of them is a number, and a number of a card may begin with zeros.

/// Bytes in which a page tells of its encoding and of what it is.
enum { longest_head = 1 << 14 };
/// Records that the separator is judged by, and separators between two fields of one.
enum { judged_records = 50, judged_fields = 1024 };

/// The text in UTF-8, for `g_free`; NULL if it is no sound text in that encoding.
static char *convert(const char *bytes, gsize length, const char *encoding) {
  gsize read = 0, written = 0;
  char *text = g_convert(bytes, (gssize)length, "UTF-8", encoding, &read, &written, NULL);
  // A file that is cut off may finish within a character.
  if (text != NULL && read + 4 > length && strlen(text) == written) return text;
  g_free(text);
  return NULL;
}

/// The encoding that an HTML page names; an empty text if there is none.
static void find_charset(const GString *file, char name[32]) {
  char *head = g_ascii_strdown(file->str, (gssize)MIN(file->len, longest_head));
  const char *place = strstr(head, "charset=");
  name[0] = 0;
  if (place != NULL) {
    place += strspn(place + 8, "\"' ") + 8;
    size_t length = strspn(place, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    g_strlcpy(name, place, MIN(length + 1, 32));
  }
  g_free(head);
}

/// The whole file in UTF-8, for `g_free`; NULL if it is no text.
static char *decode(const GString *file) {
  if (file->len >= 2 && memcmp(file->str, "\xFF\xFE", 2) == 0) return convert(file->str + 2, file->len - 2, "UTF-16LE");
  if (file->len >= 2 && memcmp(file->str, "\xFE\xFF", 2) == 0) return convert(file->str + 2, file->len - 2, "UTF-16BE");
  gsize mark = file->len >= 3 && memcmp(file->str, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  if (memchr(file->str, 0, file->len) != NULL) return NULL;
  if (g_utf8_validate(file->str + mark, (gssize)(file->len - mark), NULL)) return g_strdup(file->str + mark);
  char name[32];
  find_charset(file, name);
  // Windows calls its larger set of Hangul by the name of the smaller one.
  int is_korean = name[0] == 0 || strcmp(name, "euc-kr") == 0 || strncmp(name, "ks", 2) == 0 || strncmp(name, "utf", 3) == 0;
  return convert(file->str, file->len, is_korean ? "CP949" : name);
}

/// Reads one field of a record; returns where its separator or its end of line is, or NULL if a quote is not closed.
static const char *read_field(const char *place, char separator, GString *field) {
  g_string_truncate(field, 0);
  if (*place == '"') {
    for (place++; *place != '"' || place[1] == '"'; place++) {
      if (*place == 0) return NULL;
      if (*place == '"') place++;
      // A line within a cell finishes as lines of this system do.
      if (*place == '\r' && place[1] == '\n') place++;
      if (field->len <= limit_text_bytes) g_string_append_c(field, *place);
    }
    place++;
  }
  size_t length = strcspn(place, (const char[]){separator, '\r', '\n', 0});
  if (field->len <= limit_text_bytes) g_string_append_len(field, place, (gssize)MIN(length, limit_text_bytes));
  return place + length;
}

/// The line behind an end of line.
static const char *next_line(const char *place) {
  if (*place == '\r' && place[1] == '\n') return place + 2;
  return *place == 0 ? place : place + 1;
}

/// How much a separator is one: records with the usual number of fields, of which more than one are better.
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
  for (int fields = 1; fields < judged_fields; fields++) best = MAX(best, (long)counts[fields] * judged_fields + fields);
  return best >= judged_fields ? best : 0;
}

static void read_records(struct cells *cells, const char *text) {
  GString *field = g_string_new(NULL);
  char separator = 0;
  long best = 0;
  for (const char *candidate = "\t,;"; *candidate != 0; candidate++) {
    long found = judge(text, *candidate, field);
    if (found > best) best = found, separator = *candidate;
  }
  if (separator == 0) hanscan_cells_refuse(cells, "unknown");
  hanscan_cells_line(cells, "file\ttext\t0", NULL);
  hanscan_cells_sheet(cells, "", 0);
  for (long row = 1; *text != 0 && cells->refusal == NULL; row++) {
    hanscan_cells_row(cells, row, 0);
    for (long column = 0; cells->refusal == NULL; column++) {
      text = read_field(text, separator, field);
      if (text == NULL) {
        hanscan_cells_refuse(cells, "damaged");
        break;
      }
      hanscan_cells_cell(cells, column, (struct value){'t', 0, field->str});
      if (*text != separator) break;
      text++;
    }
    if (text != NULL) text = next_line(text);
  }
  g_string_free(field, TRUE);
}

void hanscan_cells_text(struct cells *cells, const GString *file) {
  char *text = decode(file);
  if (text == NULL) return hanscan_cells_refuse(cells, "unknown");
  const char *start = text + strspn(text, " \t\r\n");
  char *head = g_ascii_strdown(start, (gssize)strnlen(start, longest_head));
  int is_page = *head == '<' && (strstr(head, "<html") != NULL || strstr(head, "<table") != NULL);
  int is_other = !is_page && (*head == '<' || *head == '{' || g_str_has_prefix(head, "%pdf-"));
  g_free(head);
  for (const char *byte = start; *byte != 0 && !is_other; byte++)
    is_other = (unsigned char)*byte < 0x20 && strchr("\t\n\v\f\r\x1A", *byte) == NULL;
  if (is_other || *start == 0) hanscan_cells_refuse(cells, "unknown");
  else if (is_page) hanscan_cells_page(cells, start, strlen(start));
  else read_records(cells, text);
  g_free(text);
}

/// The rows of a page under way. Tables within each other are rows below each other.
struct page {
  struct cells *cells;
  htmlParserCtxtPtr parser;
  GString *text;
  long row, column, span;       ///< The row and the cell under way; column -1 before the first.
  long covered[limit_columns];  ///< The last row that a cell above covers in a column.
  int is_in_row, is_in_cell, is_apart, has_cells;
};

static const char *find(const xmlChar **attributes, const char *name) {
  for (int index = 0; attributes != NULL && attributes[index] != NULL; index += 2) {
    const char *value = (const char *)attributes[index + 1];
    if (g_ascii_strcasecmp((const char *)attributes[index], name) == 0) return value == NULL ? "" : value;
  }
  return NULL;
}

static long count_of(const xmlChar **attributes, const char *name) {
  const char *value = find(attributes, name);
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

static void begin_page_row(struct page *page, const xmlChar **attributes) {
  finish_page_cell(page);
  const char *style = attributes == NULL ? NULL : find(attributes, "style");
  page->row++;
  page->column = -1;
  page->is_in_row = 1;
  hanscan_cells_row(page->cells, page->row,
                    style != NULL && (strstr(style, "display:none") != NULL || strstr(style, "display: none") != NULL));
}

static void begin_page_cell(struct page *page, const xmlChar **attributes) {
  finish_page_cell(page);
  if (!page->is_in_row) begin_page_row(page, NULL);
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
    begin_page_row(page, attributes);
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
    // A blank that keeps words together is one as well.
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

void hanscan_cells_page(struct cells *cells, const char *text, size_t length) {
  struct page page = {.cells = cells, .text = g_string_new(NULL), .column = -1};
  page.parser = htmlCreateMemoryParserCtxt(text, (int)length);
  xmlCharEncodingHandlerPtr encoding = xmlFindCharEncodingHandler("UTF-8");
  hanscan_cells_line(cells, "file\tpage\t0", NULL);
  hanscan_cells_sheet(cells, "", 0);
  if (page.parser == NULL || encoding == NULL) {
    hanscan_cells_refuse(cells, "damaged");
  } else {
    *page.parser->sax = (htmlSAXHandler){.startElement = begin_page, .endElement = finish_page,
                                         .characters = take_page_text, .ignorableWhitespace = take_page_text,
                                         .cdataBlock = ignore_script};
    page.parser->userData = &page;
    htmlCtxtUseOptions(page.parser, HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    // What the page says of its encoding was true of its bytes, and is not of this text.
    xmlSwitchToEncoding(page.parser, encoding);
    page.parser->userData = &page;
    htmlParseDocument(page.parser);
    finish_page_cell(&page);
    if (!page.has_cells) hanscan_cells_refuse(cells, "unknown");
  }
  if (page.parser != NULL) htmlFreeParserCtxt(page.parser);
  g_string_free(page.text, TRUE);
}
