import Support

/// Pictures of thin level strokes, those with lighter paper above and below: 0 paper to 255 ink, unlike pages.
extension GrayImage {
  /// - Parameters:
  ///   - darkness: 0 paper to 255 ink.
  ///   - reach: A stroke is thinner than this, in pixels; one that is longer than any letter's may be twice as thick.
  init(strokesOf darkness: GrayImage, reach: Int) {
    let (width, height) = (darkness.width, darkness.height)
    let pixels = darkness.pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
        for y in 0..<height {
          func stroke(_ x: Int, _ above: Int, _ below: Int) -> UInt8 {
            let (ink, beside) = (source[y &* width &+ x], max(source[above &+ x], source[below &+ x]))
            return ink > beside ? ink &- beside : 0
          }
          let (above, below) = (max(0, y - reach) * width, min(height - 1, y + reach) * width)
          for x in 0..<width { target.initializeElement(at: y &* width &+ x, to: stroke(x, above, below)) }
          let (far, low) = (max(0, y - 2 * reach) * width, min(height - 1, y + 2 * reach) * width)
          var start = 0
          for x in 0..<width where stroke(x, far, low) <= Self.thickInk || x == width - 1 {
            if x - start > Self.longest * reach {
              for place in start..<x { target[y &* width &+ place] = stroke(place, far, low) }
            }
            start = x + 1
          }
        }
        count = width * height
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// Lighter strokes of twice the thickness are shadows.
  private static let thickInk: UInt8 = 40
  /// In reaches: a letter has no longer stroke.
  private static let longest = 8

  /// The darkest of the pixels at a place, and above and below it.
  func stroke(x: Int, y: Int, reach: Int = 3) -> UInt8 {
    let column = min(max(x, 0), width - 1)
    var most: UInt8 = 0
    for row in y - reach...y + reach { most = max(most, pixels[min(max(row, 0), height - 1) * width + column]) }
    return most
  }

  /// The same with every column moved up by `slope` times its distance from the middle.
  func sheared(by slope: Double) -> GrayImage {
    guard slope != 0 else { return self }
    var result = [UInt8](repeating: 0, count: width * height)
    for columns in (0..<width).chunked(while: { shift($0, slope) == shift($1, slope) }) {
      let shift = shift(columns.lowerBound, slope)
      for y in Range(from: -shift, to: height - shift, within: height) {
        let (target, source) = (y * width, (y + shift) * width)
        for column in columns { result[target &+ column] = pixels[source &+ column] }
      }
    }
    return GrayImage(width: width, height: height, pixels: result)
  }

  func shift(_ x: Int, _ slope: Double) -> Int {
    Int((slope * (Double(x) - Double(width) / 2)).rounded())
  }

  /// The common slope of its strokes, at which the sums of rows over quarters of the width are most uneven.
  func slope() -> Double {
    var plane = reduced(by: 3)
    plane.pixels = plane.pixels.map { min($0, 60) }
    // The flattest of equal ones, so that an empty plane has none.
    let slopes = (-16...16).sorted { abs($0) < abs($1) }.map { Double($0) / 100 }
    let energies = slopes.map { plane.sheared(by: $0).unevenness() }
    return energies.indices.max { energies[$0] < energies[$1] }.map { slopes[$0] } ?? 0
  }

  private func unevenness() -> Int {
    var sum = 0
    let strip = max(1, width / 4)
    for y in 0..<height {
      for start in stride(from: 0, through: width - strip, by: strip) {
        var ink = 0
        for x in y * width + start..<y * width + start + strip { ink &+= Int(pixels[x]) }
        sum &+= ink &* ink
      }
    }
    return sum
  }

  /// Blurred along the strokes, over `reach` columns, and a little across.
  func softened(reach: Int) -> GrayImage {
    var result = GrayImage(width: width, height: height)
    var row = [Int32](repeating: 0, count: width)
    for y in 0..<height {
      let middle = y * width
      for x in 0..<width { row[x] = 0 }
      for other in -2...2 {
        let start = min(max(y + other, 0), height - 1) * width
        let weight = Int32(3 - abs(other))
        for x in 0..<width { row[x] &+= weight &* Int32(pixels[start &+ x]) }
      }
      var sum: Int32 = 0
      let half = reach / 2
      let area = Int32(9 * (2 * half + 1))
      for x in 0..<min(half, width) { sum &+= row[x] }
      for x in 0..<width {
        if x + half < width { sum &+= row[x + half] }
        if x - half - 1 >= 0 { sum &-= row[x - half - 1] }
        result.pixels[middle &+ x] = UInt8(truncatingIfNeeded: min(255, sum / area))
      }
    }
    return result
  }
}

extension [UInt8] {
  /// In pixels: dashes that are further apart are strokes of letters.
  private static let longestStep = 12
  private static let fewDashes = 4

  /// The ink along a rule, with the gaps between regular dots or dashes filled (`Measurements.md`).
  func joiningDashes() -> [UInt8] {
    guard let darkest = self.max(), contains(where: { 2 * Int($0) <= Int(darkest) }) else { return self }
    let most = neighbourhoods(Self.longestStep).map { $0.max() ?? 0 }
    let dashes = indices.split { self[$0] <= 6 || 2 * Int(self[$0]) <= Int(most[$0]) }
    let steps = zip(dashes, dashes.dropFirst()).map { $1.lowerBound - $0.lowerBound }
    func usual(_ near: ArraySlice<Int>) -> ClosedRange<Int>? {
      let middle = near.sorted()[near.count / 2]
      let usual = middle - Swift.max(1, middle / 4)...middle + Swift.max(1, middle / 4)
      return near.count(where: usual.contains) >= Self.fewDashes ? usual : nil
    }
    var result = self
    for (index, near) in zip(steps.neighbourhoods(3), dashes.map(\.count).neighbourhoods(3)).enumerated()
    where steps[index] <= Self.longestStep && usual(near.0)?.contains(steps[index]) == true && usual(near.1) != nil {
      let (before, after) = (dashes[index], dashes[index + 1])
      let ink = Swift.min(self[before].max() ?? 0, self[after].max() ?? 0)
      for place in before.upperBound..<after.lowerBound { result[place] = Swift.max(result[place], ink) }
    }
    return result
  }
}
