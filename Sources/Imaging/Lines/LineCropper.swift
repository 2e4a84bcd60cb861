/// Cuts one line out of the original picture, straightened and evenly lit, in a single resampling.
package struct LineCropper: Sendable {
  /// The parameters of a crop; a doubtful line is cut again with others.
  package struct Shape: Hashable, Sendable {
    /// Room above the capitals, as a share of their height.
    package let above: Double
    /// Room below the baseline, for descenders.
    package let below: Double
    /// Wider gaps are shortened to this, as a share of the text's height.
    package let gap: Double
    /// If set, all ink between the capitals' tops and the baseline is the line's, whichever row it was given to.
    package let band: Double?

    package init(above: Double = 0.3, below: Double = 0.42, gap: Double = 2, band: Double? = nil) {
      (self.above, self.below, self.gap, self.band) = (above, below, gap, band)
    }
  }

  /// The crop's height in pixels; the networks that Debian installs take 48.
  private static let cropHeight = 48
  /// White at the line's ends, as a share of the text's height.
  private static let sideMargin = 0.3
  let sampler: Sampler
  let toOriginal: AffineMap
  /// Prepared pixels for one original pixel.
  let scale: Double
  /// Nil if the paper's shading is kept.
  let background: Background?
  let owners: [UInt16]
  let polarity: Polarity
  let width: Int
  let height: Int

  package func crop(_ line: FoundLine, shape: Shape = Shape()) -> LineCrop {
    let print = max(2, line.textHeight)
    // Crop pixels for one prepared pixel.
    let zoom = Double(Self.cropHeight) / (print * (1 + shape.above + shape.below))
    let track = LineTrack(line, zoom: zoom, side: Self.sideMargin * print, gap: shape.gap * print)
    var image = GrayImage(width: track.width, height: Self.cropHeight)
    let firstRow = line.capTop + ((shape.band ?? 0) - shape.above) * print
    let level = sampler.level(forScale: scale * zoom)
    for piece in track.pieces {
      for x in stride(from: piece.start, to: piece.end, by: 8) {
        let count = min(8, piece.end - x)
        let (from, to) = (piece.prepared(Double(x) + 0.5), piece.prepared(Double(x + count) + 0.5))
        let (offsetFrom, offsetTo) = (line.offset(at: from), line.offset(at: to))
        for y in 0..<Self.cropHeight {
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
    var crop = LineCrop(image: image, track: track, firstRow: firstRow, zoom: zoom, line: line)
    stretchContrast(&crop.image)
    if let owner = line.owner { clear(&crop, own: owner, reach: Int(0.45 * print * zoom), band: shape.band) }
    return crop
  }

  /// Makes everything white but this line's ink and its surroundings.
  private func clear(_ crop: inout LineCrop, own: UInt16, reach: Int, band: Double?) {
    let (width, height) = (crop.image.width, crop.image.height)
    var ink = InkMask(width: width, height: height)
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
          ink.insert(x: x, y: y)
        } else if owner != 0 {
          foreign.insert(x: x, y: y)
        }
      }
    }
    let near = ink.dilated(radius: reach)
    // Remove foreign ink with its soft rim, except this line's own ink.
    let rim = foreign.dilated(radius: max(1, reach / 5))
    for y in 0..<height {
      for x in 0..<width where rim[x, y] && !ink[x, y] || !near[x, y] { crop.image.pixels[y * width + x] = 255 }
    }
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
      for column in Range(from: Int(stretch.left), to: Int(stretch.right) + 1, within: width) {
        let offset = line.offset(at: Double(column) + 0.5)
        for row in Range(from: Int(top + offset), to: Int(bottom + offset) + 1, within: height) {
          let owner = owners[row * width + column]
          if owner != 0, owner != FoundLines.upright, owner != own, owner != line.ownerAbove { contested += 1 }
        }
        if contested > enough { return true }
      }
    }
    return false
  }

  private func stretchContrast(_ image: inout GrayImage) {
    let levels = Levels(image.pixels)
    let black = levels.quantile(0.03)
    let white = max(levels.quantile(0.7), black + 30)
    let scale = 255.0 / Double(white - black)
    let table = (0..<256).map { UInt8(min(max(Double($0 - black) * scale, 0), 255)) }
    for index in image.pixels.indices { image.pixels[index] = table[Int(image.pixels[index])] }
  }
}
