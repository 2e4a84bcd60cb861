#include "look.h"
#include "page.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/// HTML as mails have it, laid out as text: blocks are lines, cells of tables stand side by side, columns below each other.
///
/// Nothing is fetched or executed, and what no reader shows is left out. Everything is bounded: a mail that is made to be
/// large loses its end.

/// Tables within each other; the content of deeper ones is taken as it comes.
enum { deepest_table = 32 };
/// Elements within each other; nothing is taken from where there are more.
enum { deepest_element = 1000 };
/// Columns of a table.
enum { most_columns = 64 };
/// Characters of a line of running text, and of a line of a table.
enum { longest_line = 120, longest_row = 400 };
/// Lines that are laid out, and bytes that are read.
enum { most_lines = 5000, longest_html = 8 << 20 };

/// A cell of a table, or the whole text.
struct cell {
  GPtrArray *lines;  ///< Of characters; what is finished.
  GString *text;     ///< The line under way.
  int is_apart;      ///< Whether a blank comes before what follows.
  int span;
};

struct layout {
  struct cell *cells[deepest_table + 1];  ///< The open one at each depth; NULL within a table where none is.
  GPtrArray *tables[deepest_table + 1];   ///< Rows of cells; none at depth 0.
  int depth, deeper;   ///< Open tables, and those beyond the deepest.
  int left;            ///< Lines that may still be made.
  int is_preformatted;
  int elements;        ///< Open ones, and those of them within the outermost that is left out, with it.
  int hidden;
  int is_behind_tag;
  htmlParserCtxtPtr parser;
};

static void free_cell(void *pointer) {
  struct cell *cell = pointer;
  g_ptr_array_free(cell->lines, TRUE);
  g_string_free(cell->text, TRUE);
  g_free(cell);
}

static struct cell *new_cell(int span) {
  struct cell *cell = g_new0(struct cell, 1);
  cell->lines = g_ptr_array_new_with_free_func(g_free);
  cell->text = g_string_new(NULL);
  cell->span = span;
  return cell;
}

static void free_row(void *row) { g_ptr_array_free(row, TRUE); }

/// Columns that a text takes: Hangul and Han take two.
static int width_of(const char *text) {
  int width = 0;
  for (; *text != 0; text = g_utf8_next_char(text)) width += g_unichar_iswide(g_utf8_get_char(text)) ? 2 : 1;
  return width;
}

static void add_line(struct layout *layout, struct cell *cell, char *line) {
  g_strchomp(line);
  if (*line == 0 || layout->left <= 0) {
    g_free(line);
  } else {
    layout->left--;
    g_ptr_array_add(cell->lines, line);
  }
}

/// Finishes the line under way; a long one is broken at blanks.
static void break_line(struct layout *layout, struct cell *cell) {
  const char *start = cell->text->str;
  while (*start != 0) {
    const char *place = start, *blank = NULL;
    int width = 0;
    while (*place != 0 && width < longest_line) {
      if (*place == ' ' && place > start) blank = place;
      width += g_unichar_iswide(g_utf8_get_char(place)) ? 2 : 1;
      place = g_utf8_next_char(place);
    }
    const char *end = *place == 0 || *place == ' ' || blank == NULL ? place : blank;
    add_line(layout, cell, g_strndup(start, (gsize)(end - start)));
    start = end;
    while (*start == ' ') start++;
  }
  g_string_truncate(cell->text, 0);
  cell->is_apart = 0;
}

static void close_cell(struct layout *layout) {
  if (layout->cells[layout->depth] != NULL) break_line(layout, layout->cells[layout->depth]);
  if (layout->depth > 0) layout->cells[layout->depth] = NULL;
}

static void open_row(struct layout *layout) {
  if (layout->depth == 0) return;
  close_cell(layout);
  g_ptr_array_add(layout->tables[layout->depth], g_ptr_array_new_with_free_func(free_cell));
}

static void open_cell(struct layout *layout, int span) {
  if (layout->depth == 0) return break_line(layout, layout->cells[0]);
  close_cell(layout);
  GPtrArray *table = layout->tables[layout->depth];
  if (table->len == 0) open_row(layout);
  struct cell *cell = new_cell(span);
  g_ptr_array_add(g_ptr_array_index(table, table->len - 1), cell);
  layout->cells[layout->depth] = cell;
}

/// The cell that text goes into: within a table, but in no cell of it, one is made.
static struct cell *open_place(struct layout *layout) {
  if (layout->cells[layout->depth] == NULL) {
    open_row(layout);
    open_cell(layout, 1);
  }
  return layout->cells[layout->depth];
}

static void open_table(struct layout *layout) {
  struct cell *cell = open_place(layout);
  break_line(layout, cell);
  if (layout->depth == deepest_table) {
    layout->deeper++;
    return;
  }
  layout->depth++;
  layout->tables[layout->depth] = g_ptr_array_new_with_free_func(free_row);
  layout->cells[layout->depth] = NULL;
}

