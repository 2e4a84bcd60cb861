/// The drawn rules of a block of text and the tables that they make, in the prepared picture's pixels.
///
/// They are looked for in a wider part of the page than the text takes: a table's last rows may be empty.
struct Ruling: Sendable {
  var level: [Rule] = []
  /// Those of the transposed picture.
  var upright: [Rule] = []
  var tables: [RuledTable] = []
  /// From the picture that the rules were found in to the prepared one.
  var left = 0.0
  var top = 0.0

  /// How far beyond the text a table may reach, in heights of capitals.
  private static let room = 12.0

  /// No rules.
  init() {}

  /// - Parameters:
  ///   - pieces: the text of the block, in the prepared picture of `width` by `height` pixels.
  ///   - mapping: from that picture to the sampler's, which is `scale` times smaller.
  init(
    of sampler: Sampler, pieces: [LevelPiece], by mapping: Projection, scale: Double, width: Int, height: Int
  ) {
    let room = Self.room * PagePreparer.textHeight
    guard let inverse = mapping.inverse else { return }
    let (right, bottom) = (Double(sampler.width), Double(sampler.height))
    let corners = [(0.0, 0.0), (right, 0), (0, bottom), (right, bottom)].map { inverse.apply($0.0, $0.1) }
    left = max(-room, corners.map(\.x).min() ?? 0).rounded()
    top = max(-room, corners.map(\.y).min() ?? 0).rounded()
    let size = (
      width: min(Double(width) + room, corners.map(\.x).max() ?? 0) - left,
      height: min(Double(height) + room, corners.map(\.y).max() ?? 0) - top
    )
    guard size.width > 1, size.height > 1 else { return }
    let image = sampler.warped(
      width: Int(size.width), height: Int(size.height), by: Projection.shift(left, top).then(mapping), scale: scale)
    let white = Background(of: image, reach: PagePreparer.textHeight).divided(out: image)
    let text = pieces.flatMap { piece in
      stride(from: piece.left + piece.height / 2, to: piece.right, by: max(4, piece.height)).map { x in
        Rule.Point(x: x - left, y: piece.middle(x) - top)
      }
    }
    (level, upright, tables) = TableFinder(textHeight: PagePreparer.textHeight).find(in: white, text: text)
  }

  /// A line cut where it runs from one cell into another, so that each part can be read by itself.
  ///
  /// Cells that hold one digit each stay together: a digit alone is read badly.
  func parts(of line: FoundLine) -> [FoundLine] {
    guard line.kind == .text, !tables.isEmpty else { return [line] }
    let cuts = tables.flatMap { self.cuts(through: line, in: $0) }.sorted()
    guard !cuts.isEmpty else { return [line] }
    var stretches: [[FoundLine.Stretch]] = [[]]
    var rest = line.stretches
    for cut in cuts {
      while let first = rest.first, first.left < cut {
        rest.removeFirst()
        var left = first
        if first.right > cut {
          left.right = cut
          rest.insert(FoundLine.Stretch(left: cut, right: first.right), at: 0)
        }
        if left.right - left.left > 1 { stretches[stretches.count - 1].append(left) }
      }
      stretches.append([])
    }
    stretches[stretches.count - 1] += rest.filter { $0.right - $0.left > 1 }
    let parts = stretches.compactMap { line.part($0) }
    return parts.enumerated().map { index, part in
      var part = part
      part.continuesRow = index > 0
      return part
    }
  }

  /// Narrower cells hold a digit or a syllable, in heights of capitals.
  private static let narrow = 2.2

  private func cuts(through line: FoundLine, in table: RuledTable) -> [Double] {
    let middle = (line.top + line.bottom) / 2
    var cuts: [Double] = []
    var last: Int?
    for x in stride(from: line.left, through: line.right, by: 2) {
      let cell = table.cell(x: x - left, y: middle + line.offset(at: x) - top)
      if x > line.left, cell != last, !(isNarrow(cell, in: table) && isNarrow(last, in: table)) { cuts.append(x - 1) }
      last = cell
    }
    return cuts
  }

  private func isNarrow(_ cell: Int?, in table: RuledTable) -> Bool {
    guard let cell = cell.map({ table.grid.cells[$0] }) else { return false }
    let width = table.grid.columns[cell.column + cell.columnSpan] - table.grid.columns[cell.column]
    return width < Self.narrow * PagePreparer.textHeight
  }

  /// The corners of a cell from the upper left one clockwise, in the prepared picture.
  func corners(of cell: RuledGrid.Cell, in table: RuledTable) -> [(x: Double, y: Double)] {
    table.corners(of: cell).map { ($0.x + left, $0.y + top) }
  }
}

/// A table as its rules make it.
struct RuledTable: Sendable {
  let grid: RuledGrid
  let maps: RuleMaps
  /// The cell of each crossing of a row and a column, row by row.
  private let owners: [Int?]

  init(grid: RuledGrid, maps: RuleMaps) {
    (self.grid, self.maps) = (grid, maps)
    let width = grid.columns.count - 1
    var owners = [Int?](repeating: nil, count: width * (grid.rows.count - 1))
    for (index, cell) in grid.cells.enumerated() {
      for row in cell.row..<cell.row + cell.rowSpan {
        for column in cell.column..<cell.column + cell.columnSpan { owners[row * width + column] = index }
      }
    }
    self.owners = owners
  }

  /// The cell at a place of that picture, as an index; nil outside of the table.
  func cell(x: Double, y: Double) -> Int? {
    let (u, v) = maps.flat(x: x, y: y)
    guard let row = Self.interval(of: v, in: grid.rows), let column = Self.interval(of: u, in: grid.columns) else {
      return nil
    }
    return owners[row * (grid.columns.count - 1) + column]
  }

  private static func interval(of value: Double, in edges: [Double]) -> Int? {
    guard let next = edges.firstIndex(where: { $0 > value }), next > 0 else { return nil }
    return next - 1
  }

  /// The corners of a cell from the upper left one clockwise, in the picture that the rules were found in.
  func corners(of cell: RuledGrid.Cell) -> [(x: Double, y: Double)] {
    let (top, bottom) = (grid.rows[cell.row], grid.rows[cell.row + cell.rowSpan])
    let (left, right) = (grid.columns[cell.column], grid.columns[cell.column + cell.columnSpan])
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map { maps.place(u: $0.0, v: $0.1) }
  }
}
