/// Cuts one line out of the original picture, straightened and evenly lit, in a single resampling.
package struct LineCropper: Sendable {
  /// How the crop is made; a doubtful line is cut again with other numbers.
  package struct Shape: Hashable, Sendable {
    /// The crop's height in pixels; the networks that Debian installs take 48.
    package var height = 48
    /// White above and below the print, as a share of the print's height.
    package var margin = 0.14
    /// Widens (above 1) or narrows the print.
    package var stretch = 1.0
    /// White at the line's ends, as a share of the print's height.
    package var sideMargin = 0.3

    package init(height: Int = 48, margin: Double = 0.14, stretch: Double = 1, sideMargin: Double = 0.3) {
      self.height = height
      self.margin = margin
      self.stretch = stretch
      self.sideMargin = sideMargin
    }
  }

  private let sampler: Sampler
  private let toOriginal: Projection
  /// Prepared pixels for one original pixel.
  private let scale: Double
  private let background: Background
  private let owners: [UInt16]
  private let width: Int
  private let height: Int

  init(
    sampler: Sampler, toOriginal: Projection, scale: Double, background: Background, owners: [UInt16], width: Int,
    height: Int
  ) {
    self.sampler = sampler
    self.toOriginal = toOriginal
    self.scale = scale
    self.background = background
    self.owners = owners
    self.width = width
    self.height = height
  }

  /// The crop of a line, black on white; `number` is the line's index in what the finder gave.
  package func crop(_ line: FoundLine, number: Int, shape: Shape = Shape()) -> LineCrop {
    let print = max(2, line.textHeight)
    // Crop pixels for one prepared pixel.
    let zoom = Double(shape.height) / (print * (1 + 2 * shape.margin))
    let zoomX = zoom * shape.stretch
    let side = shape.sideMargin * print
    let columns = min(max(8, Int(((line.right - line.left + 2 * side) * zoomX).rounded(.up))), 8192)
    var image = GrayImage(width: columns, height: shape.height)
    let start = line.left - side
    let firstRow = line.top - shape.margin * print
    let level = sampler.level(forScale: scale * zoom)
    let step = 8
    let own = UInt16(min(number + 2, 65535))
    for x in stride(from: 0, to: columns, by: step) {
      let count = min(step, columns - x)
      let from = start + (Double(x) + 0.5) / zoomX
      let to = start + (Double(x + count) + 0.5) / zoomX
      let (offsetFrom, offsetTo) = (line.offset(at: from), line.offset(at: to))
      for y in 0..<shape.height {
        let row = firstRow + (Double(y) + 0.5) / zoom
        let first = toOriginal.apply(from, row + offsetFrom)
        let last = toOriginal.apply(to, row + offsetTo)
        let target = y * columns + x
        sampler.sample(
          level: level, fromX: first.x - 0.5, fromY: first.y - 0.5, stepX: (last.x - first.x) / Double(count),
          stepY: (last.y - first.y) / Double(count), count: count, into: &image.pixels, at: target)
        let paper = max(8, background.value(x: (from + to) / 2 - 0.5, y: row + (offsetFrom + offsetTo) / 2 - 0.5))
        let gain = Int(255 * 256 / paper)
        for index in 0..<count {
          image.pixels[target + index] = UInt8(min(Int(image.pixels[target + index]) * gain >> 8, 255))
        }
      }
    }
    clear(&image, line: line, own: own, start: start, firstRow: firstRow, zoom: zoom, zoomX: zoomX)
    stretchContrast(&image, isReversed: line.isReversed)
    return LineCrop(image: image, start: start, firstRow: firstRow, zoom: zoom, zoomX: zoomX, line: line)
  }

  /// Paints over ink that belongs to other lines, or to none.
  private func clear(
    _ image: inout GrayImage, line: FoundLine, own: UInt16, start: Double, firstRow: Double, zoom: Double,
    zoomX: Double
  ) {
    guard !line.isReversed else { return }
    for x in 0..<image.width {
      let px = start + (Double(x) + 0.5) / zoomX
      let column = Int(px)
      guard column >= 0, column < width else { continue }
      let offset = line.offset(at: px)
      for y in 0..<image.height {
        let row = Int(firstRow + (Double(y) + 0.5) / zoom + offset)
        guard row >= 0, row < height else { continue }
        let owner = owners[row * width + column]
        if owner != 0 && owner != own { image.pixels[y * image.width + x] = 255 }
      }
    }
  }

  /// Brings the paper to white and the darkest strokes to black.
  private func stretchContrast(_ image: inout GrayImage, isReversed: Bool) {
    if isReversed { for index in image.pixels.indices { image.pixels[index] = 255 - image.pixels[index] } }
    var histogram = [Int](repeating: 0, count: 256)
    for value in image.pixels { histogram[Int(value)] += 1 }
    func percentile(_ share: Double) -> Int {
      var sum = 0
      for value in 0..<256 {
        sum += histogram[value]
        if Double(sum) >= share * Double(image.pixels.count) { return value }
      }
      return 255
    }
    let black = percentile(0.03)
    let white = max(percentile(0.7), black + 30)
    let scale = 255.0 / Double(white - black)
    let table = (0..<256).map { UInt8(min(max(Double($0 - black) * scale, 0), 255)) }
    for index in image.pixels.indices { image.pixels[index] = table[Int(image.pixels[index])] }
  }
}

/// A straightened line and the way back to the page.
package struct LineCrop: Sendable {
  package let image: GrayImage
  let start: Double
  let firstRow: Double
  let zoom: Double
  let zoomX: Double
  let line: FoundLine

  /// The place in the prepared picture of a place in the crop.
  package func prepared(x: Double, y: Double) -> (x: Double, y: Double) {
    let px = start + x / zoomX
    return (px, firstRow + y / zoom + line.offset(at: px))
  }
}
