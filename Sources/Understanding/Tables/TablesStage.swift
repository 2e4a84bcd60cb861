package import PageModel

/// The tables of a page: the cells that its rules make, with the words that stand in them.
package enum TablesStage: DerivedStage {
  package typealias Value = [PageTable]

  package static let name = "tables"
  package static let version = 1

  /// A grid with text in fewer cells is a pattern: squared paper, a chart, staves of music.
  private static let leastWritten = 4
  private static let leastShare = 0.1

  package static func value(of page: PageRecord, in context: StageContext) -> [PageTable]? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    var words = CellWords(of: reading)
    // Inner tables take their words first.
    let grids = (reading.signals?.grids ?? []).filter(\.isPossible).map { (grid: $0, area: $0.box.area) }
    var tables = grids.sorted { $0.area < $1.area }.compactMap { grid, _ -> PageTable? in
      let free = words
      let table = PageTable(ruled: true, cells: words.take(in: grid.cells))
      let written = table.cells.count { !$0.text.isEmpty }
      let least = max(Double(min(leastWritten, grid.cells.count / 2)), leastShare * Double(grid.cells.count))
      if Double(written) >= least { return table }
      words = free
      return nil
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
