#include "cells.h"

#include <freexl.h>
#include <string.h>

/// Reads workbooks of Excel up to 2003 with FreeXL, which does not report formulas or hidden sheets.

/// Whether a compound file has an entry of this ASCII name. Entries have 128 bytes and names in UTF-16.
///
/// The search tries every possible place, so that a damaged chain of sectors hides no entry.
static int has_entry(const GString *file, const char *name) {
  size_t length = strlen(name);
  for (gsize place = 512; place + 128 <= file->len; place += 128) {
    const char *entry = file->str + place;
    if ((unsigned char)entry[64] != 2 * length + 2 || entry[65] != 0) continue;
    size_t index = 0;
    while (index < length && entry[2 * index] == name[index] && entry[2 * index + 1] == 0) index++;
    if (index == length) return 1;
  }
  return 0;
}

static void read_value(struct cells *cells, long column, const FreeXL_CellValue *found) {
  char text[64];
  struct value value = {'n', 0, text};
  switch (found->type) {
    case FREEXL_CELL_INT: hanscan_cells_number(found->value.int_value, text); break;
    case FREEXL_CELL_DOUBLE: hanscan_cells_number(found->value.double_value, text); break;
    case FREEXL_CELL_TEXT:
    case FREEXL_CELL_SST_TEXT:
      value.kind = 't';
      value.text = found->value.text_value != NULL ? found->value.text_value : "";
      break;
    case FREEXL_CELL_DATE:
    case FREEXL_CELL_DATETIME:
      value.kind = 'd';
      g_strlcpy(text, found->value.text_value, sizeof text);
      // FreeXL writes a blank between the date and the time.
      if (strlen(text) > 10 && text[10] == ' ') text[10] = 'T';
      break;
    case FREEXL_CELL_TIME:
      value.kind = 'd';
      g_strlcpy(text, found->value.text_value, sizeof text);
      if (g_str_has_suffix(text, ":00") && strlen(text) == 8) text[5] = 0;
      break;
    default: return;
  }
  hanscan_cells_cell(cells, column, value);
}

static void read_sheet(struct cells *cells, const void *book, unsigned short number) {
  const char *name = NULL;
  unsigned rows = 0;
  unsigned short columns = 0;
  if (freexl_get_worksheet_name(book, number, &name) != FREEXL_OK ||
      freexl_select_active_worksheet(book, number) != FREEXL_OK)
    return hanscan_cells_refuse(cells, "damaged");
  hanscan_cells_sheet(cells, name != NULL ? name : "", 0);
  // Chart sheets have no dimensions.
  if (freexl_worksheet_dimensions(book, &rows, &columns) != FREEXL_OK) return;
  for (unsigned row = 0; row < rows && cells->refusal == NULL; row++) {
    hanscan_cells_row(cells, (long)row + 1);
    for (unsigned short column = 0; column < columns && cells->refusal == NULL; column++) {
      FreeXL_CellValue found;
      if (freexl_get_cell_value(book, row, column, &found) == FREEXL_OK) read_value(cells, column, &found);
    }
  }
}

void hanscan_cells_binary(struct cells *cells, const GString *file, int input) {
  if (has_entry(file, "EncryptedPackage")) return hanscan_cells_refuse(cells, "encrypted");
  if (!has_entry(file, "Workbook") && !has_entry(file, "Book")) return hanscan_cells_refuse(cells, "unknown");
  if (has_entry(file, "_VBA_PROJECT_CUR")) return hanscan_cells_refuse(cells, "macros");
  const void *book = NULL;
  unsigned count = 0, password = 0;
  // FreeXL needs a path; this one leads to the open file.
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", input);
  int result = freexl_open(path, &book);
  if (book != NULL && freexl_get_info(book, FREEXL_BIFF_PASSWORD, &password) == FREEXL_OK &&
      password == FREEXL_BIFF_OBFUSCATED)
    hanscan_cells_refuse(cells, "encrypted");
  if (result != FREEXL_OK || freexl_get_info(book, FREEXL_BIFF_SHEET_COUNT, &count) != FREEXL_OK)
    hanscan_cells_refuse(cells, "damaged");
  hanscan_cells_line(cells, "file\tbinary\t0", NULL);
  for (unsigned number = 0; number < count && cells->refusal == NULL; number++)
    read_sheet(cells, book, (unsigned short)number);
  if (book != NULL) freexl_close(book);
}
