#include "cells.h"

#include <archive.h>
#include <archive_entry.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Reads workbooks of Excel since 2007: XML parts in a ZIP archive.
///
/// The parser expands no entities and opens no other file. A part with a document type is refused.

/// Limits of hostile files; Excel writes fewer.
enum { most_parts = 10000, most_styles = 1 << 16, longest_attribute = 1 << 10 };

/// An entry of the workbook's list of sheets.
struct tab {
  char *name, *relation;
  int is_hidden;
};

/// The start of an element, with the attributes of libxml2: five pointers each.
struct element {
  const char *name;
  const xmlChar **attributes;
  int count;
};

struct workbook {
  struct cells *cells;
  const GString *file;
  // The present part.
  struct archive *archive;
  xmlParserCtxtPtr parser;
  long left;  ///< Bytes that may still be unpacked.
  void (*begin)(struct workbook *, const struct element *);
  void (*finish)(struct workbook *, const char *name);
  // Facts of the whole file.
  GPtrArray *tabs;
  GHashTable *targets;  ///< Paths of the sheets by their relations.
  char *strings_path, *styles_path;
  int is_1904, has_charts;
  GHashTable *date_formats;
  GByteArray *styles;   ///< 1 for each style that shows a date.
  GString *strings;     ///< The shared strings, each with a NUL.
  GArray *starts;       ///< Where each begins.
  // The present element.
  GString *text;
  int takes_text, is_phonetic, is_in_styles;
  char type[16];
  long row, column, style;
  int has_formula;
};

static void stop(struct workbook *book, const char *reason) {
  hanscan_cells_refuse(book->cells, reason);
  if (book->parser != NULL) xmlStopParser(book->parser);
}

/// Copies the value of an attribute; an empty text if the element has no such attribute.
static const char *attribute(const struct element *element, const char *name, char text[longest_attribute]) {
  text[0] = 0;
  for (int index = 0; index < element->count; index++) {
    const xmlChar **fields = element->attributes + 5 * index;
    if (strcmp((const char *)fields[0], name) != 0) continue;
    size_t length = MIN((size_t)(fields[4] - fields[3]), longest_attribute - 1);
    memcpy(text, fields[3], length);
    text[length] = 0;
    // Without entities the parser keeps an ampersand as a reference.
    for (char *place = text; (place = strstr(place, "&#38;")) != NULL; place++)
      memmove(place + 1, place + 5, strlen(place + 5) + 1);
    break;
  }
  return text;
}

static long number(const struct element *element, const char *name, long otherwise) {
  char text[longest_attribute];
  return *attribute(element, name, text) == 0 ? otherwise : strtol(text, NULL, 10);
}

static int is_true(const struct element *element, const char *name) {
  char text[longest_attribute];
  attribute(element, name, text);
  return strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
}

/// Reads a reference such as `AB12`; returns what follows, or NULL.
static const char *reference(const char *text, long *row, long *column) {
  long letters = 0, digits = 0;
  for (; *text == '$' || g_ascii_isalpha(*text); text++) {
    if (*text != '$') letters = letters * 26 + g_ascii_toupper(*text) - 'A' + 1;
    if (letters > 1 << 14) return NULL;
  }
  for (; *text == '$' || g_ascii_isdigit(*text); text++) {
    if (*text != '$') digits = digits * 10 + *text - '0';
    if (digits > 1 << 20) return NULL;
  }
  if (letters == 0 || digits == 0) return NULL;
  *column = letters - 1;
  *row = digits;
  return text;
}

static void begin_relation(struct workbook *book, const struct element *element) {
  if (strcmp(element->name, "Relationship") != 0 || g_hash_table_size(book->targets) > most_parts) return;
  char id[longest_attribute], target[longest_attribute], type[longest_attribute];
  attribute(element, "Id", id), attribute(element, "Target", target), attribute(element, "Type", type);
  char *path = target[0] == '/' ? g_strdup(target + 1) : g_strconcat("xl/", target, NULL);
  if (g_str_has_suffix(type, "/sharedStrings") && book->strings_path == NULL) book->strings_path = g_strdup(path);
  if (g_str_has_suffix(type, "/styles") && book->styles_path == NULL) book->styles_path = g_strdup(path);
  // Chart sheets have no cells.
  if (g_str_has_suffix(type, "/worksheet")) g_hash_table_insert(book->targets, g_strdup(id), path);
  else g_free(path);
}

