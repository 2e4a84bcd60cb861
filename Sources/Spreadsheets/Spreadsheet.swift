/// The cells of a spreadsheet file.
package struct Spreadsheet: Hashable, Sendable {
  /// A fact about the file that a person should know.
  package enum Note: Hashable, Sendable, CustomStringConvertible {
    /// The number of cells with a formula; their values are those that the program computed when it saved the file.
    case formulas(Int)
    /// The number of cells with a formula and no value, because the program that wrote the file computed none.
    case formulasWithoutValues(Int)
    /// The number of positive numbers in red, which some lists mean as negative.
    case redNumbers(Int)
    /// The number of cells whose text is cut, because it is longer than the limit.
    case cutTexts(Int)
    /// The number of cells with characters that could not be decoded; U+FFFD stands for each.
    case undecodedTexts(Int)

    package var description: String {
      switch self {
      case .formulas(let count): "\(count) cells have formulas; the values saved in the file are used"
      case .formulasWithoutValues(let count):
        "\(count) cells have formulas without values; open the file in a spreadsheet program, and save it again"
      case .redNumbers(let count):
        "\(count) positive numbers are red and stay positive; enter a minus where the colour means one"
      case .cutTexts(let count):
        "\(count) cells have more than \(SpreadsheetLimits.characters) characters; the remaining text is not read"
      case .undecodedTexts(let count): "\(count) cells have characters that could not be decoded, shown as \u{FFFD}"
      }
    }
  }

  /// In the order of their tabs; a page or a text is one sheet without a name.
  package var sheets: [Sheet] = []
  package var notes: [Note] = []
  /// Whether there are charts beside the cells; they are not read.
  package var hasCharts = false
}

/// A sheet of a spreadsheet file: rows of cells.
package struct Sheet: Hashable, Sendable {
  package var name: String
  package var isHidden: Bool
  /// The rows that have cells, in ascending order; of merged cells the first has the value, and the others are empty.
  package var rows: [SheetRow] = []
}

/// A row of a sheet.
package struct SheetRow: Hashable, Sendable {
  /// From 1, as the program shows it; in a text, the number of the record.
  package var number: Int
  /// By column from 0; trailing empty ones are left out.
  package var cells: [SheetCell] = []
}

/// A cell of a row.
package struct SheetCell: Hashable, Sendable {
  package var value: SheetValue
  /// Whether the value was computed by the program that saved the file.
  package var hasFormula = false

  /// The cell as a person sees it, apart from the formats of numbers.
  package var text: String {
    switch value {
    case .none: ""
    case .text(let text), .number(let text), .error(let text): text
    case .date(let text): text.split(separator: "T").joined(separator: " ")
    case .boolean(let value): value ? "TRUE" : "FALSE"
    }
  }

  package static let empty = SheetCell(value: .none)
  package var isEmpty: Bool { value == .none && !hasFormula }
}

/// A value of a cell.
///
/// The cells of pages and texts are all texts: nothing says which of them is a number.
package enum SheetValue: Hashable, Sendable {
  case none
  case text(String)
  /// Decimal digits, as `41000` or `-12.5`; numbers from 1e21 on have an exponent.
  case number(String)
  /// ISO 8601: `2026-03-14`, `2026-03-14T18:05:00`, `18:05` or `18:05:30`.
  case date(String)
  case boolean(Bool)
  /// As `#N/A`.
  case error(String)
}
