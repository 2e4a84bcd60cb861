import Support
import Understanding

/// Text and tables as Markdown (CommonMark, with the tables and strikethroughs of GitHub).
enum MarkdownText {
  /// A paragraph of one line; empty for a text of white space.
  static func paragraph(_ text: String) -> String { escaped(text, inCell: false) }

  /// A cell of a Markdown table, in which every bar is escaped.
  static func cell(_ text: String) -> String { escaped(text, inCell: true) }

  /// A table with its newlines, whose first row is its heading.
  static func table(_ table: PageTable) -> String {
    if table.hasSpans { return html(table) }
    var rows = table.cellsByRow.map { cells in
      var texts = [String](repeating: "", count: table.columns)
      for cell in cells { texts[cell.column] = Self.cell(cell.text) }
      return texts
    }
    rows.insert([String](repeating: "---", count: table.columns), at: 1)
    return rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A table as markup, with its spans.
  static func html(_ table: PageTable) -> String {
    let rows = table.cellsByRow.map { cells in
      let cells = cells.map { cell in
        JSONValue.object([
          "rows": cell.rowSpan > 1 ? .integer(cell.rowSpan) : nil,
          "columns": cell.columnSpan > 1 ? .integer(cell.columnSpan) : nil, "text": .string(cell.text.onOneLine),
        ])
      }
      return JSONValue.object(["cells": .array(cells)])
    }
    return tableTemplate.text(["lines": .array(rows)])
  }

  private static let tableTemplate = Template(PackageResources.table_html) { $0.markupEscaped }

  /// The text on one line, with a backslash before everything that Markdown would take for more than text.
  private static func escaped(_ text: String, inCell: Bool) -> String {
    let line = text.onOneLine
    let start = inCell ? nil : blockStart(line)
    let text = Array(line.unicodeScalars)
    let counts = Dictionary(text.map { ($0, 1) }, uniquingKeysWith: +)
    let hasLinks = zip(text, text.dropFirst()).contains { $0 == "]" && ($1 == "(" || $1 == ":") }
    var result = String.UnicodeScalarView()
    for (place, scalar) in text.enumerated() {
      let before = place > 0 ? text[place - 1] : " "
      let after = place + 1 < text.count ? text[place + 1] : " "
      let isSpecial =
        switch scalar {
        case "\\": after.isASCIIPunctuation
        case "`", "~": counts[scalar, default: 0] > 1
        // Emphasis needs two of them, each beside a letter, and no underscore within a word.
        case "*": counts[scalar, default: 0] > 1 && (before != " " || after != " ")
        case "_": counts[scalar, default: 0] > 1 && !(before.isWordPart && after.isWordPart)
        case "[": hasLinks
        case "<": after.isASCII && after.properties.isAlphabetic || "/!?".unicodeScalars.contains(after)
        case "&": text[(place + 1)...].first { $0 != "#" && !($0.isASCII && $0.isWordPart) } == ";" && after != ";"
        case "|": inCell
        default: false
        }
      if isSpecial || place == start { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// The place of the character by which a line would begin a quotation, a heading, a list or a thematic break.
  private static func blockStart(_ line: String) -> Int? {
    let start = /[0-9]{1,9}(?=[.)](?: |$))|(?=>|#{1,6}(?: |$)|[-+*](?: |$)|(?:- ?){3,}$|(?:\* ?){3,}$|(?:_ ?){3,}$)/
    return line.prefixMatch(of: start.matchingSemantics(.unicodeScalar))?.output.unicodeScalars.count
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIPunctuation: Bool { isASCII && ("!"..."~").contains(self) && !isWordPart }
  fileprivate var isWordPart: Bool { properties.isAlphabetic || properties.numericType != nil }
}