static void free_tab(void *pointer) {
  struct tab *tab = pointer;
  g_free(tab->name);
  g_free(tab->relation);
  g_free(tab);
}

static void begin_workbook(struct workbook *book, const struct element *element) {
  char text[longest_attribute];
  if (strcmp(element->name, "workbookPr") == 0) book->is_1904 = is_true(element, "date1904");
  if (strcmp(element->name, "sheet") != 0) return;
  if (book->tabs->len >= limit_sheets) return stop(book, "sheets");
  struct tab *tab = g_new0(struct tab, 1);
  tab->name = g_strdup(attribute(element, "name", text));
  tab->relation = g_strdup(attribute(element, "id", text));
  tab->is_hidden = g_str_has_suffix(attribute(element, "state", text), "idden");
  g_ptr_array_add(book->tabs, tab);
}

static void begin_style(struct workbook *book, const struct element *element) {
  if (strcmp(element->name, "cellXfs") == 0) book->is_in_styles = 1;
  if (strcmp(element->name, "numFmt") == 0 && g_hash_table_size(book->date_formats) < most_styles) {
    char text[longest_attribute];
    void *key = GINT_TO_POINTER((int)number(element, "numFmtId", 0));
    int is_date = hanscan_cells_is_date_format(attribute(element, "formatCode", text));
    g_hash_table_insert(book->date_formats, key, GINT_TO_POINTER(is_date));
  }
  if (strcmp(element->name, "xf") != 0 || !book->is_in_styles || book->styles->len >= most_styles) return;
  long format = number(element, "numFmtId", 0);
  void *custom = NULL;
  int is_custom = g_hash_table_lookup_extended(book->date_formats, GINT_TO_POINTER((int)format), NULL, &custom);
  guint8 is_date = is_custom ? custom != NULL : hanscan_cells_is_date_number(format);
  g_byte_array_append(book->styles, &is_date, 1);
}

static void finish_style(struct workbook *book, const char *name) {
  if (strcmp(name, "cellXfs") == 0) book->is_in_styles = 0;
}

/// Joins the `t` elements of a rich text, and skips its phonetic runs.
static void begin_text(struct workbook *book, const struct element *element) {
  if (strcmp(element->name, "rPh") == 0) book->is_phonetic = 1;
  else if (strcmp(element->name, "t") == 0) book->takes_text = !book->is_phonetic;
}

static void finish_text(struct workbook *book, const char *name) {
  if (strcmp(name, "rPh") == 0) book->is_phonetic = 0;
  else if (strcmp(name, "t") == 0) book->takes_text = 0;
}

static void begin_string(struct workbook *book, const struct element *element) {
  if (strcmp(element->name, "si") == 0) g_string_truncate(book->text, 0);
  begin_text(book, element);
}

static void finish_string(struct workbook *book, const char *name) {
  finish_text(book, name);
  if (strcmp(name, "si") != 0) return;
  g_array_append_val(book->starts, book->strings->len);
  g_string_append_len(book->strings, book->text->str, (gssize)book->text->len + 1);
  if (book->strings->len + book->starts->len * sizeof(gsize) > limit_strings) stop(book, "bytes");
}

static void begin_cell(struct workbook *book, const struct element *element) {
  char text[longest_attribute];
  long row = 0;
  book->column++;
  if (*attribute(element, "r", text) != 0) {
    const char *rest = reference(text, &row, &book->column);
    if (rest == NULL || *rest != 0 || row != book->row) return stop(book, "damaged");
  }
  g_strlcpy(book->type, attribute(element, "t", text), sizeof book->type);
  book->style = number(element, "s", 0);
  book->has_formula = 0;
  g_string_truncate(book->text, 0);
}

