#include "look.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/// HTML as mails have it, laid out as text: blocks are lines, cells of tables stand side by side, columns below each other.
///
/// Nothing is fetched or executed, and what no reader shows is left out. Everything is bounded: a mail that is made to be
/// large loses its end.

/// Tables within each other; the content of deeper ones is taken as it comes.
enum { deepest_table = 32 };
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
  int depth;
  int left;            ///< Lines that may still be made.
  int is_preformatted;
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
  if (layout->depth == deepest_table) return;
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

static const struct {
  const char *name;
  gunichar character;
} entities[] = {
    {"amp", '&'},       {"lt", '<'},        {"gt", '>'},        {"quot", '"'},      {"apos", '\''},     {"nbsp", 0xA0},
    {"copy", 0xA9},     {"reg", 0xAE},      {"trade", 0x2122},  {"middot", 0xB7},   {"bull", 0x2022},   {"ndash", 0x2013},
    {"mdash", 0x2014},  {"hellip", 0x2026}, {"lsquo", 0x2018},  {"rsquo", 0x2019},  {"ldquo", 0x201C},  {"rdquo", 0x201D},
    {"euro", 0x20AC},   {"pound", 0xA3},    {"yen", 0xA5},      {"cent", 0xA2},     {"times", 0xD7},    {"deg", 0xB0},
    {"laquo", 0xAB},    {"raquo", 0xBB},    {"eacute", 0xE9},   {"egrave", 0xE8},   {"agrave", 0xE0},   {"uuml", 0xFC},
    {"ouml", 0xF6},     {"auml", 0xE4},     {"szlig", 0xDF},    {"ntilde", 0xF1},   {"ccedil", 0xE7},   {"ensp", ' '},
    {"emsp", ' '},      {"thinsp", ' '},    {"shy", 0xAD},      {"zwnj", 0x200C},   {"zwj", 0x200D},    {"minus", 0x2212},
};

/// Takes an entity behind its `&`; returns where it finishes, or NULL where there is none.
static const char *put_entity(struct layout *layout, const char *place, const char *end) {
  const char *stop = place;
  while (stop < end && stop - place < 12 && (g_ascii_isalnum(*stop) || *stop == '#')) stop++;
  const char *after = stop < end && *stop == ';' ? stop + 1 : stop;
  if (*place == '#') {
    int is_hex = stop - place > 1 && (place[1] | 32) == 'x';
    gunichar code = (gunichar)strtoul(place + (is_hex ? 2 : 1), NULL, is_hex ? 16 : 10);
    if (code == 0 || !g_unichar_validate(code)) return NULL;
    put(layout, code);
    return after;
  }
  for (size_t index = 0; index < sizeof entities / sizeof *entities; index++) {
    size_t length = strlen(entities[index].name);
    if ((size_t)(stop - place) != length || strncmp(place, entities[index].name, length) != 0) continue;
    put(layout, entities[index].character);
    return after;
  }
  return NULL;
}

/// Takes text with its entities; bytes that are no UTF-8 are passed over.
static void put_text(struct layout *layout, const char *place, const char *end) {
  while (place < end) {
    const char *after = *place == '&' ? put_entity(layout, place + 1, end) : NULL;
    if (after == NULL) {
      gunichar character = g_utf8_get_char_validated(place, end - place);
      int is_sound = character != (gunichar)-1 && character != (gunichar)-2;
      if (is_sound) put(layout, character);
      after = is_sound ? g_utf8_next_char(place) : place + 1;
    }
    place = after;
  }
}

/// A tag: its name in small letters, and its attributes as they stand.
struct tag {
  char name[16];
  int is_end;
  const char *start, *end;
};

