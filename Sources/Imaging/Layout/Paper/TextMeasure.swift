/// What the pieces of ink say of a page's print: how high it is, and which way its lines run.
struct TextMeasure {
  /// The height of digits and capitals, in pixels; 0 where there are too few pieces to tell.
  private(set) var height = 0.0
  /// The pieces that can be print.
  private(set) var glyphs: [Int] = []

  /// The bars of a bar code that is skewed by less than 10 degrees are narrower than this share of their height.
  private static let narrowest = 0.33

  /// `isSideways` measures print whose lines run upright.
  init(_ ink: InkComponents, isSideways: Bool = false) {
    let largest = max(12.0, Double(min(ink.width, ink.height)) / 6)
    var heights: [Double] = []
    var broad: [Double] = []
    for (index, component) in ink.components.enumerated() {
      let sides = (Double(component.width), Double(component.height))
      let (width, height) = isSideways ? (sides.1, sides.0) : sides
      guard height >= 4, height < largest, width < 3.5 * height, width > 0.12 * height, component.area >= 8 else {
        continue
      }
      glyphs.append(index)
      heights.append(height)
      if width > Self.narrowest * height { broad.append(height) }
    }
    guard heights.count >= 8 else {
      glyphs = []
      return
    }
    height = Self.typical(heights)
    // The bars of a bar code are many, high and narrow; print that is higher than all broad pieces is none.
    let typicalBroad = broad.count >= 8 ? Self.typical(broad) : height
    if height > 1.6 * typicalBroad { height = typicalBroad }
    let (low, high) = (0.3 * height, 2.6 * height)
    glyphs = glyphs.filter {
      let component = ink.components[$0]
      let (width, height) = (Double(component.width), Double(component.height))
      return (isSideways ? width : height) >= low && max(width, height) <= high * 1.5 && min(width, height) <= high
    }
  }

  /// The height that half of all height, weighted by its square, is below: Hangul falls into low pieces.
  private static func typical(_ heights: [Double]) -> Double {
    let sorted = heights.sorted()
    let total = sorted.reduce(0) { $0 + $1 * $1 }
    var sum = 0.0
    for value in sorted {
      sum += value * value
      if sum >= total / 2 { return value }
    }
    return sorted.last ?? 0
  }
}
