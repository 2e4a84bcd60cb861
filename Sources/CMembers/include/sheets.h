#pragma once

#pragma clang assume_nonnull begin

/// Writes the cells of a spreadsheet file: an Excel workbook, old or new, an HTML page with tables, or plain text.
///
/// The bytes of the file decide its kind. The answer consists of lines of words with tabs between them. Names and texts
/// are UTF-8, in which `\t`, `\n` and `\\` stand for a tab, a line feed and a backslash. Numbers are decimal.
///
/// | line | meaning |
/// |---|---|
/// | `file KIND CHARTS` | the first line; `workbook`, `binary`, `page` or `text`; 1 if the file has charts, too |
/// | `sheet HIDDEN NAME` | a sheet, in the order of the tabs |
/// | `row NUMBER` | a row with cells; numbers are from 1 and ascend |
/// | `cell COLUMN KIND FORMULA CUT VALUE` | a cell of that row; columns are from 0 and ascend |
/// | `merge ROW COLUMN ROW COLUMN` | the first and the last of the cells that are merged |
/// | `end` | the last line: nothing is missing |
/// | `refused REASON` | the last line instead of `end`; the caller must ignore all others |
///
/// A cell's kind is `t` for a text, `n` for a number, `r` for a positive one in red, `d` for a date in ISO 8601, `b` for
/// 0 or 1, `e` for an error such as `#N/A`, and `-` for a formula without a value. FORMULA is 1 for a formula. CUT is 1
/// for a text that was too long.
///
/// A reason is `unknown` (no spreadsheet), `encrypted`, `macros`, `damaged`, or the limit that is exceeded: `sheets`,
/// `rows`, `columns`, `cells` or `bytes`.
///
/// - Parameters:
///   - input: An open file, read from its start.
///   - output: The descriptor that the answer is written to; it is closed.
/// - Returns: A result of `hanscan_members`.
int hanscan_members_sheets(int input, int output);

#pragma clang assume_nonnull end
