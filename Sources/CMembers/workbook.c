#include "parts.h"

#include <archive.h>
#include <archive_entry.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Reads workbooks of Excel since 2007.

/// Limits of hostile files; Excel writes fewer.
enum { most_parts = 10000, most_styles = 1 << 16, shows_date = 1, is_red = 2 };

/// An entry of the workbook's list of sheets.
struct tab {
  char *name, *relation;
  int is_hidden;
};

struct workbook {
  struct parts parts;
  // Facts of the whole file.
  GPtrArray *tabs;
  GHashTable *targets;  ///< Paths of the sheets by their relations.
  char *strings_path, *styles_path;
  int is_1904, has_charts;
  GHashTable *date_formats;
  GByteArray *fonts;    ///< 1 for each font that is red.
  GByteArray *styles;   ///< For each style `shows_date` or 0, and `is_red` or 0.
  GString *strings;     ///< The shared strings, each with a NUL.
  GArray *starts;       ///< Where each begins.
  // The present element.
  int is_phonetic, is_in_fonts, is_in_styles;
  char type[16];
  long row, column, style;
  int has_formula;
};

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

static int is_true(const char *text) { return strcmp(text, "1") == 0 || strcmp(text, "true") == 0; }

static void begin_relation(void *pointer, const char *name, const xmlChar **attributes) {
  struct workbook *book = pointer;
  if (strcmp(name, "Relationship") != 0 || g_hash_table_size(book->targets) > most_parts) return;
  const char *target = hanscan_parts_attribute(attributes, "Target");
  const char *type = hanscan_parts_attribute(attributes, "Type");
  char *path = target[0] == '/' ? g_strdup(target + 1) : g_strconcat("xl/", target, NULL);
  if (g_str_has_suffix(type, "/sharedStrings") && book->strings_path == NULL) book->strings_path = g_strdup(path);
  if (g_str_has_suffix(type, "/styles") && book->styles_path == NULL) book->styles_path = g_strdup(path);
  // Chart sheets have no cells.
  if (g_str_has_suffix(type, "/worksheet"))
    g_hash_table_insert(book->targets, g_strdup(hanscan_parts_attribute(attributes, "Id")), path);
  else g_free(path);
}

static void free_tab(void *pointer) {
  struct tab *tab = pointer;
  g_free(tab->name);
  g_free(tab->relation);
  g_free(tab);
}

static void begin_workbook(void *pointer, const char *name, const xmlChar **attributes) {
  struct workbook *book = pointer;
  if (strcmp(name, "workbookPr") == 0)
    book->is_1904 = is_true(hanscan_parts_attribute(attributes, "date1904"));
  if (strcmp(name, "sheet") != 0) return;
  if (book->tabs->len >= limit_sheets) return hanscan_parts_stop(&book->parts, "sheets");
  struct tab *tab = g_new0(struct tab, 1);
  tab->name = g_strndup(hanscan_parts_attribute(attributes, "name"), 1 << 10);  // Excel allows 31 characters.
  tab->relation = g_strdup(hanscan_parts_attribute(attributes, "id"));
  tab->is_hidden = g_str_has_suffix(hanscan_parts_attribute(attributes, "state"), "idden");
  g_ptr_array_add(book->tabs, tab);
}

/// Counts a font, or looks at its colour, `AARRGGBB`.
static void begin_font(struct workbook *book, const char *name, const xmlChar **attributes) {
  const guint8 not_red = 0;
  if (strcmp(name, "font") == 0 && book->fonts->len < most_styles) g_byte_array_append(book->fonts, &not_red, 1);
  if (strcmp(name, "color") != 0 || book->fonts->len == 0) return;
  unsigned long colour = strtoul(hanscan_parts_attribute(attributes, "rgb"), NULL, 16);
  book->fonts->data[book->fonts->len - 1] = (colour >> 16 & 255) >= 160 && (colour >> 8 & 255) < 80 && (colour & 255) < 80;
}

static void begin_style(void *pointer, const char *name, const xmlChar **attributes) {
  struct workbook *book = pointer;
  if (strcmp(name, "cellXfs") == 0) book->is_in_styles = 1;
  if (strcmp(name, "fonts") == 0) book->is_in_fonts = 1;
  if (book->is_in_fonts) begin_font(book, name, attributes);
  if (strcmp(name, "numFmt") == 0 && g_hash_table_size(book->date_formats) < most_styles) {
    void *key = GINT_TO_POINTER((int)hanscan_parts_number(attributes, "numFmtId", 0));
    int is_date = hanscan_cells_is_date_format(hanscan_parts_attribute(attributes, "formatCode"));
    g_hash_table_insert(book->date_formats, key, GINT_TO_POINTER(is_date));
  }
  if (strcmp(name, "xf") != 0 || !book->is_in_styles || book->styles->len >= most_styles) return;
  long format = hanscan_parts_number(attributes, "numFmtId", 0);
  void *custom = NULL;
  int is_custom = g_hash_table_lookup_extended(book->date_formats, GINT_TO_POINTER((int)format), NULL, &custom);
  int is_date = is_custom ? custom != NULL : hanscan_cells_is_date_number(format);
  long font = hanscan_parts_number(attributes, "fontId", -1);
  int has_red_font = font >= 0 && font < (long)book->fonts->len && book->fonts->data[font];
  guint8 style = (guint8)((is_date ? shows_date : 0) | (has_red_font ? is_red : 0));
  g_byte_array_append(book->styles, &style, 1);
}

