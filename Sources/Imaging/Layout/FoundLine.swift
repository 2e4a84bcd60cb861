package struct FoundLines: Sendable {
  /// In reading order, including ruling lines.
  package var lines: [FoundLine] = []
  /// For each pixel: 0 paper, 1 ink of no line, `upright` ink of a vertical stroke, else a line's index plus 2.
  package var owners: [UInt16]
  static let upright = UInt16.max
  static func owner(ofRow index: Int) -> UInt16 { UInt16(min(index + 2, Int(upright) - 1)) }
}

/// One line of a prepared page, in the prepared picture's pixels.
package struct FoundLine: Sendable {
  package enum Kind: Sendable {
    case text
    case rule
  }

  /// The first and last column of text between wide gaps.
  package typealias Stretch = (left: Double, right: Double)

  package var kind: Kind
  /// The mark of this line's pixels in `owners`; nil if it has none of its own.
  package var owner: UInt16?
  /// The mark of the line above, if this line is both as one.
  package var ownerAbove: UInt16?
  package var left: Double
  package var right: Double
  /// The rows that hold the text, numbered by the page's `Dewarp`.
  package var top: Double
  package var bottom: Double
  /// The rows of the capitals' tops and of the baseline, which set the scale of a crop.
  package var capTop: Double
  package var baseline: Double
  /// The offset of the line below its row, at columns `left + index * pathSpacing`.
  package var path: [Double]
  package var pathSpacing: Double
  /// The text from left to right, separated by wide gaps.
  package var stretches: [Stretch]
  /// Whether the line before it is an earlier part of the same row, in another table cell.
  package var continuesRow = false
  /// Whether the line is a part of a row that was cut at the sides of cells.
  package var isPartOfRow = false
  /// This line and the one above as one, if they may be two parts of high text; else empty.
  package var mergedWithAbove: [FoundLine] = []

  /// The height of its capitals and digits, in pixels.
  package var textHeight: Double { baseline - capTop }

  package func offset(at x: Double) -> Double {
    path.interpolated(at: (x - left) / pathSpacing)
  }

  /// The ends of the straight line nearest to the baseline, by least squares over its path.
  package var straightBaseline: (start: Point, end: Point) {
    let columns = (0...8).map { left + (right - left) * Double($0) / 8 }
    let rows = columns.map { baseline + offset(at: $0) }
    let (middle, row) = ((left + right) / 2, rows.reduce(0, +) / Double(rows.count))
    let (spread, rise) = zip(columns, rows).reduce((0.0, 0.0)) { sums, point in
      (sums.0 + (point.0 - middle) * (point.0 - middle), sums.1 + (point.0 - middle) * (point.1 - row))
    }
    let slope = spread > 0 ? rise / spread : 0
    return ((left, row + slope * (left - middle)), (right, row + slope * (right - middle)))
  }

  /// The line with only some of its stretches; nil for none.
  func part(_ kept: [Stretch]) -> FoundLine? {
    guard let first = kept.first, let last = kept.last else { return nil }
    var part = self
    part.left = first.left
    part.right = last.right
    part.stretches = kept
    // The line above is cut too, so the merged line no longer fits.
    part.mergedWithAbove = []
    let steps = max(1, Int(((part.right - part.left) / pathSpacing).rounded(.up)))
    part.path = (0...steps).map { offset(at: part.left + Double($0) * pathSpacing) }
    return part
  }

  /// Places along its top, and back along its bottom.
  var outline: [Point] {
    let steps = max(1, min(16, Int((right - left) / (4 * max(1, textHeight)))))
    let columns = (0...steps).map { left + (right - left) * Double($0) / Double(steps) }
    return columns.map { ($0, top + offset(at: $0)) } + columns.reversed().map { ($0, bottom + offset(at: $0)) }
  }
}
