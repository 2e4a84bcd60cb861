/// Cuts one line out of the original picture, straightened and evenly lit, in a single resampling.
package struct LineCropper: Sendable {
  /// The parameters of a crop; a doubtful line is cut again with others.
  package struct Shape: Hashable, Sendable {
    /// The crop's height in pixels; the networks that Debian installs take 48.
    package var height = 48
    /// Room above the capitals, as a share of their height.
    package var above = 0.3
    /// Room below the baseline, for descenders.
    package var below = 0.42
    /// Widens (above 1) or narrows the text.
    package var stretch = 1.0
    /// White at the line's ends, as a share of the text's height.
    package var sideMargin = 0.3

    /// Wider gaps are shortened to this, as a share of the text's height.
    package var gap = 2.0
    /// If set, all ink between the capitals' tops and the baseline is the line's, whichever row it was given to.
    ///
    /// Both, and the visible part of the page, are then lower by this many heights of text.
    package var band: Double?

    package init(
      height: Int = 48, above: Double = 0.3, below: Double = 0.42, stretch: Double = 1, sideMargin: Double = 0.3,
      gap: Double = 2, band: Double? = nil
    ) {
      self.gap = gap
      self.band = band
      self.height = height
      self.above = above
      self.below = below
      self.stretch = stretch
      self.sideMargin = sideMargin
    }
  }

  private let sampler: Sampler
  private let toOriginal: Projection
  /// Prepared pixels for one original pixel.
  private let scale: Double
  /// Nil if the paper's shading is kept.
  private let background: Background?
  private let owners: [UInt16]
  private let polarity: Polarity
  private let width: Int
  private let height: Int

  init(
    sampler: Sampler, toOriginal: Projection, scale: Double, background: Background?, owners: [UInt16],
    polarity: Polarity = .none, width: Int, height: Int
  ) {
    self.sampler = sampler
    self.toOriginal = toOriginal
    self.scale = scale
    self.background = background
    self.owners = owners
    self.polarity = polarity
    self.width = width
    self.height = height
  }

  package func crop(_ line: FoundLine, shape: Shape = Shape()) -> LineCrop {
    let print = max(2, line.textHeight)
    // Crop pixels for one prepared pixel.
    let zoom = Double(shape.height) / (print * (1 + shape.above + shape.below))
    let track = LineTrack(line, zoom: zoom * shape.stretch, side: shape.sideMargin * print, gap: shape.gap * print)
    var image = GrayImage(width: track.width, height: shape.height)
    let firstRow = line.capTop + ((shape.band ?? 0) - shape.above) * print
    let level = sampler.level(forScale: scale * zoom)
    for piece in track.pieces {
      for x in stride(from: piece.start, to: piece.end, by: 8) {
        let count = min(8, piece.end - x)
        let (from, to) = (piece.prepared(Double(x) + 0.5), piece.prepared(Double(x + count) + 0.5))
        let (offsetFrom, offsetTo) = (line.offset(at: from), line.offset(at: to))
        for y in 0..<shape.height {
          let row = firstRow + (Double(y) + 0.5) / zoom
          let first = toOriginal.apply(from, row + offsetFrom)
          let last = toOriginal.apply(to, row + offsetTo)
          let target = y * track.width + x
          sampler.sample(
            level: level, fromX: first.x - 0.5, fromY: first.y - 0.5, stepX: (last.x - first.x) / Double(count),
            stepY: (last.y - first.y) / Double(count), count: count, into: &image.pixels, at: target)
          let middle = (x: (from + to) / 2 - 0.5, y: row + (offsetFrom + offsetTo) / 2 - 0.5)
          if polarity.isTurned(x: middle.x, y: middle.y) {
            for index in target..<target + count { image.pixels[index] = 255 - image.pixels[index] }
          }
          guard let background else { continue }
          let gain = Int(255 * 256 / max(8, background.value(x: middle.x, y: middle.y)))
          for index in 0..<count {
            image.pixels[target + index] = UInt8(min((Int(image.pixels[target + index]) * gain) >> 8, 255))
          }
        }
      }
    }
    let crop = LineCrop(image: image, track: track, firstRow: firstRow, zoom: zoom, line: line)
    stretchContrast(&image)
    if let owner = line.owner {
      clear(&image, crop: crop, own: owner, reach: Int(0.45 * print * zoom), band: shape.band)
    }
    return LineCrop(image: image, track: track, firstRow: firstRow, zoom: zoom, line: line)
  }

  /// Makes everything white but this line's ink and its surroundings.
  ///
  /// The network scales black and white by the extremes of a row of pixels, so noise in a wide gap spoils the whole
  /// line.
  private func clear(_ image: inout GrayImage, crop: LineCrop, own: UInt16, reach: Int, band: Double?) {
    let (width, height) = (image.width, image.height)
    var ink = [Bool](repeating: false, count: width * height)
    var foreign = ink
    for x in 0..<width {
      let px = crop.track.prepared(Double(x) + 0.5)
      let column = Int(px)
      guard column >= 0, column < self.width else { continue }
      let offset = crop.line.offset(at: px)
      for y in 0..<height {
        let level = crop.firstRow + (Double(y) + 0.5) / crop.zoom
        let row = Int(level + offset)
        guard row >= 0, row < self.height else { continue }
        var owner = owners[row * self.width + column]
        if owner != 0, owner != FoundLines.upright, let band {
          owner = Self.owner(of: crop.line, band: band, atLevel: level, given: owner)
        }
        if owner == own || owner != 0 && owner == crop.line.ownerAbove {
          ink[y * width + x] = true
        } else if owner != 0 {
          foreign[y * width + x] = true
        }
      }
    }
    let near = Self.widened(ink, width: width, height: height, reach: reach)
    // Remove foreign ink with its soft rim, except this line's own ink.
    let rim = Self.widened(foreign, width: width, height: height, reach: max(1, reach / 5))
    for index in image.pixels.indices where (rim[index] && !ink[index]) || !near[index] { image.pixels[index] = 255 }
  }

  /// A line's own ink extends this far beyond the capitals' tops and the baseline, in heights of text.
  private static let bandMargin = 0.1
  /// A row with less of a line's ink has taken none, in squares of the height of text.
  private static let leastContested = 0.03

  /// The owner of a row's ink if a line has all ink in its band; 1 is nobody's.
  private static func owner(of line: FoundLine, band: Double, atLevel level: Double, given: UInt16) -> UInt16 {
    guard let own = line.owner else { return given }
    let (top, bottom) = bandRows(of: line, band: band)
    if level >= top && level <= bottom { return own }
    // A line that hangs lower than assumed has got feet of the row above, and the reverse.
    let isBeyond = band > 0 && level < top || band < 0 && level > bottom
    return isBeyond && given == own ? 1 : given
  }

  private static func bandRows(of line: FoundLine, band: Double) -> (top: Double, bottom: Double) {
    let print = line.textHeight
    return (line.capTop + (band - bandMargin) * print, line.baseline + (band + bandMargin) * print)
  }

  /// Whether ink between a line's capitals' tops and its baseline was given to another row, or to none.
  package func isContested(_ line: FoundLine) -> Bool {
    guard let own = line.owner else { return false }
    let (top, bottom) = Self.bandRows(of: line, band: 0)
    let enough = Self.leastContested * line.textHeight * line.textHeight
    var contested = 0.0
    for stretch in line.stretches {
      for column in max(0, Int(stretch.left))..<max(max(0, Int(stretch.left)), min(width, Int(stretch.right) + 1)) {
        let offset = line.offset(at: Double(column) + 0.5)
        let (first, last) = (max(0, Int(top + offset)), min(height, Int(bottom + offset) + 1))
        for row in first..<max(first, last) {
          let owner = owners[row * width + column]
          if owner != 0, owner != FoundLines.upright, owner != own, owner != line.ownerAbove { contested += 1 }
        }
        if contested > enough { return true }
      }
    }
    return false
  }

  /// Every pixel that is set, or is within `reach` columns and rows of one that is.
  static func widened(_ mask: [Bool], width: Int, height: Int, reach: Int) -> [Bool] {
    var result = mask
    guard width > 0, height > 0 else { return result }
    // The distance to the last set pixel, limited to its reach.
    let beyond = Int32(reach) + 1
    result.withUnsafeMutableBufferPointer { result in
      for start in stride(from: 0, to: width * height, by: width) {
        for isBackward in [false, true] {
          var distance = beyond
          for step in 0..<width {
            let place = start + (isBackward ? width - 1 - step : step)
            distance = mask[place] ? 0 : min(distance &+ 1, beyond)
            if distance < beyond { result[place] = true }
          }
        }
      }
    }
    let across = result
    // Row by row, all columns of one at once.
    var distances = [Int32](repeating: beyond, count: width)
    result.withUnsafeMutableBufferPointer { result in
      across.withUnsafeBufferPointer { across in
        distances.withUnsafeMutableBufferPointer { distances in
          for isUpward in [false, true] {
            distances.update(repeating: beyond)
            for step in 0..<height {
              let start = (isUpward ? height - 1 - step : step) * width
              for x in 0..<width {
                let distance = across[start &+ x] ? 0 : min(distances[x] &+ 1, beyond)
                distances[x] = distance
                result[start &+ x] = result[start &+ x] || distance < beyond
              }
            }
          }
        }
      }
    }
    return result
  }

  private func stretchContrast(_ image: inout GrayImage) {
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
