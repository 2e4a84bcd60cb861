/// The cells of a ruled table as a reader found them on a page, without their text.
package struct TableGrid: Hashable, Codable, Sendable {
  /// A place in pixels of the original picture as it is shown.
  package struct Corner: Hashable, Codable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  package struct Cell: Hashable, Codable, Sendable {
    /// From 0.
    package var row: Int
    /// From 0.
    package var column: Int
    package var rowSpan: Int
    package var columnSpan: Int
    /// The four corners, from the upper left one clockwise as the text stands.
    package var corners: [Corner]

    package init(row: Int, column: Int, rowSpan: Int, columnSpan: Int, corners: [Corner]) {
      (self.row, self.column, self.rowSpan, self.columnSpan) = (row, column, rowSpan, columnSpan)
      self.corners = corners
    }
  }

  /// By row, then by column.
  package var cells: [Cell]

  package init(cells: [Cell]) {
    self.cells = cells
  }

  /// Whether every cell has four corners and lies in a table of bounded size: another process or a store may say anything.
  package var isPossible: Bool {
    let (places, lines, spans) = (-Int(Int32.max)...Int(Int32.max), 0...10_000, 1...10_000)
    return !cells.isEmpty
      && cells.allSatisfy { cell in
        lines.contains(cell.row) && lines.contains(cell.column) && spans.contains(cell.rowSpan)
          && spans.contains(cell.columnSpan) && cell.corners.count == 4
          && cell.corners.allSatisfy { places.contains($0.x) && places.contains($0.y) }
      }
  }

  /// The smallest upright box around it.
  package var box: Box { Box(around: cells.flatMap(\.corners).map { ($0.x, $0.y) }) }

  /// The same for a picture that is so many times as large.
  package func scaled(by scale: Double) -> TableGrid {
    TableGrid(
      cells: cells.map { cell in
        var cell = cell
        cell.corners = cell.corners.map {
          Corner(x: Int((Double($0.x) * scale).rounded()), y: Int((Double($0.y) * scale).rounded()))
        }
        return cell
      })
  }
}

extension TableGrid.Cell {
  /// The smallest upright box around it.
  package var box: Box { Box(around: corners.map { ($0.x, $0.y) }) }

  /// Whether a place lies within its corners.
  package func holds(x: Double, y: Double) -> Bool {
    var isInside = false
    for (one, other) in zip(corners, corners.dropFirst() + corners.prefix(1))
    where (Double(one.y) > y) != (Double(other.y) > y) {
      let share = (y - Double(one.y)) / (Double(other.y) - Double(one.y))
      if x < Double(one.x) + share * (Double(other.x) - Double(one.x)) { isInside.toggle() }
    }
    return isInside
  }
}
