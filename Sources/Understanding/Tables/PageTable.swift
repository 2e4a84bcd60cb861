package import PageModel

/// A table of a page as its JSON has it: cells with the text that is in them.
package struct PageTable: Codable, Hashable, Sendable {
  package struct Cell: Codable, Hashable, Sendable {
    /// From 0.
    package var row: Int
    /// From 0.
    package var column: Int
    package var rowSpan = 1
    package var columnSpan = 1
    package var box: Box
    /// Its lines of text joined by a space; empty for an empty cell.
    package var text = ""
    /// The page's lines that are in it, as indices.
    package var lines: [Int] = []
    /// 0 to 1: the estimated share of right characters; 1 for an empty cell.
    package var confidence = 1.0
    /// True if a seal is in it or covers a good part of a word; nil otherwise.
    package var stamp: Bool?
    /// True if a coloured pen wrote in it; nil otherwise.
    package var handwritten: Bool?

    /// Appends the text of the next cell, and takes in its lines and box.
    mutating func add(_ other: Cell) {
      text += (text.isEmpty || other.text.isEmpty ? "" : " ") + other.text
      lines = Set(lines + other.lines).sorted()
      box = box.union(other.box)
      confidence = min(confidence, other.confidence)
    }
  }

  package var box: Box
  /// Whether drawn rules divide it; else its columns stand apart.
  package var ruled: Bool
  package var rows: Int
  package var columns: Int
  /// 0 to 1: the mean confidence of the cells with text.
  package var confidence: Double
  /// By row, then by column.
  package var cells: [Cell]

  package init(ruled: Bool, cells: [Cell]) {
    self.ruled = ruled
    self.cells = cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    rows = cells.map { $0.row + $0.rowSpan }.max() ?? 0
    columns = cells.map { $0.column + $0.columnSpan }.max() ?? 0
    box = cells.dropFirst().reduce(cells.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
    let written = cells.filter { !$0.text.isEmpty }
    confidence = (written.reduce(0) { $0 + $1.confidence } / Double(max(1, written.count))).rounded(toPlaces: 4)
  }

  /// Marks, for each box, the nearest of the cells that hold its middle: the upright boxes of skewed cells overlap.
  mutating func mark(_ boxes: [Box], as mark: WritableKeyPath<Cell, Bool?>) {
    for box in boxes {
      let holding = cells.indices.filter { cells[$0].box.holdsMiddle(of: box) }
      let nearest = holding.min { cells[$0].box.distance(to: box) < cells[$1].box.distance(to: box) }
      if let nearest { cells[nearest][keyPath: mark] = true }
    }
  }

  /// Whether some cell covers several rows or columns.
  package var hasSpans: Bool { cells.contains { $0.rowSpan > 1 || $0.columnSpan > 1 } }
}
