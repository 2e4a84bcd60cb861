/// The paper's brightness under the ink, and the picture with it divided out.
package struct Background: Sendable {
  /// A reduced picture of the paper; pixel (x, y) covers a square of `factor` pixels.
  private let paper: GrayImage
  private let factor: Int

  /// Takes strokes of up to about half of `reach` pixels for ink, anything wider for paper.
  package init(of image: GrayImage, reach: Double) {
    // About three reduced pixels for the reach are enough for a smooth background.
    factor = max(1, Int(reach / 3))
    let small = image.reduced(by: factor)
    let radius = max(1, Int((reach / Double(factor) / 2).rounded()))
    // A closing: the brightest of the neighbourhood, then the darkest of those, then a blur.
    let closed = small.extreme(radius: radius, brightest: true).extreme(radius: radius, brightest: false)
    paper = closed.blurred(radius: radius).blurred(radius: radius)
  }

  func value(x: Double, y: Double) -> Double {
    interpolated(
      columns: paper.width, rows: paper.height, x: (x + 0.5) / Double(factor) - 0.5,
      y: (y + 0.5) / Double(factor) - 0.5
    ) { Double(paper.pixels[$0]) }
  }

  /// The paper's brightness for one row of the full picture, in 256ths.
  private func row(_ y: Int, width: Int, into row: inout [Int32]) {
    let fy = (Double(y) + 0.5) / Double(factor) - 0.5
    let top = min(max(Int(fy.rounded(.down)), 0), paper.height - 1)
    let bottom = min(top + 1, paper.height - 1)
    let wy = Int32(min(max(fy - Double(top), 0), 1) * 256)
    let (upper, lower) = (top * paper.width, bottom * paper.width)
    func value(_ x: Int) -> Int32 {
      Int32(paper.pixels[upper + x]) * (256 - wy) + Int32(paper.pixels[lower + x]) * wy
    }
    var x = min(factor / 2, width)
    for before in 0..<x { row[before] = value(0) }
    for cell in 0..<paper.width {
      let (from, to) = (value(cell), value(min(cell + 1, paper.width - 1)))
      let slope = (to - from) / Int32(factor)
      var current = from
      for _ in 0..<factor where x < width {
        row[x] = current
        current &+= slope
        x += 1
      }
    }
    for behind in x..<width { row[behind] = value(paper.width - 1) }
  }

  /// The picture as if its paper were evenly white.
  package func divided(out image: GrayImage) -> GrayImage {
    var result = image
    var row = [Int32](repeating: 0, count: image.width)
    for y in 0..<image.height {
      self.row(y, width: image.width, into: &row)
      let start = y * image.width
      for x in 0..<image.width {
        let value = Int32(image.pixels[start + x]) &* 65280 / max(row[x], 256)
        result.pixels[start + x] = UInt8(min(value, 255))
      }
    }
    return result
  }
}