static void begin_sheet(struct workbook *book, const struct element *element) {
  const char *name = element->name;
  char text[longest_attribute];
  if (strcmp(name, "row") == 0) {
    book->row = number(element, "r", book->row + 1);
    book->column = -1;
    hanscan_cells_row(book->cells, book->row, is_true(element, "hidden"));
  } else if (strcmp(name, "c") == 0) {
    begin_cell(book, element);
  } else if (strcmp(name, "v") == 0) {
    g_string_truncate(book->text, 0);
    book->takes_text = 1;
  } else if (strcmp(name, "f") == 0) {
    book->has_formula = 1;
  } else if (strcmp(name, "col") == 0 && is_true(element, "hidden")) {
    long first = number(element, "min", 0) - 1, last = MIN(number(element, "max", 0), limit_columns) - 1;
    snprintf(text, sizeof text, "hide\t%ld\t%ld", first, last);
    if (first >= 0 && first <= last) hanscan_cells_line(book->cells, text, NULL);
  } else if (strcmp(name, "mergeCell") == 0) {
    long place[4];
    const char *rest = reference(attribute(element, "ref", text), &place[0], &place[1]);
    if (rest == NULL || *rest != ':' || (rest = reference(rest + 1, &place[2], &place[3])) == NULL || *rest != 0 ||
        place[0] > place[2] || place[1] > place[3])
      return stop(book, "damaged");
    snprintf(text, sizeof text, "merge\t%ld\t%ld\t%ld\t%ld", place[0], place[1], place[2], place[3]);
    hanscan_cells_line(book->cells, text, NULL);
  } else {
    begin_text(book, element);
  }
  if (book->cells->refusal != NULL) stop(book, "damaged");
}

/// Decodes `_x000D_` and the like, which Excel writes for characters that XML can't have.
static void unescape(GString *text) {
  char *to = text->str;
  for (const char *from = text->str; *from != 0;) {
    char *end = NULL;
    int is_code = g_str_has_prefix(from, "_x") && g_ascii_isxdigit(from[2]);
    unsigned long code = is_code ? strtoul(from + 2, &end, 16) : 0;
    if (end != from + 6 || *end != '_' || !g_unichar_validate((gunichar)code)) {
      *to++ = *from++;
      continue;
    }
    if (code >= 0x20 || code == '\n' || code == '\t') to += g_unichar_to_utf8((gunichar)code, to);
    from += 7;
  }
  g_string_truncate(text, (gsize)(to - text->str));
}

/// Whether a text begins with a pattern, in which 0 stands for any digit.
static int matches(const char *text, const char *pattern) {
  for (; *pattern != 0; text++, pattern++) {
    if (*pattern == '0' ? !g_ascii_isdigit(*text) : *text != *pattern) return 0;
  }
  return 1;
}

/// Whether a text is a date in ISO 8601; cuts fractions of seconds and time zones off.
static int is_written_date(GString *text) {
  const char *day = text->str;
  if (!matches(day, "0000-00-00")) return 0;
  if (!g_date_valid_dmy((GDateDay)atoi(day + 8), (GDateMonth)atoi(day + 5), (GDateYear)atoi(day))) return 0;
  if (day[10] == 0) return 1;
  if (!matches(day + 10, "T00:00:00") || atoi(day + 11) > 23 || atoi(day + 14) > 59 || atoi(day + 17) > 59) return 0;
  g_string_truncate(text, 19);
  return 1;
}

/// Converts the present text to a number or a date, and returns its kind; any other text stays a text.
static char take_number(struct workbook *book) {
  char *end, text[64];
  double number = g_ascii_strtod(book->text->str, &end);
  if (*end != 0 || !isfinite(number)) return 't';
  int is_date = book->style >= 0 && book->style < (long)book->styles->len && book->styles->data[book->style];
  char kind = is_date && hanscan_cells_date(number, book->is_1904, text) ? 'd' : 'n';
  if (kind == 'n') hanscan_cells_number(number, text);
  g_string_assign(book->text, text);
  return kind;
}

