import CLeptonica
import Glibc
import PageModel

/// Red seals over text: frames of red ink with letters in them (`Measurements.md`).
extension Picture {
  // Leptonica has a `Box`, too.
  private typealias Box = PageModel.Box

  /// The longer side of the sample in which seals are found, and half of a gap that text leaves in a frame, in pixels.
  private static let sampleSide = 1000
  private static let gap = 2
  /// The sides of a seal: its letters show from the first on, and the last is a share of the picture's shorter side.
  private static let leastSide = 12
  private static let leastShare = 0.018
  private static let mostShare = 0.25
  /// Letters of red text have gaps in their frames.
  ///
  /// Red pictures have no paper inside, and drawn circles have no ink inside.
  private static let mostRatio = 1.35
  private static let inkShares = 0.08...0.75
  private static let leastFramed = 0.92
  private static let leastInside = 0.02
  private static let leastPaper = 0.1

  /// The picture as black text shows under its seals, without their ink.
  ///
  /// If it has seals, this is a copy for the caller alone, which takes as much memory as the picture.
  package var withoutSeals: Picture { seals.isEmpty ? self : removing(seals) ?? self }

  func foundSeals() -> [PageModel.Box] {
    // The rows are valid as long as the picture.
    guard isColour, let rows = PixelRows(self) else { return [] }
    let step = (max(width, height) + Self.sampleSide - 1) / Self.sampleSide
    let sample = { (x: Int, y: Int) in SealPixel(rows.word(x: x * step, y: y * step)) }
    var red = InkMask(width: width / step, height: height / step)
    for y in 0..<red.height {
      for x in 0..<red.width where sample(x, y).isRed { red.insert(x: x, y: y) }
    }
    let shorter = Double(min(red.width, red.height))
    return red.dilated(radius: Self.gap).components().components.compactMap { piece in
      let box = Box(
        x: piece.left + Self.gap, y: piece.top + Self.gap, width: piece.width - 2 * Self.gap,
        height: piece.height - 2 * Self.gap)
      let (least, most) = (min(box.width, box.height), max(box.width, box.height))
      guard least >= Self.leastSide, Double(least) >= Self.leastShare * shorter,
        Double(most) <= Self.mostShare * shorter, Double(most) <= Self.mostRatio * Double(least),
        Self.isFramed(box, in: red), Self.isFilled(box, in: red, sample)
      else { return nil }
      return Box(x: box.x * step, y: box.y * step, width: box.width * step, height: box.height * step)
    }
  }

  /// Whether ink lies near the border of a box, or on the circle in it, in nearly every direction from the middle.
  private static func isFramed(_ box: Box, in red: InkMask) -> Bool {
    let directions = 32
    let framed = (0..<directions).count { direction in
      let angle = 2 * Double.pi * Double(direction) / Double(directions)
      return stride(from: 0.75, to: 1.45, by: 0.04).contains { reach in
        let x = Int(((0.5 + 0.5 * reach * cos(angle)) * Double(box.width)).rounded(.down))
        let y = Int(((0.5 + 0.5 * reach * sin(angle)) * Double(box.height)).rounded(.down))
        return (0..<box.width).contains(x) && (0..<box.height).contains(y) && red[box.x + x, box.y + y]
      }
    }
    return Double(framed) >= leastFramed * Double(directions)
  }

  /// Whether a box has red ink, also within its frame, and paper.
  private static func isFilled(_ box: Box, in red: InkMask, _ pixel: (_ x: Int, _ y: Int) -> SealPixel) -> Bool {
    let (middleX, middleY) = (Double(box.width) / 2, Double(box.height) / 2)
    var (ink, inside, insideInk, brightness) = (0, 0, 0, 0)
    var darker: [Int] = []
    for y in 0..<box.height {
      for x in 0..<box.width {
        let (here, isInk) = (pixel(box.x + x, box.y + y), red[box.x + x, box.y + y])
        let across: Double = (Double(x) + 0.5 - middleX) / middleX
        let down: Double = (Double(y) + 0.5 - middleY) / middleY
        let isInside = across * across + down * down <= 0.5
        darker.append(here.darker)
        if isInside { inside += 1 }
        guard isInk else { continue }
        ink += 1
        brightness += here.brighter
        if isInside { insideInk += 1 }
      }
    }
    let paper = darker.count { $0 >= brightness / max(ink, 1) + SealPixel.leastExcess }
    return inkShares.contains(Double(ink) / Double(darker.count))
      && Double(insideInk) >= leastInside * Double(inside) && Double(paper) >= leastPaper * Double(darker.count)
  }

  /// A copy with the red channel of each seal's box, in which red ink is as bright as the paper; nil without memory.
  private func removing(_ seals: [Box]) -> Picture? {
    guard let copy = pixCopy(nil, pix) else { return nil }
    let result = Picture(owning: copy, originalWidth: originalWidth, originalHeight: originalHeight)
    guard let words = pixGetData(copy) else { return nil }
    let perRow = Int(pixGetWpl(copy))
    let room = (max(width, height) + Self.sampleSide - 1) / Self.sampleSide
    for box in seals {
      let columns = max(0, box.x - room)..<min(width, box.x + box.width + room)
      let rows = max(0, box.y - room)..<min(height, box.y + box.height + room)
      var levels = Levels()
      var (count, red, brighter) = (0, 0, 0)
      for y in rows {
        for x in columns {
          let pixel = SealPixel(words[y * perRow + x])
          levels.add(UInt8(clamping: pixel.red))
          guard pixel.isRed else { continue }
          (count, red, brighter) = (count + 1, red + pixel.red, brighter + pixel.brighter)
        }
      }
      let paper = levels.quantile(0.9)
      let fading = Double(max(0, paper - red / max(count, 1))) / Double(max(1, (red - brighter) / max(count, 1)))
      for y in rows {
        for x in columns {
          let word = words[y * perRow + x]
          let pixel = SealPixel(word)
          let faded = pixel.red + Int(Double(max(0, pixel.excess)) * fading)
          let level = UInt32(min(faded, max(paper, pixel.red)))
          words[y * perRow + x] = level << 24 | level << 16 | level << 8 | word & 0xFF
        }
      }
    }
    return result
  }
}

/// A pixel's red, and the brighter and the darker one of its green and blue, 0 to 255.
private struct SealPixel {
  let red: Int
  let brighter: Int
  let darker: Int

  static let leastRed = 70
  static let leastExcess = 40

  init(_ word: UInt32) {
    let (green, blue) = (Int(word >> 16 & 255), Int(word >> 8 & 255))
    (red, brighter, darker) = (Int(word >> 24), max(green, blue), min(green, blue))
  }

  /// The red above gray.
  var excess: Int { red - brighter }

  /// Whether it is the ink of a seal: wood and skin have more green than blue, or are paler.
  var isRed: Bool {
    red >= Self.leastRed && excess >= Self.leastExcess && 4 * excess >= red && brighter - darker <= excess
  }
}
