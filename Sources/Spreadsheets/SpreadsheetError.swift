/// The limits of a spreadsheet file.
///
/// The program that reads it refuses more; its `cells.h` has the same numbers.
package enum SpreadsheetLimits {
  package static let sheets = 100
  /// Rows that hold something, of all sheets together.
  package static let rows = 400_000
  package static let columns = 256
  /// Cells that hold something, of all sheets together.
  package static let cells = 3_000_000
  /// Characters of a cell, which is the limit of Excel, too.
  package static let characters = 32_767
  /// Bytes of the file, and of the text in its cells, with a line for each.
  package static let bytes = 64 << 20
  static let answer = 2 * bytes
  /// The highest number of a row in any program.
  static let lastRow = 1 << 20
  /// The highest column in any program, from 0.
  static let lastColumn = (1 << 14) - 1
  /// Cells with the empty ones before them.
  static let places = 4_000_000
}

/// The reason that a spreadsheet file was not read.
package struct SpreadsheetError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    case notASpreadsheet, encrypted, hasMacros, damaged, tooLarge
    /// The file can't be opened.
    case unreadable
    /// The program that reads it is missing, crashed or took too long.
    case failed
  }

  package let code: Code
  /// One sentence: the reason, and what to do about it.
  package let message: String

  package var description: String { message }

  init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// The file is damaged.
  static let damaged = SpreadsheetError(
    .damaged, "the file is damaged or incomplete; open it in a spreadsheet program, and save it again")

  static let tooManyCells = SpreadsheetError(
    .tooLarge,
    "the file has too many cells, of which HanScan reads \(SpreadsheetLimits.cells); divide it into several files")

  /// The error of a reason that the program gives; nil if there is no such reason.
  init?(reason: String) {
    switch reason {
    case "unknown":
      self.init(
        .notASpreadsheet,
        "the file is no spreadsheet that HanScan reads; save it as an Excel workbook (.xlsx) or as CSV")
    case "encrypted":
      self.init(.encrypted, "the file is encrypted with a password; save a copy of it without the password")
    case "macros":
      self.init(.hasMacros, "the file has macros; save a copy of it as an Excel workbook without macros (.xlsx)")
    case "damaged": self = .damaged
    case "sheets":
      self.init(.tooLarge, "the file has more than \(SpreadsheetLimits.sheets) sheets; divide it into several files")
    case "rows":
      self.init(.tooLarge, "the file has more than \(SpreadsheetLimits.rows) rows; divide it into several files")
    case "columns":
      self.init(
        .tooLarge, "the file has more than \(SpreadsheetLimits.columns) columns; save a copy of it with fewer columns")
    case "cells": self = .tooManyCells
    case "bytes":
      self.init(
        .tooLarge, "the file has more than \(SpreadsheetLimits.bytes >> 20) MiB of text; divide it into several files")
    default: return nil
    }
  }
}