/// The columns in which those of a table begin; one that is empty takes none.
static void place_columns(GPtrArray *rows, int starts[most_columns + 1]) {
  int widths[most_columns] = {0};
  for (guint r = 0; r < rows->len; r++) {
    GPtrArray *row = g_ptr_array_index(rows, r);
    int column = 0;
    for (guint c = 0; c < row->len && column < most_columns; c++) {
      struct cell *cell = g_ptr_array_index(row, c);
      for (guint l = 0; cell->span == 1 && l < cell->lines->len; l++) {
        int width = width_of(g_ptr_array_index(cell->lines, l));
        if (width > widths[column]) widths[column] = width;
      }
      column += cell->span;
    }
  }
  starts[0] = 0;
  for (int column = 0; column < most_columns; column++) {
    int end = starts[column] + (widths[column] > 0 ? widths[column] + 2 : 0);
    starts[column + 1] = end < longest_row ? end : longest_row;
  }
}

/// Finishes the innermost table: its lines go into the cell that it stands in.
static void close_table(struct layout *layout) {
  if (layout->deeper > 0) return (void)layout->deeper--;
  if (layout->depth == 0) return;
  close_cell(layout);
  GPtrArray *rows = layout->tables[layout->depth--];
  struct cell *place = open_place(layout);
  int starts[most_columns + 1];
  place_columns(rows, starts);
  for (guint r = 0; r < rows->len; r++) {
    GPtrArray *row = g_ptr_array_index(rows, r);
    guint height = 0;
    for (guint c = 0; c < row->len; c++) {
      guint lines = ((struct cell *)g_ptr_array_index(row, c))->lines->len;
      height = MAX(height, lines);
      // They become lines of the cell that the table stands in.
      layout->left += (int)lines;
    }
    for (guint l = 0; l < height && layout->left > 0; l++) {
      GString *line = g_string_new(NULL);
      int column = 0, width = 0;
      for (guint c = 0; c < row->len && column < most_columns; c++) {
        struct cell *cell = g_ptr_array_index(row, c);
        if (l < cell->lines->len && width < longest_row) {
          // A cell beside one that spans others may have to stand further right.
          int gap = MAX(starts[column] - width, width > 0 ? 2 : 0);
          g_string_append_printf(line, "%*s%s", gap, "", (char *)g_ptr_array_index(cell->lines, l));
          width += gap + width_of(g_ptr_array_index(cell->lines, l));
        }
        column += cell->span;
      }
      add_line(layout, place, g_string_free(line, FALSE));
    }
  }
  g_ptr_array_free(rows, TRUE);
}

/// Takes one character; blanks are one, and those that nobody sees are none.
static void put(struct layout *layout, gunichar character) {
  // Joiners, soft hyphens and marks of direction pad the first words of a mail.
  if (g_unichar_iszerowidth(character) && g_unichar_type(character) != G_UNICODE_NON_SPACING_MARK) return;
  int is_blank = character == 0xA0 || g_unichar_isspace(character);
  if (!is_blank && (g_unichar_iscntrl(character) || character == 0x34F)) return;
  if (is_blank && layout->cells[layout->depth] == NULL) return;
  struct cell *cell = open_place(layout);
  if (is_blank && layout->is_preformatted && character == '\n') return break_line(layout, cell);
  if (is_blank && !layout->is_preformatted) {
    cell->is_apart = cell->text->len > 0;
    return;
  }
  if (cell->is_apart) g_string_append_c(cell->text, ' ');
  cell->is_apart = 0;
  if (is_blank) g_string_append_c(cell->text, ' ');
  else g_string_append_unichar(cell->text, character);
}

static void put_text(struct layout *layout, const char *text, size_t length) {
  const char *end = text + length;
  for (; text < end; text = g_utf8_next_char(text)) put(layout, g_utf8_get_char(text));
}

/// Whether a style says what hides an element, as mails do with their first words.
static int hides(const xmlChar **attributes) {
  static const char *const none[] = {"display:none", "visibility:hidden", "mso-hide:all"};
  static const char *const zero[] = {"max-height:0", "opacity:0"};
  const char *written = hanscan_page_attribute(attributes, "style");
  if (written == NULL) return 0;
  g_autoptr(GString) style = g_string_new(NULL);
  for (; *written != 0; written++) {
    if (!g_ascii_isspace(*written)) g_string_append_c(style, g_ascii_tolower(*written));
  }
  int is_hidden = 0;
  for (size_t index = 0; index < sizeof none / sizeof *none; index++)
    is_hidden |= strstr(style->str, none[index]) != NULL;
  for (size_t index = 0; index < sizeof zero / sizeof *zero; index++) {
    const char *found = strstr(style->str, zero[index]);
    is_hidden |= found != NULL && found[strlen(zero[index])] != '.';
  }
  return is_hidden;
}

