#pragma once

#include "include/members.h"
#include "include/sheets.h"

#include <glib.h>
#include <stdio.h>

/// Limits of a file. The program refuses a file that exceeds one, and marks a longer text as cut.
enum {
  limit_sheets = 100,
  limit_rows = 400000,
  limit_columns = 256,
  limit_cells = 3000000,
  limit_text = 32767,
  limit_file = 64 << 20,
  limit_answer = 128 << 20,
  limit_unpacked = 256 << 20,
  limit_strings = 64 << 20,
};

/// Bytes of the present text: enough to see that it exceeds its limit of characters.
enum { limit_text_bytes = 4 * limit_text + 4 };

/// The answer about one file.
struct cells {
  FILE *output;
  const char *refusal;  ///< The reason why the file is refused; NULL if it is not.
  long written;         ///< Bytes of the answer.
  long sheets, rows, cells;
  long row;             ///< The number of the present row.
  int is_written;       ///< Whether its line is written.
  long column;          ///< The column of its last cell; -1 before the first.
};

/// A value of a cell.
struct value {
  char kind;
  int has_formula;
  const char *text;
};

/// Refuses the file; keeps the first reason.
void hanscan_cells_refuse(struct cells *cells, const char *reason);

/// Writes one line; `text` is its last word, or NULL. Every line counts as a cell, so that their number is bounded.
void hanscan_cells_line(struct cells *cells, const char *words, const char *text);

void hanscan_cells_sheet(struct cells *cells, const char *name, int is_hidden);

/// Begins a row; its line is written with its first cell.
void hanscan_cells_row(struct cells *cells, long number);

/// Writes a cell of that row; skips an empty one.
void hanscan_cells_cell(struct cells *cells, long column, struct value value);

/// Writes a number as spreadsheet programs show it, with 15 significant digits at most.
void hanscan_cells_number(double number, char text[64]);

/// Converts a count of days to a date, a time or both; returns 0 if no calendar has it.
int hanscan_cells_date(double days, int is_1904, char text[64]);

/// Whether a number format shows a date or a time.
int hanscan_cells_is_date_format(const char *format);

/// The same for a built-in format, which has a number.
int hanscan_cells_is_date_number(long number);

void hanscan_cells_workbook(struct cells *cells, const GString *file);
/// - Parameter input: The same file, open.
void hanscan_cells_binary(struct cells *cells, const GString *file, int input);
void hanscan_cells_text(struct cells *cells, const GString *file);
void hanscan_cells_page(struct cells *cells, const char *text, size_t length);
