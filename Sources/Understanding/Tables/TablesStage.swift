package import PageModel

/// The tables of a page: the cells that its rules make, with the words that stand in them.
package enum TablesStage: DerivedStage {
  package typealias Value = [PageTable]

  package static let name = "tables"
  package static let version = 1

  /// A grid with text in fewer cells is a pattern: squared paper, a chart, a keyboard of music.
  private static let leastWritten = 4
  private static let leastShare = 0.1

  package static func value(of page: PageRecord, in context: StageContext) -> [PageTable]? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    var words = CellWords(of: reading)
    // Inner tables take their words first.
    let grids = (reading.grids ?? []).sorted { $0.box.area < $1.box.area }
    var tables = grids.compactMap { grid -> PageTable? in
      let table = PageTable(ruled: true, cells: words.take(in: grid.cells))
      let written = table.cells.count { !$0.text.isEmpty }
      let least = max(Double(min(leastWritten, grid.cells.count / 2)), leastShare * Double(grid.cells.count))
      return Double(written) >= least ? table : nil
    }
    let isReceipt = context.value(of: KindsStage.self)?.first.map { receiptKinds.contains($0.label) } ?? false
    if !isReceipt { tables += OpenTables.find(in: reading, without: words.taken) }
    return tables.isEmpty ? nil : tables.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  /// Pages whose columns are items and amounts, which `receipts` has.
  private static let receiptKinds: Set<PageKind.Label> = [.receipt, .cardSlip]
}

extension TablesStage {
  package static let schema = """
    {
      "description": "Tables, from top to bottom: cells between drawn rules, or columns of words that stand apart.",
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "properties": {
          "box": {"$ref": "#/$defs/box"},
          "ruled": {"description": "Whether drawn rules divide it.", "type": "boolean"},
          "rows": {"type": "integer", "minimum": 1},
          "columns": {"type": "integer", "minimum": 1},
          "confidence": {
            "description": "The mean of the cells with text.", "type": "number", "minimum": 0, "maximum": 1
          },
          "cells": {
            "description": "By row, then by column.",
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "properties": {
                "row": {"description": "From 0.", "type": "integer", "minimum": 0},
                "column": {"description": "From 0.", "type": "integer", "minimum": 0},
                "rowSpan": {"type": "integer", "minimum": 1},
                "columnSpan": {"type": "integer", "minimum": 1},
                "box": {"$ref": "#/$defs/box"},
                "text": {"description": "Its lines joined by a space; empty for an empty cell.", "type": "string"},
                "lines": {
                  "description": "Indices of the lines that stand in it.",
                  "type": "array",
                  "items": {"type": "integer", "minimum": 0}
                },
                "confidence": {"description": "1 for an empty cell.", "type": "number", "minimum": 0, "maximum": 1}
              },
              "required": ["row", "column", "rowSpan", "columnSpan", "box", "text", "lines", "confidence"],
              "additionalProperties": false
            }
          }
        },
        "required": ["box", "ruled", "rows", "columns", "confidence", "cells"],
        "additionalProperties": false
      }
    }
    """
}

/// The words of a page that no table has taken yet.
struct CellWords {
  private struct Piece {
    var line: Int
    var word: Int
    var x: Double
    var text: String
    var confidence: Double
  }

  private let page: RecognisedPage
  /// The words that stand in a table, by line.
  private(set) var taken: [Int: Set<Int>] = [:]

  init(of page: RecognisedPage) { self.page = page }

  /// Cells with the words whose middles they hold; a word that runs over several cells is divided by its letters.
  mutating func take(in cells: [TableGrid.Cell]) -> [PageTable.Cell] {
    let boxes = cells.map(\.box)
    let whole = boxes.dropFirst().reduce(boxes.first ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    var pieces = [[Piece]](repeating: [], count: cells.count)
    for (number, line) in page.lines.enumerated() where line.kind == .text && whole.overlaps(line.box) {
      for (place, word) in line.words.enumerated()
      where whole.overlaps(word.box) && taken[number]?.contains(place) != true {
        let near = boxes.indices.filter { boxes[$0].overlaps(word.box) }
        guard !near.isEmpty else { continue }
        var last: Int?
        for (x, letter) in word.letterPlaces {
          let y = Double(word.box.y) + Double(word.box.height) / 2
          guard let cell = near.first(where: { cells[$0].holds(x: x, y: y) }) else { continue }
          taken[number, default: []].insert(place)
          if last == cell, let end = pieces[cell].indices.last {
            pieces[cell][end].text += letter
          } else {
            pieces[cell].append(
              Piece(line: number, word: place, x: x, text: letter, confidence: word.confidence))
          }
          last = cell
        }
      }
    }
    return zip(cells, pieces).map { cell, pieces in
      let letters = pieces.reduce(0) { $0 + $1.text.count }
      let sure = pieces.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
      return PageTable.Cell(
        row: cell.row, column: cell.column, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan, box: cell.box,
        text: pieces.map(\.text).joined(separator: " "), lines: Set(pieces.map(\.line)).sorted(),
        confidence: letters == 0 ? 1 : (sure / Double(letters)).rounded(toPlaces: 4))
    }
  }
}

extension Word {
  /// The middle of each of its letters, by their usual widths.
  fileprivate var letterPlaces: [(x: Double, letter: String)] {
    func width(_ letter: Character) -> Double { letter.unicodeScalars.first.map { $0.value > 0x2000 } == true ? 1 : 0.55 }
    let total = max(text.reduce(0) { $0 + width($1) }, 0.01)
    var done = 0.0
    return text.map { letter in
      let middle = done + width(letter) / 2
      done += width(letter)
      return (Double(box.x) + Double(box.width) * middle / total, String(letter))
    }
  }
}
