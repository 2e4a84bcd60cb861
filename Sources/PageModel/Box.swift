/// An upright rectangle on a page, in pixels of the original picture as it is shown (after its EXIF orientation).
///
/// The origin is the upper left corner; `x + width` and `y + height` are the first column and row outside.
public struct Box: Hashable, Codable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest box that holds both.
  ///
  /// Boxes come from another process as well; numbers that overflow are clamped and never trap.
  public func union(_ other: Box) -> Box {
    let left = min(x, other.x)
    let top = min(y, other.y)
    let right = max(x.clampedSum(width), other.x.clampedSum(other.width))
    let bottom = max(y.clampedSum(height), other.y.clampedSum(other.height))
    return Box(x: left, y: top, width: right.clampedDifference(left), height: bottom.clampedDifference(top))
  }
}

extension Int {
  fileprivate func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func clampedDifference(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
