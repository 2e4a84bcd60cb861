/// The drawn rules of a block of text and the tables that they make, in the prepared picture's pixels.
struct Ruling: Sendable {
  var level: [Rule] = []
  var upright: [Rule] = []
  var tables: [RuledTable] = []
  /// The upper left corner of the examined picture, in the prepared picture.
  var left = 0.0
  var top = 0.0
  /// Whether a table meets a side at which the page goes on.
  private(set) var isCutOff = false
  var cells: Int { tables.reduce(0) { $0 + $1.grid.cells.count } }
  init() {}
  func holds(_ place: Point) -> Bool { tables.contains { $0.cell(x: place.x - left, y: place.y - top) != nil } }

  /// - Parameters:
  ///   - white: a picture of dark ink on evenly white paper.
  ///   - left: its first column in the prepared picture; `top` its first row, likewise.
  ///   - text: places of text in the prepared picture.
  ///   - textHeight: the height of capitals, in pixels.
  ///   - beyond: the sides at which the page goes on.
  init(
    in white: GrayImage, left: Double, top: Double, text: [Point], textHeight: Double,
    beyond: (left: Bool, top: Bool, right: Bool, bottom: Bool)
  ) {
    self = TableFinder(textHeight: textHeight).find(in: white, text: text.map { ($0.x - left, $0.y - top) })
    (self.left, self.top) = (left, top)
    let (right, bottom) = (Double(white.width) - textHeight, Double(white.height) - textHeight)
    isCutOff = tables.flatMap { table in table.grid.cells.flatMap(table.corners) }.contains { corner in
      if beyond.left && corner.x < textHeight || beyond.right && corner.x > right { return true }
      return beyond.top && corner.y < textHeight || beyond.bottom && corner.y > bottom
    }
  }
}

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

  /// The index of the cell at a place of that picture; nil outside of the table.
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

  /// The corners of a cell clockwise from the upper left, in the examined picture.
  func corners(of cell: RuledGrid.Cell) -> [Point] {
    let (top, bottom) = (grid.rows[cell.row], grid.rows[cell.row + cell.rowSpan])
    let (left, right) = (grid.columns[cell.column], grid.columns[cell.column + cell.columnSpan])
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map { maps.place(u: $0.0, v: $0.1) }
  }
}
