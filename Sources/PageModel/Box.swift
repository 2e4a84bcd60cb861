/// An upright rectangle on a page, in pixels of the original picture as it is shown (after its EXIF orientation).
///
/// The origin is the upper left corner; `x + width` and `y + height` are the first column and row outside.
package struct Box: Hashable, Codable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The smallest box that holds both.
  ///
  /// Boxes come from another process as well; numbers that overflow are clamped and never trap.
  package func union(_ other: Box) -> Box {
    let left = min(x, other.x)
    let top = min(y, other.y)
    let right = Int(clamping: max(Int128(x) + Int128(width), Int128(other.x) + Int128(other.width)))
    let bottom = Int(clamping: max(Int128(y) + Int128(height), Int128(other.y) + Int128(other.height)))
    return Box(
      x: left, y: top, width: Int(clamping: Int128(right) - Int128(left)),
      height: Int(clamping: Int128(bottom) - Int128(top)))
  }

  /// The smallest box around some places; an empty one for none.
  package init(around places: [(x: Int, y: Int)]) {
    let (left, top) = (places.map(\.x).min() ?? 0, places.map(\.y).min() ?? 0)
    self.init(
      x: left, y: top, width: Int(clamping: Int128(places.map(\.x).max() ?? 0) - Int128(left)),
      height: Int(clamping: Int128(places.map(\.y).max() ?? 0) - Int128(top)))
  }

  /// Whether two boxes have a part in common.
  package func overlaps(_ other: Box) -> Bool {
    Double(x) < other.right && Double(other.x) < right && Double(y) < other.bottom && Double(other.y) < bottom
  }

  /// The intersection of two boxes as a share of their union, 0 to 1.
  package func share(with other: Box) -> Double {
    if self == other { return 1 }
    let common = sharedArea(with: other)
    let all = area + other.area - common
    return all > 0 ? common / all : 0
  }

  /// Whether a share of it, eight tenths or another one, lies within another box.
  package func isMostly(inside other: Box, share: Double = 0.8) -> Bool {
    area > 0 && sharedArea(with: other) >= share * area
  }

  package var middle: (x: Double, y: Double) { (Double(x) + Double(width) / 2, Double(y) + Double(height) / 2) }

  /// From middle to middle, in pixels along both sides together.
  package func distance(to other: Box) -> Double { abs(middle.x - other.middle.x) + abs(middle.y - other.middle.y) }

  /// Whether a seal covers a good part of it.
  package func isStamped(by seals: [Box]) -> Bool { seals.contains { isMostly(inside: $0, share: 0.3) } }

  /// Whether the middle of another box lies within this one.
  ///
  /// A middle on the left or upper edge is inside, one on the right or lower edge is outside: of two boxes that share an
  /// edge, one alone holds it.
  package func holdsMiddle(of other: Box) -> Bool {
    let (column, row) = other.middle
    return column >= Double(x) && column < right && row >= Double(y) && row < bottom
  }

  /// The area of the intersection of two boxes, in square pixels.
  ///
  /// Numbers of any size come out of a damaged store; as fractions none of them overflows.
  package func sharedArea(with other: Box) -> Double {
    let width = min(right, other.right) - max(Double(x), Double(other.x))
    let height = min(bottom, other.bottom) - max(Double(y), Double(other.y))
    return width > 0 && height > 0 ? width * height : 0
  }

  /// The first column outside; as a fraction it never overflows.
  package var right: Double { Double(x) + Double(width) }
  /// The first row outside, likewise.
  package var bottom: Double { Double(y) + Double(height) }
  /// In square pixels.
  package var area: Double { Double(width) * Double(height) }
}
