#include "cells.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

void hanscan_cells_refuse(struct cells *cells, const char *reason) {
  if (cells->refusal == NULL) cells->refusal = reason;
}

/// Appends a text with escapes; skips other control characters.
static void append_escaped(GString *line, const char *text) {
  for (const char *byte = text; *byte != 0; byte++) {
    if (*byte == '\t') g_string_append(line, "\\t");
    else if (*byte == '\n') g_string_append(line, "\\n");
    else if (*byte == '\\') g_string_append(line, "\\\\");
    else if ((unsigned char)*byte >= 0x20 && *byte != 0x7F) g_string_append_c(line, *byte);
  }
}

void hanscan_cells_line(struct cells *cells, const char *words, const char *text) {
  if (cells->refusal != NULL) return;
  if (++cells->cells > limit_cells) return hanscan_cells_refuse(cells, "cells");
  g_autoptr(GString) line = g_string_new(words);
  if (text != NULL) {
    g_autofree char *sound = g_utf8_make_valid(text, -1);
    g_string_append_c(line, '\t');
    append_escaped(line, sound);
  }
  g_string_append_c(line, '\n');
  cells->written += (long)line->len;
  if (cells->written > limit_answer) hanscan_cells_refuse(cells, "bytes");
  else fwrite(line->str, 1, line->len, cells->output);
}

void hanscan_cells_sheet(struct cells *cells, const char *name, int is_hidden) {
  if (++cells->sheets > limit_sheets) return hanscan_cells_refuse(cells, "sheets");
  hanscan_cells_line(cells, is_hidden ? "sheet\t1" : "sheet\t0", name);
  cells->row = 0;
}

void hanscan_cells_row(struct cells *cells, long number) {
  if (number <= cells->row) return hanscan_cells_refuse(cells, "damaged");
  if (number > 1 << 20) return hanscan_cells_refuse(cells, "rows");
  cells->row = number;
  cells->is_written = 0;
  cells->column = -1;
}

void hanscan_cells_cell(struct cells *cells, long column, struct value value) {
  if (*value.text == 0 && !value.has_formula) return;
  if (cells->row <= 0 || column <= cells->column) return hanscan_cells_refuse(cells, "damaged");
  if (column >= limit_columns) return hanscan_cells_refuse(cells, "columns");
  char words[64];
  if (!cells->is_written) {
    if (++cells->rows > limit_rows) return hanscan_cells_refuse(cells, "rows");
    snprintf(words, sizeof words, "row\t%ld", cells->row);
    hanscan_cells_line(cells, words, NULL);
    cells->is_written = 1;
    cells->cells--;
  }
  cells->column = column;
  g_autofree char *text = g_utf8_make_valid(value.text, -1);
  int is_cut = strlen(text) > limit_text && g_utf8_strlen(text, -1) > limit_text;
  if (is_cut) *g_utf8_offset_to_pointer(text, limit_text) = 0;
  snprintf(words, sizeof words, "cell\t%ld\t%c\t%d\t%d", column, *text == 0 ? '-' : value.kind, value.has_formula != 0,
           is_cut);
  hanscan_cells_line(cells, words, text);
}

void hanscan_cells_number(double number, char text[64]) {
  if (number == 0) number = 0;  // Without a sign.
  // Rounded to 15 digits first, then written without an exponent.
  snprintf(text, 64, "%.15g", number);
  double size = fabs(number);
  if (strchr(text, 'e') == NULL || size >= 1e21) return;
  number = g_ascii_strtod(text, NULL);
  int places = size >= 1 ? 0 : (int)fmin(40, 15 - floor(log10(size)));
  snprintf(text, 64, "%.*f", places, number);
  if (strchr(text, '.') == NULL) return;
  size_t length = strlen(text);
  while (text[length - 1] == '0') length--;
  if (text[length - 1] == '.') length--;
  text[length] = 0;
  if (strcmp(text, "-0") == 0) strcpy(text, "0");
}

int hanscan_cells_date(double days, int is_1904, char text[64]) {
  if (!(days >= 0 && days < 2958466)) return 0;
  long whole = (long)floor(days), seconds = lround((days - floor(days)) * 86400);
  if (seconds == 86400) whole++, seconds = 0;
  char clock[32];
  snprintf(clock, sizeof clock, seconds % 60 != 0 || whole > 0 ? "%02ld:%02ld:%02ld" : "%02ld:%02ld", seconds / 3600,
           seconds / 60 % 60, seconds % 60);
  if (whole == 0) {
    strcpy(text, clock);
    return 1;
  }
  // Excel counts 29 February 1900 as day 60; that day did not exist.
  if (!is_1904 && whole == 60) return 0;
  GDate date;
  g_date_clear(&date, 1);
  g_date_set_dmy(&date, 1, 1, is_1904 ? 1904 : 1900);
  g_date_add_days(&date, (guint)(is_1904 ? whole : whole < 60 ? whole - 1 : whole - 2));
  int year = g_date_get_year(&date);
  if (year > 9999) return 0;
  int length = snprintf(text, 32, "%04d-%02d-%02d", year, g_date_get_month(&date), g_date_get_day(&date));
  if (seconds > 0) snprintf(text + length, 32, "T%s", clock);
  return 1;
}

int hanscan_cells_is_date_format(const char *format) {
  // Only the part for positive numbers counts. Letters in quotes and brackets are no codes.
  for (const char *place = format; *place != 0 && *place != ';'; place++) {
    char close = *place == '"' ? '"' : *place == '[' ? ']' : 0;
    if (close != 0) {
      place = strchr(place + 1, close);
      if (place == NULL) return 0;
    } else if (*place == '\\' || *place == '_' || *place == '*') {
      if (place[1] != 0) place++;
    } else if (strchr("ymdhYMDH", *place) != NULL) {
      return 1;
    }
  }
  return 0;
}

int hanscan_cells_is_date_number(long number) {
  return (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 45 && number <= 47) ||
         (number >= 50 && number <= 58);
}

/// Reads all bytes of a file; returns NULL if they are too many or can't be read.
static GString *read_all(int input) {
  GString *file = g_string_new(NULL);
  static char buffer[1 << 16];
  for (;;) {
    ssize_t count = pread(input, buffer, sizeof buffer, (off_t)file->len);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) return file;
    if (count < 0 || file->len + (gsize)count > limit_file) break;
    g_string_append_len(file, buffer, count);
  }
  g_string_free(file, TRUE);
  return NULL;
}

int hanscan_members_sheets(int input, int output) {
  struct cells cells = {.output = fdopen(output, "w")};
  if (cells.output == NULL) return HANSCAN_MEMBERS_UNWRITTEN;
  g_autoptr(GString) file = read_all(input);
  if (file == NULL) hanscan_cells_refuse(&cells, "bytes");
  else if (g_str_has_prefix(file->str, "PK\3\4") || g_str_has_prefix(file->str, "PK\5\6")) hanscan_cells_workbook(&cells, file);
  else if (g_str_has_prefix(file->str, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) hanscan_cells_binary(&cells, file, input);
  else hanscan_cells_text(&cells, file);
  if (cells.refusal != NULL) fprintf(cells.output, "refused\t%s\n", cells.refusal);
  else fputs("end\n", cells.output);
  return fclose(cells.output) != 0 ? HANSCAN_MEMBERS_UNWRITTEN : HANSCAN_MEMBERS_DONE;
}