static void finish_cell(struct workbook *book) {
  GString *text = book->text;
  char kind = 't';
  if (text->len == 0) {
    // Only a formula makes an empty cell count.
  } else if (strcmp(book->type, "s") == 0) {
    char *end;
    unsigned long index = strtoul(text->str, &end, 10);
    if (*end != 0 || index >= book->starts->len) return stop(book, "damaged");
    g_string_assign(text, book->strings->str + g_array_index(book->starts, gsize, index));
  } else if (strcmp(book->type, "b") == 0) {
    kind = 'b';
    g_string_assign(text, strcmp(text->str, "1") == 0 || strcmp(text->str, "true") == 0 ? "1" : "0");
  } else if (strcmp(book->type, "e") == 0) {
    kind = 'e';
  } else if (strcmp(book->type, "d") == 0) {
    if (is_written_date(text)) kind = 'd';
  } else if (*book->type == 0 || strcmp(book->type, "n") == 0) {
    kind = take_number(book);
  }
  if (kind == 't') unescape(text);
  hanscan_cells_cell(book->cells, book->column, (struct value){kind, book->has_formula, text->str});
}

static void finish_sheet(struct workbook *book, const char *name) {
  if (strcmp(name, "c") == 0) finish_cell(book);
  else if (strcmp(name, "v") == 0) book->takes_text = 0;
  else finish_text(book, name);
  if (book->cells->refusal != NULL) stop(book, "damaged");
}

static void take_begin(void *pointer, const xmlChar *name, const xmlChar *prefix, const xmlChar *space, int spaces,
                       const xmlChar **declared, int count, int defaulted, const xmlChar **attributes) {
  (void)prefix, (void)space, (void)spaces, (void)declared, (void)defaulted;
  struct workbook *book = pointer;
  book->begin(book, &(struct element){(const char *)name, attributes, count});
}

static void take_finish(void *pointer, const xmlChar *name, const xmlChar *prefix, const xmlChar *space) {
  (void)prefix, (void)space;
  struct workbook *book = pointer;
  if (book->finish != NULL) book->finish(book, (const char *)name);
}

static void take_text(void *pointer, const xmlChar *text, int length) {
  struct workbook *book = pointer;
  if (!book->takes_text || book->text->len > limit_text_bytes) return;
  g_string_append_len(book->text, (const char *)text, length);
}

static void refuse_type(void *pointer, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
  (void)name, (void)external, (void)system;
  stop(pointer, "damaged");
}

static int read_part(void *pointer, char *buffer, int size) {
  struct workbook *book = pointer;
  ssize_t count = archive_read_data(book->archive, buffer, (size_t)size);
  if (count < 0) hanscan_cells_refuse(book->cells, "damaged");
  book->left -= MAX(count, 0);
  if (book->left < 0) hanscan_cells_refuse(book->cells, "bytes");
  return book->cells->refusal != NULL ? -1 : (int)count;
}

static struct archive *open_archive(const GString *file) {
  struct archive *archive = archive_read_new();
  if (archive == NULL) return NULL;
  if (archive_read_support_format_zip_seekable(archive) >= ARCHIVE_WARN &&
      archive_read_open_memory(archive, file->str, file->len) >= ARCHIVE_WARN)
    return archive;
  archive_read_free(archive);
  return NULL;
}

/// Returns the next part's name in small letters; NULL after the last one, or if the archive is damaged.
static char *next_part(struct archive *archive, struct archive_entry **entry, int *result) {
  *result = archive_read_next_header(archive, entry);
  if (*result < ARCHIVE_WARN || *result == ARCHIVE_EOF) return NULL;
  const char *name = archive_entry_pathname(*entry);
  return g_ascii_strdown(name == NULL ? "" : name[0] == '/' ? name + 1 : name, -1);
}