static void finish_style(void *pointer, const char *name) {
  struct workbook *book = pointer;
  if (strcmp(name, "cellXfs") == 0) book->is_in_styles = 0;
  if (strcmp(name, "fonts") == 0) book->is_in_fonts = 0;
}

/// Joins the `t` elements of a rich text, and skips its phonetic runs.
static void begin_text(struct workbook *book, const char *name) {
  if (strcmp(name, "rPh") == 0) book->is_phonetic = 1;
  else if (strcmp(name, "t") == 0) book->parts.takes_text = !book->is_phonetic;
}

static void finish_text(struct workbook *book, const char *name) {
  if (strcmp(name, "rPh") == 0) book->is_phonetic = 0;
  else if (strcmp(name, "t") == 0) book->parts.takes_text = 0;
}

static void begin_string(void *pointer, const char *name, const xmlChar **attributes) {
  (void)attributes;
  struct workbook *book = pointer;
  if (strcmp(name, "si") == 0) g_string_truncate(book->parts.text, 0);
  begin_text(book, name);
}

static void finish_string(void *pointer, const char *name) {
  struct workbook *book = pointer;
  finish_text(book, name);
  if (strcmp(name, "si") != 0) return;
  g_array_append_val(book->starts, book->strings->len);
  g_string_append_len(book->strings, book->parts.text->str, (gssize)book->parts.text->len + 1);
  if (book->strings->len + book->starts->len * sizeof(gsize) > limit_strings) hanscan_parts_stop(&book->parts, "bytes");
}

static void begin_cell(struct workbook *book, const xmlChar **attributes) {
  const char *place = hanscan_parts_attribute(attributes, "r");
  long row = 0;
  book->column++;
  if (*place != 0) {
    const char *rest = reference(place, &row, &book->column);
    if (rest == NULL || *rest != 0 || row != book->row) return hanscan_parts_stop(&book->parts, "damaged");
  }
  g_strlcpy(book->type, hanscan_parts_attribute(attributes, "t"), sizeof book->type);
  book->style = hanscan_parts_number(attributes, "s", 0);
  book->has_formula = 0;
  g_string_truncate(book->parts.text, 0);
}

static void begin_sheet(void *pointer, const char *name, const xmlChar **attributes) {
  struct workbook *book = pointer;
  if (strcmp(name, "row") == 0) {
    book->row = hanscan_parts_number(attributes, "r", book->row + 1);
    book->column = -1;
    hanscan_cells_row(book->parts.cells, book->row);
  } else if (strcmp(name, "c") == 0) {
    begin_cell(book, attributes);
  } else if (strcmp(name, "v") == 0) {
    g_string_truncate(book->parts.text, 0);
    book->parts.takes_text = 1;
  } else if (strcmp(name, "f") == 0) {
    book->has_formula = 1;
  } else if (strcmp(name, "mergeCell") == 0) {
    long place[4];
    const char *rest = reference(hanscan_parts_attribute(attributes, "ref"), &place[0], &place[1]);
    if (rest == NULL || *rest != ':' || (rest = reference(rest + 1, &place[2], &place[3])) == NULL || *rest != 0 ||
        place[0] > place[2] || place[1] > place[3])
      return hanscan_parts_stop(&book->parts, "damaged");
    char words[128];
    snprintf(words, sizeof words, "merge\t%ld\t%ld\t%ld\t%ld", place[0], place[1], place[2], place[3]);
    hanscan_cells_line(book->parts.cells, words, NULL);
  } else {
    begin_text(book, name);
  }
  if (book->parts.cells->refusal != NULL) hanscan_parts_stop(&book->parts, "damaged");
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
  double number = g_ascii_strtod(book->parts.text->str, &end);
  if (*end != 0 || !isfinite(number)) return 't';
  int style = book->style >= 0 && book->style < (long)book->styles->len ? book->styles->data[book->style] : 0;
  char kind = (style & shows_date) && hanscan_cells_date(number, book->is_1904, text) ? 'd' : 'n';
  if (kind == 'n') hanscan_cells_number(number, text);
  if (kind == 'n' && number > 0 && (style & is_red)) kind = 'r';
  g_string_assign(book->parts.text, text);
  return kind;
}

