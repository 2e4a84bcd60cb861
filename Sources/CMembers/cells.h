#pragma once

#include "include/members.h"
#include "include/sheets.h"

#include <glib.h>
#include <stdio.h>

/// A file that has more of something is refused; a longer text is cut, and that is told.
enum {
  limit_sheets = 100,
  limit_rows = 200000,
  limit_columns = 256,
  limit_cells = 1000000,
  limit_text = 32767,
  limit_file = 64 << 20,
  limit_answer = 64 << 20,
  limit_unpacked = 256 << 20,
  limit_strings = 64 << 20,
};

/// Bytes of a text that is under way: enough to know that it is too long.
enum { limit_text_bytes = 4 * limit_text + 4 };

/// The answer about one file.
struct cells {
  FILE *output;
  const char *refusal;  ///< Why the file is not read; NULL while it is.
  long written;         ///< Bytes of the answer.
  long sheets, rows, cells;
  long row;             ///< The number of the row under way.
  int is_hidden;        ///< Whether that row is.
  int is_told;          ///< Whether its line is written.
  long column;          ///< Of its last cell; -1 before the first.
};

/// A value of a cell.
struct value {
  char kind;
  int has_formula;
  const char *text;
};

/// Refuses the file; the first reason stays.
void hanscan_cells_refuse(struct cells *cells, const char *reason);

/// Writes one line; the last word is a text, or NULL. Each counts as a cell, so that no kind of line is unbounded.
void hanscan_cells_line(struct cells *cells, const char *words, const char *text);

void hanscan_cells_sheet(struct cells *cells, const char *name, int is_hidden);

/// Begins a row; it is written with its first cell.
void hanscan_cells_row(struct cells *cells, long number, int is_hidden);

/// Writes a cell of that row; one that is empty is left out.
void hanscan_cells_cell(struct cells *cells, long column, struct value value);

/// A number as a spreadsheet program shows it, with 15 digits at most.
void hanscan_cells_number(double number, char text[64]);

/// A count of days as a date, a time or both; 0 if it is none.
int hanscan_cells_date(double days, int is_1904, char text[64]);

/// Whether a format of numbers shows a date or a time.
int hanscan_cells_is_date_format(const char *format);

/// Whether the same is true of a format that has a number instead.
int hanscan_cells_is_date_number(long number);

void hanscan_cells_workbook(struct cells *cells, const GString *file);
/// - Parameter input: The same file, open.
void hanscan_cells_binary(struct cells *cells, const GString *file, int input);
void hanscan_cells_text(struct cells *cells, const GString *file);
void hanscan_cells_page(struct cells *cells, const char *text, size_t length);