/// Reads a tag behind its `<`; returns where it finishes, or NULL where there is none.
static const char *read_tag(const char *place, const char *end, struct tag *tag) {
  tag->is_end = place < end && *place == '/';
  if (tag->is_end) place++;
  if (place >= end || !g_ascii_isalpha(*place)) return NULL;
  size_t length = 0;
  while (place < end && (g_ascii_isalnum(*place) || *place == ':' || *place == '-')) {
    if (length + 1 < sizeof tag->name) tag->name[length++] = g_ascii_tolower(*place);
    place++;
  }
  tag->name[length] = 0;
  tag->start = place;
  char quote = 0;
  while (place < end && (quote != 0 || *place != '>')) {
    if (quote != 0 && *place == quote) quote = 0;
    else if (quote == 0 && (*place == '"' || *place == '\'') && place[-1] == '=') quote = *place;
    place++;
  }
  tag->end = place;
  return place < end ? place + 1 : end;
}

/// An attribute's value; NULL where it has none.
static char *attribute(const struct tag *tag, const char *name) {
  size_t length = strlen(name);
  for (const char *place = tag->start; place + length < tag->end; place++) {
    if (!g_ascii_isspace(*place) || g_ascii_strncasecmp(place + 1, name, length) != 0) continue;
    const char *value = place + 1 + length;
    while (value < tag->end && g_ascii_isspace(*value)) value++;
    if (value >= tag->end || *value++ != '=') continue;
    while (value < tag->end && g_ascii_isspace(*value)) value++;
    char quote = value < tag->end && (*value == '"' || *value == '\'') ? *value++ : 0;
    const char *stop = value;
    while (stop < tag->end && (quote != 0 ? *stop != quote : !g_ascii_isspace(*stop) && *stop != '/')) stop++;
    return g_strndup(value, (gsize)(stop - value));
  }
  return NULL;
}

/// Whether a style says what hides an element, as mails do with their first words.
static int hides(const struct tag *tag) {
  static const char *const none[] = {"display:none", "visibility:hidden", "mso-hide:all"};
  static const char *const zero[] = {"max-height:0", "opacity:0"};
  char *style = attribute(tag, "style");
  if (style == NULL) return 0;
  char *to = style;
  for (const char *from = style; *from != 0; from++) {
    if (!g_ascii_isspace(*from)) *to++ = g_ascii_tolower(*from);
  }
  *to = 0;
  int is_hidden = 0;
  for (size_t index = 0; index < sizeof none / sizeof *none; index++) is_hidden |= strstr(style, none[index]) != NULL;
  for (size_t index = 0; index < sizeof zero / sizeof *zero; index++) {
    const char *found = strstr(style, zero[index]);
    is_hidden |= found != NULL && found[strlen(zero[index])] != '.';
  }
  g_free(style);
  return is_hidden;
}

#define IS_ONE_OF(name, ...) g_strv_contains((const char *const[]){__VA_ARGS__, NULL}, name)

static int has_content(const char *name) {
  return !IS_ONE_OF(name, "br", "hr", "img", "input", "meta", "link", "base", "col", "area", "wbr", "source", "embed");
}

/// Finds the end of an element that is left out, behind its end tag.
///
/// - Parameter is_raw: Whether its content is no HTML, as that of a script.
static const char *skip(const char *name, const char *place, const char *end, int is_raw) {
  int depth = 1;
  while (place < end && depth > 0) {
    place = memchr(place, '<', (size_t)(end - place));
    if (place == NULL) return end;
    struct tag tag;
    int may_be_tag = !is_raw || (end - place > 1 && place[1] == '/');
    const char *after = may_be_tag ? read_tag(place + 1, end, &tag) : NULL;
    if (after != NULL && strcmp(tag.name, name) == 0) depth += tag.is_end ? -1 : 1;
    place = after == NULL ? place + 1 : after;
  }
  return place;
}

static int span_of(const struct tag *tag) {
  char *value = attribute(tag, "colspan");
  long span = value == NULL ? 1 : strtol(value, NULL, 10);
  g_free(value);
  return span < 1 ? 1 : span > most_columns ? most_columns : (int)span;
}

