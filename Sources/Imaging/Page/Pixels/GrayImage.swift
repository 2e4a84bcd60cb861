import CLeptonica
import PageModel

/// Gray pixels in rows without padding, black 0 to white 255: the form in which pages are measured.
package struct GrayImage: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package var pixels: [UInt8]

  package init(width: Int, height: Int, filledWith value: UInt8 = 255) {
    self.init(width: width, height: height, pixels: Array(repeating: value, count: width * height))
  }

  init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height, "as many pixels as the size says")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Hashes all pixels at once: one by one they take ten times as long.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  package enum Tone: Sendable {
    case luminance
    /// The darkest channel: coloured ink is as dark there as black.
    case darkestChannel
  }

  package init(_ picture: Picture, tone: Tone = .luminance) {
    width = picture.width
    height = picture.height
    let (width, height) = (self.width, self.height)
    guard let rows = PixelRows(picture) else {
      pixels = Array(repeating: 255, count: width * height)
      return
    }
    // The rows are valid as long as the picture, which outlives this initialiser.
    pixels = Array(unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height {
        let row = y * width
        switch tone {
        case .luminance:
          for x in 0..<width {
            buffer.initializeElement(at: row &+ x, to: PixelRows.level(of: rows.word(x: x, y: y)))
          }
        case .darkestChannel:
          for x in 0..<width {
            buffer.initializeElement(at: row &+ x, to: PixelRows.darkest(of: rows.word(x: x, y: y)))
          }
        }
      }
      count = width * height
    }
  }

  /// The green of a picture, each pixel the mean of `factor` by `factor`: bars are as dark in it as in gray.
  init(greenOf picture: Picture, reducedBy factor: Int, part: PageModel.Box? = nil) {
    let (columns, rows) = (max(picture.width / factor, 1), max(picture.height / factor, 1))
    let part = part ?? PageModel.Box(x: 0, y: 0, width: columns, height: rows)
    precondition(
      part.x >= 0 && part.y >= 0 && part.x + part.width <= columns && part.y + part.height <= rows,
      "a part lies on its picture")
    // The rows are valid as long as the picture, which outlives this initialiser.
    guard let source = PixelRows(picture), picture.width >= factor, picture.height >= factor else {
      self.init(width: part.width, height: part.height)
      return
    }
    let (left, top) = (part.x * factor, part.y * factor)
    self.init(width: part.width, height: part.height, meansOf: factor, by: factor, from: factor) {
      source.word(x: left &+ $0, y: top &+ $1) >> 16 & 255
    }
  }

  package var inverted: GrayImage { GrayImage(width: width, height: height, pixels: pixels.map { 255 - $0 }) }

  /// The same pixels as a picture for Leptonica and Tesseract; nil without memory or without pixels.
  package func makePicture(resolution: Int = 300, originalWidth: Int? = nil, originalHeight: Int? = nil) -> Picture? {
    guard let pix = makePix() else { return nil }
    pixSetResolution(pix, l_int32(resolution), l_int32(resolution))
    return Picture(owning: pix, originalWidth: originalWidth, originalHeight: originalHeight)
  }

  /// The same without a resolution, for the caller to release.
  func makePix() -> UnsafeMutablePointer<PIX>? {
    guard width > 0, height > 0, let pix = pixCreateNoInit(l_int32(width), l_int32(height), 8) else { return nil }
    let wordsPerRow = Int(pixGetWpl(pix))
    guard let data = pixGetData(pix) else {
      var owned: UnsafeMutablePointer<PIX>? = pix
      pixDestroy(&owned)
      return nil
    }
    let words = UnsafeMutableBufferPointer(start: data, count: wordsPerRow * height)
    for y in 0..<height {
      let source = y * width
      for word in 0..<wordsPerRow {
        var value: UInt32 = 0
        for x in word * 4..<min(word * 4 + 4, width) {
          value |= UInt32(pixels[source + x]) << (24 &- 8 &* UInt32(x & 3))
        }
        words[y * wordsPerRow + word] = value
      }
    }
    return pix
  }

  /// Each pixel the mean of `factor` by `factor`; incomplete squares at the right and bottom are omitted
  /// (`Measurements.md`).
  package func reduced(by factor: Int) -> GrayImage {
    guard factor > 1 else { return self }
    if factor == 2, width > 1, height > 1 { return halved() }
    let (newWidth, newHeight) = (max(1, width / factor), max(1, height / factor))
    let (columns, rows) = (min(factor, width), min(factor, height))
    return pixels.withUnsafeBufferPointer { pixels in
      GrayImage(width: newWidth, height: newHeight, meansOf: columns, by: rows, from: factor) {
        UInt32(pixels[$1 &* width &+ $0])
      }
    }
  }

  /// Each pixel is the rounded mean of `columns` by `rows` values; the first of these lies at its place times `factor`.
  @inline(__always)
  init(
    width: Int, height: Int, meansOf columns: Int, by rows: Int, from factor: Int,
    _ value: (_ x: Int, _ y: Int) -> UInt32
  ) {
    self.init(width: width, height: height)
    let area = UInt32(columns * rows)
    var sums = [UInt32](repeating: 0, count: (width - 1) * factor + columns)
    sums.withUnsafeMutableBufferPointer { sums in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<height {
          sums.update(repeating: 0)
          for row in y &* factor..<y &* factor &+ rows {
            for x in sums.indices { sums[x] &+= value(x, row) }
          }
          if area == 1 {
            for x in 0..<width { pixels[y &* width &+ x] = UInt8(truncatingIfNeeded: sums[x]) }
            continue
          }
          for x in 0..<width {
            var sum = area / 2
            for column in x &* factor..<x &* factor &+ columns { sum &+= sums[column] }
            pixels[y &* width &+ x] = UInt8(truncatingIfNeeded: sum / area)
          }
        }
      }
    }
  }

  func transposed() -> GrayImage {
    var result = GrayImage(width: height, height: width)
    let block = 32
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        for y in top..<min(top + block, height) {
          for x in left..<min(left + block, width) { result.pixels[x * height + y] = pixels[y * width + x] }
        }
      }
    }
    return result
  }

  private func halved() -> GrayImage {
    let (width, newWidth, newHeight) = (width, width / 2, height / 2)
    let halves = pixels.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: newWidth * newHeight) { target, count in
        for y in 0..<newHeight {
          let (upper, lower) = (2 * y * width, (2 * y + 1) * width)
          for x in 0..<newWidth {
            let (one, two) = (upper &+ 2 &* x, lower &+ 2 &* x)
            let sum =
              UInt16(source[one]) &+ UInt16(source[one &+ 1]) &+ UInt16(source[two]) &+ UInt16(source[two &+ 1]) &+ 2
            target.initializeElement(at: y &* newWidth &+ x, to: UInt8(truncatingIfNeeded: sum >> 2))
          }
        }
        count = newWidth * newHeight
      }
    }
    return GrayImage(width: newWidth, height: newHeight, pixels: halves)
  }

  /// The brightest or darkest pixel of the square of `2 * radius + 1` around each; itself without memory
  /// (`Measurements.md`).
  func extreme(radius: Int, brightest: Bool) -> GrayImage {
    guard radius > 0, let picture = makePicture() else { return self }
    let side = l_int32(clamping: 2 * radius + 1)
    guard let found = brightest ? pixDilateGray(picture.pix, side, side) : pixErodeGray(picture.pix, side, side) else {
      return self
    }
    return GrayImage(Picture(owning: found))
  }

  /// The mean of the square around each pixel, as much of it as lies inside; only for reductions (`Measurements.md`).
  func blurred(radius: Int) -> GrayImage {
    guard radius > 0 else { return self }
    return blurredAcross(radius).transposed().blurredAcross(radius).transposed()
  }

  private func blurredAcross(_ radius: Int) -> GrayImage {
    var result = self
    for start in stride(from: 0, to: width * height, by: width) {
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
        result.pixels[start + x] = UInt8((sum + count / 2) / count)
      }
    }
    return result
  }
}