#define IS_ONE_OF(name, ...) g_strv_contains((const char *const[]){__VA_ARGS__, NULL}, name)

/// Takes the text that stands for a picture, such as a shop's name for its logo.
static void put_picture(struct layout *layout, const char *text) {
  if (text == NULL) return;
  put(layout, ' ');
  put_text(layout, text, strlen(text));
  put(layout, ' ');
}

/// The start or the end of an element that is no table's.
static void take_tag(struct layout *layout, const char *name, int is_end) {
  struct cell *cell = layout->cells[layout->depth];
  if (strcmp(name, "dt") == 0 && is_end) {
    put(layout, ' ');
  } else if (cell == NULL) {
    return;
  } else if (strcmp(name, "pre") == 0) {
    break_line(layout, cell);
    layout->is_preformatted = !is_end;
  } else if (strcmp(name, "dd") == 0 && !is_end && cell->text->len > 0) {
    // A term has its meaning beside it.
    g_string_append_c(cell->text, ' ');
  } else if (strcmp(name, "span") == 0 && !is_end && cell->text->len > 0 && layout->is_behind_tag) {
    // Pieces beside each other that only a style sets apart.
    char last = cell->text->str[cell->text->len - 1];
    cell->is_apart |= g_ascii_isalnum(last) || last == ':' || last == ')' || (last & 0x80) != 0;
  } else if (IS_ONE_OF(name, "br", "hr", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt",
                       "dd", "section", "article", "header", "footer", "main", "center", "blockquote", "address", "form",
                       "fieldset", "caption", "body")) {
    break_line(layout, cell);
  }
}

static void begin(void *pointer, const xmlChar *tag, const xmlChar **attributes) {
  struct layout *layout = pointer;
  const char *name = (const char *)tag;
  // A stack of elements that grows takes the parser longer with each.
  if (++layout->elements > deepest_element) xmlStopParser(layout->parser);
  int is_left_out = layout->hidden > 0 || hides(attributes) ||
                    IS_ONE_OF(name, "script", "style", "title", "textarea", "template", "svg", "select");
  if (is_left_out) {
    layout->hidden++;
    return;
  }
  if (strcmp(name, "table") == 0) {
    open_table(layout);
  } else if (strcmp(name, "tr") == 0) {
    open_row(layout);
  } else if (IS_ONE_OF(name, "td", "th")) {
    const char *span = hanscan_page_attribute(attributes, "colspan");
    open_cell(layout, span == NULL ? 1 : (int)CLAMP(strtol(span, NULL, 10), 1, most_columns));
  } else if (strcmp(name, "img") == 0) {
    put_picture(layout, hanscan_page_attribute(attributes, "alt"));
  } else {
    take_tag(layout, name, 0);
  }
  layout->is_behind_tag = 1;
}

static void finish(void *pointer, const xmlChar *tag) {
  struct layout *layout = pointer;
  const char *name = (const char *)tag;
  layout->elements--;
  layout->is_behind_tag = 1;
  if (layout->hidden > 0) {
    layout->hidden--;
    return;
  }
  if (strcmp(name, "table") == 0) close_table(layout);
  else if (IS_ONE_OF(name, "tr", "td", "th")) close_cell(layout);
  else take_tag(layout, name, 1);
}

static void take_text(void *pointer, const xmlChar *text, int length) {
  struct layout *layout = pointer;
  if (layout->hidden > 0) return;
  put_text(layout, (const char *)text, (size_t)length);
  layout->is_behind_tag = 0;
}

char *hanscan_members_html(const char *html) {
  struct layout layout = {.left = most_lines};
  layout.cells[0] = new_cell(1);
  htmlSAXHandler handler = {.startElement = begin, .endElement = finish, .characters = take_text,
                            .ignorableWhitespace = take_text};
  // libxml2 takes the conditions of one mail program for text, and does not check that text is UTF-8.
  g_autoptr(GRegex) conditions = g_regex_new("<!\\[[^]<>]*+\\]++>", G_REGEX_RAW, 0, NULL);
  g_autofree char *sound = g_utf8_make_valid(html, (gssize)strnlen(html, longest_html));
  g_autofree char *page = g_regex_replace_literal(conditions, sound, -1, 0, "", 0, NULL);
  if (page != NULL) hanscan_page_parse(page, strlen(page), &handler, &layout, &layout.parser);
  while (layout.depth > 0) close_table(&layout);
  break_line(&layout, layout.cells[0]);
  g_ptr_array_add(layout.cells[0]->lines, NULL);
  char *text = g_strjoinv("\n", (char **)layout.cells[0]->lines->pdata);
  free_cell(layout.cells[0]);
  return text;
}