static void finish_cell(struct workbook *book) {
  GString *text = book->parts.text;
  char kind = 't';
  if (text->len == 0) {
    // Only a formula makes an empty cell count.
  } else if (strcmp(book->type, "s") == 0) {
    char *end;
    unsigned long index = strtoul(text->str, &end, 10);
    if (*end != 0 || index >= book->starts->len) return hanscan_parts_stop(&book->parts, "damaged");
    g_string_assign(text, book->strings->str + g_array_index(book->starts, gsize, index));
  } else if (strcmp(book->type, "b") == 0) {
    kind = 'b';
    g_string_assign(text, is_true(text->str) ? "1" : "0");
  } else if (strcmp(book->type, "e") == 0) {
    kind = 'e';
  } else if (strcmp(book->type, "d") == 0) {
    if (is_written_date(text)) kind = 'd';
  } else if (*book->type == 0 || strcmp(book->type, "n") == 0) {
    kind = take_number(book);
  }
  if (kind == 't') unescape(text);
  hanscan_cells_cell(book->parts.cells, book->column, (struct value){kind, book->has_formula, text->str});
}

static void finish_sheet(void *pointer, const char *name) {
  struct workbook *book = pointer;
  if (strcmp(name, "c") == 0) finish_cell(book);
  else if (strcmp(name, "v") == 0) book->parts.takes_text = 0;
  else finish_text(book, name);
  if (book->parts.cells->refusal != NULL) hanscan_parts_stop(&book->parts, "damaged");
}

/// Checks the names of all parts before any is read.
static void survey(struct workbook *book) {
  struct archive *archive = hanscan_parts_open(book->parts.file);
  if (archive == NULL) return hanscan_cells_refuse(book->parts.cells, "damaged");
  struct archive_entry *entry;
  int result, is_workbook = 0;
  char *name;
  for (int count = 0; (name = hanscan_parts_next(archive, &entry, &result)) != NULL; count++) {
    if (count >= most_parts) hanscan_cells_refuse(book->parts.cells, "bytes");
    if (strcmp(name, "xl/workbook.xml") == 0) is_workbook = 1;
    if (archive_entry_is_encrypted(entry)) hanscan_cells_refuse(book->parts.cells, "encrypted");
    if (g_str_has_suffix(name, "vbaproject.bin") || g_str_has_prefix(name, "xl/macrosheets/"))
      hanscan_cells_refuse(book->parts.cells, "macros");
    if (g_str_has_prefix(name, "xl/charts/") || g_str_has_prefix(name, "xl/chartsheets/")) book->has_charts = 1;
    g_free(name);
    if (book->parts.cells->refusal != NULL) break;
  }
  archive_read_free(archive);
  if (result < ARCHIVE_WARN) hanscan_cells_refuse(book->parts.cells, "damaged");
  if (!is_workbook && book->parts.cells->refusal == NULL) hanscan_cells_refuse(book->parts.cells, "unknown");
}

static void read_sheets(struct workbook *book) {
  for (guint index = 0; index < book->tabs->len && book->parts.cells->refusal == NULL; index++) {
    struct tab *tab = g_ptr_array_index(book->tabs, index);
    const char *path = g_hash_table_lookup(book->targets, tab->relation);
    if (path == NULL) {
      book->has_charts = 1;
      continue;
    }
    hanscan_cells_sheet(book->parts.cells, tab->name, tab->is_hidden);
    book->row = 0;
    if (!hanscan_parts_parse(&book->parts, path, begin_sheet, finish_sheet))
      hanscan_cells_refuse(book->parts.cells, "damaged");
  }
}

void hanscan_cells_workbook(struct cells *cells, const GString *file) {
  struct workbook book = {.parts = {.cells = cells, .file = file, .left = limit_unpacked, .owner = &book}};
  book.tabs = g_ptr_array_new_with_free_func(free_tab);
  book.targets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  book.date_formats = g_hash_table_new(NULL, NULL);
  book.fonts = g_byte_array_new();
  book.styles = g_byte_array_new();
  book.strings = g_string_new(NULL);
  book.starts = g_array_new(FALSE, FALSE, sizeof(gsize));
  book.parts.text = g_string_new(NULL);
  survey(&book);
  hanscan_cells_line(cells, book.has_charts ? "file\tworkbook\t1" : "file\tworkbook\t0", NULL);
  hanscan_parts_parse(&book.parts, "xl/_rels/workbook.xml.rels", begin_relation, NULL);
  hanscan_parts_parse(&book.parts, "xl/workbook.xml", begin_workbook, NULL);
  hanscan_parts_parse(&book.parts, book.styles_path, begin_style, finish_style);
  hanscan_parts_parse(&book.parts, book.strings_path, begin_string, finish_string);
  read_sheets(&book);
  g_ptr_array_free(book.tabs, TRUE);
  g_hash_table_destroy(book.targets);
  g_hash_table_destroy(book.date_formats);
  g_byte_array_free(book.fonts, TRUE);
  g_byte_array_free(book.styles, TRUE);
  g_string_free(book.strings, TRUE);
  g_array_free(book.starts, TRUE);
  g_string_free(book.parts.text, TRUE);
  g_free(book.strings_path);
  g_free(book.styles_path);
}
