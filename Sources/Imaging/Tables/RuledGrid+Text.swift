extension RuledGrid {
  /// Fewer lines, or closer ones, in heights of capitals, are the text of one row.
  private static let leastLines = 3
  private static let leastPitch = 1.9

  /// The grid with a row for each line of text if rules divide only its columns.
  ///
  /// - Parameter places: Places of text in the maps.
  func divided(byText places: [(u: Double, v: Double)], em: Double) -> RuledGrid {
    (0..<rows.count - 1).reversed().reduce(into: self) { grid, row in
      grid.divide(row, at: borders(in: row, places, em: em))
    }
  }

  /// The middles between the lines of a row, if most lines have text in several of its cells.
  private func borders(in row: Int, _ places: [(u: Double, v: Double)], em: Double) -> [Double] {
    let own = cells.filter { $0.row == row && $0.rowSpan == 1 }
    let inside = places.filter { $0.v > rows[row] && $0.v < rows[row + 1] }.compactMap { place in
      own.firstIndex { columns[$0.column] < place.u && place.u < columns[$0.column + $0.columnSpan] }
        .map { (v: place.v, cell: $0) }
    }
    let middles = GridBuilder.clustered(inside.map(\.v), gap: 0.3 * em)
    let full = middles.count { middle in
      Set(inside.filter { abs($0.v - middle) < 0.5 * em }.map(\.cell)).count > 1
    }
    guard middles.count >= Self.leastLines, 3 * full >= 2 * middles.count,
      zip(middles, middles.dropFirst()).allSatisfy({ $1 - $0 > Self.leastPitch * em })
    else { return [] }
    return zip(middles, middles.dropFirst()).map { ($0 + $1) / 2 }
  }

  private mutating func divide(_ row: Int, at borders: [Double]) {
    rows.insert(contentsOf: borders, at: row + 1)
    cells = cells.flatMap { cell -> [Cell] in
      var cell = cell
      if cell.row > row {
        cell.row += borders.count
      } else if cell.row == row, cell.rowSpan == 1 {
        return (row...row + borders.count).map { number in
          Cell(row: number, column: cell.column, rowSpan: 1, columnSpan: cell.columnSpan)
        }
      } else if cell.row + cell.rowSpan > row {
        cell.rowSpan += borders.count
      }
      return [cell]
    }
  }
}
