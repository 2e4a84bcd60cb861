import Foundation
import PageModel

@testable import Export
@testable import Understanding

/// Pages with tables.
enum TablePages {
  static let hostile = "=a|<script>\n\u{2028}b\u{FFFE}&amp;*c*"
  /// The same on one line, where markup forbids some of it.
  static let hostileLine = "=a|<script> b\u{FFFD}&amp;*c*"

  static func line(_ y: Int, _ words: (text: String, x: Int)...) -> Line {
    let words = words.map { word in
      Word(text: word.text, box: Box(x: word.x, y: y, width: 10 * word.text.count, height: 20), confidence: 0.9)
    }
    return Line(
      box: words.dropFirst().reduce(words[0].box) { $0.union($1.box) }, confidence: 0.9, words: words)
  }

  /// Cells are 200 wide and 40 high; the first one is at (100, 100).
  static func cell(
    _ row: Int, _ column: Int, _ text: String, _ lines: Int..., rows: Int = 1, columns: Int = 1
  ) -> PageTable.Cell {
    PageTable.Cell(
      row: row, column: column, rowSpan: rows, columnSpan: columns,
      box: Box(x: 100 + 200 * column, y: 100 + 40 * row, width: 200 * columns, height: 40 * rows), text: text,
      lines: lines, confidence: 0.9)
  }

  static func page(_ lines: [Line], _ tables: [PageTable], path: String = "양식/1월 #1.png") throws -> PageRecord {
    let reading = RecognisedPage(width: 600, height: 400, confidence: 0.9, lines: lines)
    var page = Pages.record(.recognised(reading), path: ScanPath(path))
    let json = String(decoding: try JSONEncoder().encode(tables), as: UTF8.self)
    page.derived[TablesStage.name] = DerivedValues.Value(version: TablesStage.version, json: json)
    return page
  }

  /// A line above, a table of two rows, words beside its second row, and a line below.
  static func plain() throws -> PageRecord {
    try page(
      [
        line(20, ("# 1월", 110)), line(110, ("품목", 110), ("금액", 310)),
        line(150, ("옆", 20), ("a|b", 110), ("2,345,670", 310)), line(220, ("끝", 110)),
      ],
      [
        PageTable(
          ruled: true,
          cells: [
            cell(0, 0, "품목", 1), cell(0, 1, "금액", 1), cell(1, 0, "a|b", 2), cell(1, 1, "2,345,670", 2),
          ])
      ])
  }

  /// A table whose first cell covers two rows, and whose last one covers two columns.
  static let spanning = PageTable(
    ruled: true,
    cells: [
      cell(0, 0, hostile, 0, rows: 2), cell(0, 1, "-3.50", 0), cell(1, 1, "007", 1),
      cell(2, 0, "2,345,670", 2, columns: 2),
    ])

  static func spanned() throws -> PageRecord {
    try page(
      [line(110, ("=a", 110), ("-3.50", 310)), line(150, ("007", 310)), line(190, ("2,345,670", 110))], [spanning])
  }
}
