import PageModel

/// A piece of ink brought to one size and upright, for classifying its shape.
struct MarkGrid: Sendable {
  /// Cells along each side; the ink fills `inner` of them along its longer side.
  static let side = MarkCells.side
  private static let inner = 54
  private(set) var ink = MarkCells()
  /// Ink and everything that it encloses, small gaps closed.
  private(set) var filled = MarkCells()
  /// The middle line of its strokes, one cell wide.
  private(set) var skeleton = MarkCells()
  private(set) var inkWidth = 0
  private(set) var inkHeight = 0
  /// Areas that the ink encloses, as shares of the filled area, the largest first.
  private(set) var holes: [Double] = []
  /// Cells for one pixel of the piece.
  let scale: Double

  /// - Parameter rotation: The degrees clockwise, 0, 90, 180 or 270, that bring the page upright.
  init(_ piece: InkPiece, rotation: Int) {
    let (width, height) = (piece.box.width, piece.box.height)
    scale = Double(Self.inner) / Double(max(width, height))
    let isSideways = rotation % 180 != 0
    let (outerWidth, outerHeight) = isSideways ? (height, width) : (width, height)
    inkWidth = max(1, Int((Double(outerWidth) * scale).rounded()))
    inkHeight = max(1, Int((Double(outerHeight) * scale).rounded()))
    let (left, top) = ((Self.side - inkWidth) / 2, (Self.side - inkHeight) / 2)
    for row in 0..<inkHeight {
      for column in 0..<inkWidth {
        // The pixels that the cell covers, at least the one in its middle.
        let xs = Self.span(column, of: inkWidth, over: outerWidth)
        let ys = Self.span(row, of: inkHeight, over: outerHeight)
        let isInk = ys.contains { y in
          xs.contains { x in
            let (sourceX, sourceY) =
              switch rotation {
              case 90: (y, height - 1 - x)
              case 180: (width - 1 - x, height - 1 - y)
              case 270: (width - 1 - y, x)
              default: (x, y)
              }
            return piece.ink[sourceX, sourceY]
          }
        }
        if isInk { ink[(top + row) * Self.side + left + column] = true }
      }
    }
    fill()
    skeleton = ink.thinned()
    for end in skeleton.indices where crossings(at: end) == 1 { removeSpur(from: end) }
  }

  private static func span(_ cell: Int, of cells: Int, over pixels: Int) -> Range<Int> {
    let from = min(cell * pixels / cells, pixels - 1)
    return from..<max(from + 1, min((cell + 1) * pixels / cells, pixels))
  }

  /// The cells around one, clockwise from above.
  static let around = [-side, -side + 1, 1, side + 1, side, side - 1, -1, -side - 1]

  /// Fills enclosed areas; gaps of up to two cells are closed.
  private mutating func fill() {
    let open = ink.widened.inverted
    // The ink stays off the border, so the first cell lies outside.
    let outside = open.component(of: 0)
    // Undo the thickening.
    filled = outside.widened.without(ink).inverted
    let area = Double(filled.count)
    var enclosed = open.without(outside)
    while let first = enclosed.first {
      let hole = enclosed.component(of: first)
      enclosed = enclosed.without(hole)
      // Approximately the area before thickening.
      let whole = Double(hole.count) + 3.5 * Double(hole.count).squareRoot()
      if hole.count >= 4 { holes.append(min(1, whole / max(area, 1))) }
    }
    holes.sort(by: >)
  }

  /// The number of strokes that leave a cell of the skeleton: 1 at an end, 3 or more at a crossing.
  func crossings(at index: Int) -> Int {
    let ring = skeleton.ring(at: index)
    // The changes from empty to ink around the cell.
    return (~ring & (ring >> 1 | ring << 7)).nonzeroBitCount
  }

  /// The cells of the skeleton around one of them; like the ink, none lies at the border.
  func neighbours(of index: Int) -> [Int] {
    Self.around.map { index + $0 }.filter { skeleton[$0] }
  }

  /// Removes a branch no longer than a stroke's width, which is an artefact of thinning.
  private mutating func removeSpur(from end: Int) {
    var path = [end]
    while path.count <= 4 {
      let next = neighbours(of: path[path.count - 1]).filter { !path.contains($0) }
      guard let first = next.first else { return }
      if next.count > 1 || crossings(at: first) >= 3 {
        for index in path { skeleton[index] = false }
        return
      }
      path.append(first)
    }
  }
}
