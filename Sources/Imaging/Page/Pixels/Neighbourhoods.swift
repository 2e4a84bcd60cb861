extension GrayImage {
  /// The brightest or darkest pixel of the square around each, `2 * radius + 1` wide.
  func extreme(radius: Int, brightest: Bool) -> GrayImage {
    var across = self
    for y in 0..<height {
      let start = y * width
      for x in 0..<width {
        var best = pixels[start + x]
        for other in max(0, x - radius)...min(width - 1, x + radius) {
          let value = pixels[start + other]
          if brightest ? value > best : value < best { best = value }
        }
        across.pixels[start + x] = best
      }
    }
    var result = across
    for y in 0..<height {
      for other in max(0, y - radius)...min(height - 1, y + radius) where other != y {
        let (target, source) = (y * width, other * width)
        for x in 0..<width {
          let value = across.pixels[source + x]
          if brightest ? value > result.pixels[target + x] : value < result.pixels[target + x] {
            result.pixels[target + x] = value
          }
        }
      }
    }
    return result
  }

  /// The mean of the square around each pixel.
  func blurred(radius: Int) -> GrayImage {
    guard radius > 0 else { return self }
    var across = self
    for y in 0..<height {
      let start = y * width
      var sum = 0
      var count = 0
      for x in 0..<min(radius, width) {
        sum += Int(pixels[start + x])
        count += 1
      }
      for x in 0..<width {
        if x + radius < width {
          sum += Int(pixels[start + x + radius])
          count += 1
        }
        if x - radius - 1 >= 0 {
          sum -= Int(pixels[start + x - radius - 1])
          count -= 1
        }
        across.pixels[start + x] = UInt8((sum + count / 2) / count)
      }
    }
    var result = across
    var sums = [Int](repeating: 0, count: width)
    var count = 0
    for y in 0..<min(radius, height) {
      for x in 0..<width { sums[x] += Int(across.pixels[y * width + x]) }
      count += 1
    }
    for y in 0..<height {
      if y + radius < height {
        for x in 0..<width { sums[x] += Int(across.pixels[(y + radius) * width + x]) }
        count += 1
      }
      if y - radius - 1 >= 0 {
        for x in 0..<width { sums[x] -= Int(across.pixels[(y - radius - 1) * width + x]) }
        count -= 1
      }
      for x in 0..<width { result.pixels[y * width + x] = UInt8((sums[x] + count / 2) / count) }
    }
    return result
  }
}
