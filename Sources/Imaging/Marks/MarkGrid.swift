import PageModel

/// A piece of ink brought to one size and upright: what its shape is told by.
struct MarkGrid: Sendable {
  /// Cells along each side; the ink fills `inner` of them along its longer side.
  static let side = 64
  private static let inner = 54

  /// Ink, as it is.
  private(set) var ink = [Bool](repeating: false, count: side * side)
  /// Ink and everything that it encloses, small gaps closed.
  private(set) var filled = [Bool](repeating: false, count: side * side)
  /// The middle line of its strokes, one cell wide.
  private(set) var skeleton = [Bool](repeating: false, count: side * side)
  /// Of the ink, in cells.
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
            return piece.ink[sourceY * width + sourceX]
          }
        }
        if isInk { ink[(top + row) * Self.side + left + column] = true }
      }
    }
    fill()
    thin()
  }

  private static func span(_ cell: Int, of cells: Int, over pixels: Int) -> Range<Int> {
    let from = min(cell * pixels / cells, pixels - 1)
    return from..<max(from + 1, min((cell + 1) * pixels / cells, pixels))
  }

  /// The cells around one, clockwise from above.
  static let around = [-side, -side + 1, 1, side + 1, side, side - 1, -1, -side - 1]

  private static func isInner(_ index: Int) -> Bool {
    let (x, y) = (index % side, index / side)
    return x > 0 && y > 0 && x < side - 1 && y < side - 1
  }

  /// Fills what the ink encloses; gaps of up to two cells are closed.
  private mutating func fill() {
    var thick = ink
    let around = Self.around
    for index in ink.indices where ink[index] && Self.isInner(index) {
      for step in around { thick[index + step] = true }
    }
    var outside = [Bool](repeating: false, count: ink.count)
    var waiting = [0]
    outside[0] = true
    while let index = waiting.popLast() {
      let (x, y) = (index % Self.side, index / Self.side)
      func visit(_ next: Int) {
        guard !thick[next], !outside[next] else { return }
        outside[next] = true
        waiting.append(next)
      }
      if y > 0 { visit(index - Self.side) }
      if x < Self.side - 1 { visit(index + 1) }
      if y < Self.side - 1 { visit(index + Self.side) }
      if x > 0 { visit(index - 1) }
    }
    // What was thickened is taken off again.
    for index in ink.indices where Self.isInner(index) {
      filled[index] = ink[index] || !outside[index] && around.allSatisfy { !outside[index + $0] }
    }
    let area = Double(filled.count { $0 })
    var seen = outside
    for first in thick.indices where !thick[first] && !seen[first] {
      var size = 0
      seen[first] = true
      waiting = [first]
      while let index = waiting.popLast() {
        size += 1
        for step in [-Self.side, 1, Self.side, -1] {
          let next = index + step
          guard thick.indices.contains(next), !thick[next], !seen[next] else { continue }
          seen[next] = true
          waiting.append(next)
        }
      }
      // What thickening took of it, about.
      let whole = Double(size) + 3.5 * Double(size).squareRoot()
      if size >= 4 { holes.append(min(1, whole / max(area, 1))) }
    }
    holes.sort(by: >)
  }

  /// Thins the ink to a line of one cell (Zhang and Suen, 1984), and takes short spurs off.
  private mutating func thin() {
    skeleton = ink
    var cells = skeleton.indices.filter { skeleton[$0] && Self.isInner($0) }
    var isChanged = true
    while isChanged {
      isChanged = false
      for pass in 0..<2 {
        var removed: [Int] = []
        for index in cells {
          let ring = ring(at: index)
          guard (2...6).contains(ring.nonzeroBitCount), Self.crossings(ring) == 1 else { continue }
          // North, east, south and west are bits 0, 2, 4 and 6.
          let (first, second): (UInt8, UInt8) = pass == 0 ? (0b0001_0101, 0b0101_0100) : (0b0100_0101, 0b0101_0001)
          if ring & first != first, ring & second != second { removed.append(index) }
        }
        for index in removed { skeleton[index] = false }
        if !removed.isEmpty {
          isChanged = true
          cells.removeAll { !skeleton[$0] }
        }
      }
    }
    for end in skeletonCells where crossings(at: end) == 1 { removeSpur(from: end) }
  }

  /// The cells of the skeleton around one as bits, clockwise from above.
  private func ring(at index: Int) -> UInt8 {
    var ring: UInt8 = 0
    for place in 0..<8 where skeleton[index + Self.around[place]] { ring |= 1 << UInt8(place) }
    return ring
  }

  /// How often a ring turns from empty to ink.
  private static func crossings(_ ring: UInt8) -> Int {
    (~ring & (ring >> 1 | ring << 7)).nonzeroBitCount
  }

  /// How many strokes leave a cell of the skeleton: 1 at an end, 3 or more at a crossing.
  func crossings(at index: Int) -> Int {
    Self.isInner(index) ? Self.crossings(ring(at: index)) : 0
  }

  var skeletonCells: [Int] { skeleton.indices.filter { skeleton[$0] } }

  /// Cells of the skeleton beside one.
  func neighbours(of index: Int) -> [Int] {
    Self.isInner(index) ? Self.around.map { index + $0 }.filter { skeleton[$0] } : []
  }

  /// A branch that is no longer than a stroke is wide comes of the thinning.
  private mutating func removeSpur(from end: Int) {
    var path = [end]
    var before = -1
    var place = end
    while path.count <= 4 {
      let next = neighbours(of: place).filter { $0 != before && !path.contains($0) }
      guard let first = next.first else { return }
      if next.count > 1 || crossings(at: first) >= 3 {
        if path.count <= 4 { for index in path { skeleton[index] = false } }
        return
      }
      (before, place) = (place, first)
      path.append(first)
    }
  }
}
