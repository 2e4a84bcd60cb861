/// Interpolates between a picture's pixels, from a copy reduced as far as the target needs.
///
/// Bicubic (Catmull-Rom) if pixels are enlarged or kept: a bilinear blur loses the thin strokes of small text. The
/// reduced copies keep large scans free of moiré.
package struct Sampler: Sendable {
  /// The picture itself, and reduced copies: each has half the width and height of the one before, rounded down.
  private let levels: [GrayImage]
  /// Catmull-Rom weights for 64 positions between two pixels, in 1024ths.
  private static let weights: [Int32] = (0..<64).flatMap { step -> [Int32] in
    let t = Double(step) / 64
    let outer = (-0.5 * t + 1.0 * t * t - 0.5 * t * t * t) * 1024
    let near = (1 - 2.5 * t * t + 1.5 * t * t * t) * 1024
    let far = (0.5 * t + 2 * t * t - 1.5 * t * t * t) * 1024
    let whole = [outer, near, far].map { Int32($0.rounded()) }
    return whole + [1024 - whole.reduce(0, +)]
  }

  package init(_ image: GrayImage, smallestScale: Double) {
    var levels = [image]
    // A level is right for scales from its half upwards.
    while smallestScale * Self.factor(levels.count - 1) < 0.6, let last = levels.last,
      min(last.width, last.height) > 64
    {
      levels.append(last.reduced(by: 2))
    }
    self.levels = levels
  }

  /// Original pixels for one pixel of a level, across and down.
  private static func factor(_ level: Int) -> Double { Double(1 << level) }

  package var width: Int { levels[0].width }
  package var height: Int { levels[0].height }

  /// The level for a mapping that makes `scale` target pixels of one original pixel.
  func level(forScale scale: Double) -> Int {
    var level = 0
    while level + 1 < levels.count, scale * Self.factor(level) < 0.6 { level += 1 }
    return level
  }

  /// A run of target pixels along a straight line of the original; outside of the picture its edge continues.
  func sample(
    level: Int, fromX: Double, fromY: Double, stepX: Double, stepY: Double, count: Int,
    into target: inout [UInt8], at start: Int
  ) {
    let image = levels[level]
    let factor = Self.factor(level)
    // Pixel centres: original x + 0.5 = factor * (level x + 0.5). Positions are kept in 64ths of a pixel, shifted up.
    let scale = 65536.0
    var x = Int(((fromX + 0.5) / factor - 0.5) * scale)
    var y = Int(((fromY + 0.5) / factor - 0.5) * scale)
    let dx = Int(stepX / factor * scale)
    let dy = Int(stepY / factor * scale)
    let (width, height) = (image.width, image.height)
    let pixels = image.pixels
    let weights = Self.weights
    for index in 0..<count {
      let left = x >> 16
      let top = y >> 16
      let wx = (x >> 10 & 63) << 2
      let wy = (y >> 10 & 63) << 2
      var sum: Int32 = 0
      if left >= 1 && top >= 1 && left < width - 2 && top < height - 2 {
        var row = (top - 1) * width + left - 1
        for j in 0..<4 {
          var line = weights[wx] &* Int32(pixels[row])
          line &+= weights[wx + 1] &* Int32(pixels[row + 1])
          line &+= weights[wx + 2] &* Int32(pixels[row + 2])
          line &+= weights[wx + 3] &* Int32(pixels[row + 3])
          sum &+= weights[wy + j] &* (line >> 4)
          row += width
        }
      } else {
        for j in 0..<4 {
          let row = min(max(top - 1 + j, 0), height - 1) * width
          var line: Int32 = 0
          for i in 0..<4 { line &+= weights[wx + i] &* Int32(pixels[row + min(max(left - 1 + i, 0), width - 1)]) }
          sum &+= weights[wy + j] &* (line >> 4)
        }
      }
      target[start + index] = UInt8(min(max((sum + 1 << 15) >> 16, 0), 255))
      x &+= dx
      y &+= dy
    }
  }

  /// A picture of the given size, at least one pixel wide, whose pixel (x, y) lies at `mapping` of it in the original.
  package func warped(width: Int, height: Int, by mapping: AffineMap, scale: Double) -> GrayImage {
    var result = GrayImage(width: width, height: height)
    let level = level(forScale: scale)
    for y in 0..<height {
      let from = mapping.apply(0.5, Double(y) + 0.5)
      let to = mapping.apply(Double(width) + 0.5, Double(y) + 0.5)
      sample(
        level: level, fromX: from.x - 0.5, fromY: from.y - 0.5, stepX: (to.x - from.x) / Double(width),
        stepY: (to.y - from.y) / Double(width), count: width, into: &result.pixels, at: y * width)
    }
    return result
  }
}