/// Parses a part; returns 0 if the file has none of that name.
static int parse(struct workbook *book, const char *path, void (*begin)(struct workbook *, const struct element *),
                 void (*finish)(struct workbook *, const char *)) {
  if (path == NULL || book->cells->refusal != NULL) return 0;
  book->archive = open_archive(book->file);
  char *wanted = g_ascii_strdown(path, -1), *name = NULL;
  int result = ARCHIVE_OK;
  for (struct archive_entry *entry; book->archive != NULL;) {
    name = next_part(book->archive, &entry, &result);
    if (name == NULL || strcmp(name, wanted) == 0) break;
    g_free(name);
  }
  g_free(wanted);
  int is_found = name != NULL;
  g_free(name);
  if (is_found) {
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC, .startElementNs = take_begin, .endElementNs = take_finish,
                             .characters = take_text, .cdataBlock = take_text, .internalSubset = refuse_type};
    book->begin = begin;
    book->finish = finish;
    book->takes_text = book->is_phonetic = 0;
    book->parser = xmlCreateIOParserCtxt(&handler, book, read_part, NULL, book, XML_CHAR_ENCODING_NONE);
    if (book->parser != NULL) {
      xmlCtxtUseOptions(book->parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
      xmlParseDocument(book->parser);
    }
    if (book->parser == NULL || !book->parser->wellFormed) hanscan_cells_refuse(book->cells, "damaged");
    xmlFreeParserCtxt(book->parser);
    book->parser = NULL;
  }
  if (book->archive != NULL) archive_read_free(book->archive);
  book->archive = NULL;
  return is_found;
}

/// Checks the names of all parts before any is read.
static void survey(struct workbook *book) {
  struct archive *archive = open_archive(book->file);
  if (archive == NULL) return hanscan_cells_refuse(book->cells, "damaged");
  struct archive_entry *entry;
  int result, is_workbook = 0;
  char *name;
  for (int count = 0; (name = next_part(archive, &entry, &result)) != NULL; count++) {
    if (count >= most_parts) hanscan_cells_refuse(book->cells, "bytes");
    if (strcmp(name, "xl/workbook.xml") == 0) is_workbook = 1;
    if (archive_entry_is_encrypted(entry)) hanscan_cells_refuse(book->cells, "encrypted");
    if (g_str_has_suffix(name, "vbaproject.bin") || g_str_has_prefix(name, "xl/macrosheets/"))
      hanscan_cells_refuse(book->cells, "macros");
    if (g_str_has_prefix(name, "xl/charts/") || g_str_has_prefix(name, "xl/chartsheets/")) book->has_charts = 1;
    g_free(name);
    if (book->cells->refusal != NULL) break;
  }
  archive_read_free(archive);
  if (result < ARCHIVE_WARN) hanscan_cells_refuse(book->cells, "damaged");
  if (!is_workbook && book->cells->refusal == NULL) hanscan_cells_refuse(book->cells, "unknown");
}

static void read_sheets(struct workbook *book) {
  for (guint index = 0; index < book->tabs->len && book->cells->refusal == NULL; index++) {
    struct tab *tab = g_ptr_array_index(book->tabs, index);
    const char *path = g_hash_table_lookup(book->targets, tab->relation);
    if (path == NULL) {
      book->has_charts = 1;
      continue;
    }
    hanscan_cells_sheet(book->cells, tab->name, tab->is_hidden);
    book->row = 0;
    if (!parse(book, path, begin_sheet, finish_sheet)) hanscan_cells_refuse(book->cells, "damaged");
  }
}

void hanscan_cells_workbook(struct cells *cells, const GString *file) {
  struct workbook book = {.cells = cells, .file = file, .left = limit_unpacked};
  book.tabs = g_ptr_array_new_with_free_func(free_tab);
  book.targets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  book.date_formats = g_hash_table_new(NULL, NULL);
  book.styles = g_byte_array_new();
  book.strings = g_string_new(NULL);
  book.starts = g_array_new(FALSE, FALSE, sizeof(gsize));
  book.text = g_string_new(NULL);
  survey(&book);
  hanscan_cells_line(cells, book.has_charts ? "file\tworkbook\t1" : "file\tworkbook\t0", NULL);
  parse(&book, "xl/_rels/workbook.xml.rels", begin_relation, NULL);
  parse(&book, "xl/workbook.xml", begin_workbook, NULL);
  parse(&book, book.styles_path, begin_style, finish_style);
  parse(&book, book.strings_path, begin_string, finish_string);
  read_sheets(&book);
  g_ptr_array_free(book.tabs, TRUE);
  g_hash_table_destroy(book.targets);
  g_hash_table_destroy(book.date_formats);
  g_byte_array_free(book.styles, TRUE);
  g_string_free(book.strings, TRUE);
  g_array_free(book.starts, TRUE);
  g_string_free(book.text, TRUE);
  g_free(book.strings_path);
  g_free(book.styles_path);
}