/// Takes the text that stands for a picture, such as a shop's name for its logo.
static void put_picture(struct layout *layout, const struct tag *tag) {
  char *text = attribute(tag, "alt");
  if (text != NULL) {
    put(layout, ' ');
    put_text(layout, text, text + strlen(text));
    put(layout, ' ');
  }
  g_free(text);
}

static void take_tag(struct layout *layout, const struct tag *tag) {
  const char *name = tag->name;
  struct cell *cell = layout->cells[layout->depth];
  if (strcmp(name, "table") == 0) {
    if (tag->is_end) close_table(layout);
    else open_table(layout);
  } else if (strcmp(name, "tr") == 0) {
    if (tag->is_end) close_cell(layout);
    else open_row(layout);
  } else if (IS_ONE_OF(name, "td", "th")) {
    if (tag->is_end) close_cell(layout);
    else open_cell(layout, span_of(tag));
  } else if (strcmp(name, "img") == 0) {
    put_picture(layout, tag);
  } else if (strcmp(name, "pre") == 0) {
    if (cell != NULL) break_line(layout, cell);
    layout->is_preformatted = !tag->is_end;
  } else if (strcmp(name, "dd") == 0) {
    // A term has its meaning beside it.
    if (cell != NULL && !tag->is_end && cell->text->len > 0) g_string_append_c(cell->text, ' ');
    else if (cell != NULL) break_line(layout, cell);
  } else if (strcmp(name, "dt") == 0 && tag->is_end) {
    put(layout, ' ');
  } else if (strcmp(name, "span") == 0) {
    // Pieces beside each other that only a style sets apart.
    if (cell != NULL && !tag->is_end && cell->text->len > 0 && tag->start[-5] == '<' && tag->start[-6] == '>') {
      char last = cell->text->str[cell->text->len - 1];
      cell->is_apart |= g_ascii_isalnum(last) || last == ':' || last == ')' || (last & 0x80) != 0;
    }
  } else if (cell != NULL && IS_ONE_OF(name, "br", "hr", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li",
                                       "dl", "dt", "section", "article", "header", "footer", "main", "center", "blockquote",
                                       "address", "form", "fieldset", "caption", "body")) {
    break_line(layout, cell);
  }
}

char *hanscan_members_html(const char *html) {
  size_t length = strnlen(html, longest_html);
  struct layout layout = {.left = most_lines};
  layout.cells[0] = new_cell(1);
  const char *place = html, *end = html + length;
  while (place < end) {
    const char *next = memchr(place, '<', (size_t)(end - place));
    if (next == NULL) next = end;
    put_text(&layout, place, next);
    if (next == end) break;
    struct tag tag;
    place = read_tag(next + 1, end, &tag);
    if (place == NULL && g_str_has_prefix(next, "<!--")) {
      const char *stop = g_strstr_len(next + 4, end - next - 4, "-->");
      place = stop == NULL ? end : stop + 3;
    } else if (place == NULL && next + 1 < end && strchr("!?/", next[1]) != NULL) {
      const char *stop = memchr(next, '>', (size_t)(end - next));
      place = stop == NULL ? end : stop + 1;
    } else if (place == NULL) {
      put(&layout, '<');
      place = next + 1;
    } else if (!tag.is_end && IS_ONE_OF(tag.name, "script", "style", "title", "textarea")) {
      place = skip(tag.name, place, end, 1);
    } else if (!tag.is_end && (IS_ONE_OF(tag.name, "template", "svg", "select") || (has_content(tag.name) && hides(&tag)))) {
      place = skip(tag.name, place, end, 0);
    } else {
      take_tag(&layout, &tag);
    }
  }
  while (layout.depth > 0) close_table(&layout);
  break_line(&layout, layout.cells[0]);
  g_ptr_array_add(layout.cells[0]->lines, NULL);
  char *text = g_strjoinv("\n", (char **)layout.cells[0]->lines->pdata);
  free_cell(layout.cells[0]);
  return text;
}
