import PageModel
import Recognition
import TestSupport
import Testing

@testable import Imaging

/// A page drawn with a font of small blocks: each letter a distinct pattern of strokes, so that lines look like print.
///
/// The tests need shapes and places of print, not words.
struct DrawnPage {
  var image: GrayImage
  /// The box of each line's ink.
  private(set) var lines: [Box] = []
  let unit: Int

  /// `unit` is the width of a stroke; letters are 5 by 7 units.
  init(width: Int, height: Int, unit: Int = 3, paper: UInt8 = 250) {
    image = GrayImage(width: width, height: height, filledWith: paper)
    self.unit = unit
  }

  /// Rows of 5 bits, for the digits and some capitals.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
    "3": [14, 17, 1, 6, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
    "6": [14, 16, 30, 17, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
    "9": [14, 17, 17, 15, 1, 1, 14], "A": [14, 17, 17, 31, 17, 17, 17], "B": [30, 17, 17, 30, 17, 17, 30],
    "C": [14, 17, 16, 16, 16, 17, 14], "E": [31, 16, 16, 30, 16, 16, 31], "H": [17, 17, 17, 31, 17, 17, 17],
    "L": [16, 16, 16, 16, 16, 16, 31], "N": [17, 25, 21, 19, 17, 17, 17], "O": [14, 17, 17, 17, 17, 17, 14],
    "R": [30, 17, 17, 30, 20, 18, 17], "S": [15, 16, 16, 14, 1, 1, 30], "T": [31, 4, 4, 4, 4, 4, 4],
    ",": [0, 0, 0, 0, 0, 12, 4], "-": [0, 0, 0, 14, 0, 0, 0],
  ]

  /// Draws one line and remembers the box of its ink; `tall` doubles the height.
  mutating func line(_ text: String, x: Int, y: Int, tall: Bool = false, ink: UInt8 = 30, isListed: Bool = true) {
    var (left, right, bottom) = (Int.max, 0, 0)
    let (stepX, stepY) = (unit, tall ? 2 * unit : unit)
    for (index, character) in text.enumerated() {
      guard let rows = Self.glyphs[character] else { continue }
      for (row, bits) in rows.enumerated() {
        for column in 0..<5 where bits & (16 >> UInt8(column)) != 0 {
          let (px, py) = (x + (index * 6 + column) * stepX, y + row * stepY)
          fill(px, py, stepX, stepY, ink)
          left = min(left, px)
          right = max(right, px + stepX)
          bottom = max(bottom, py + stepY)
        }
      }
    }
    if isListed { lines.append(Box(x: left, y: y, width: right - left, height: bottom - y)) }
  }

  /// Fills a rectangle.
  mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ value: UInt8) {
    for row in max(0, min(y, image.height))..<max(0, min(y + height, image.height)) {
      for column in max(0, min(x, image.width))..<max(0, min(x + width, image.width)) {
        image.pixels[row * image.width + column] = value
      }
    }
  }

  /// A receipt of some lines: head, rows with wide gaps, a sum twice as high.
  static func receipt(width: Int = 620, left: Int = 50) -> DrawnPage {
    var page = DrawnPage(width: width, height: 900)
    page.addReceipt(left: left)
    return page
  }

  mutating func addReceipt(left: Int, top: Int = 50) {
    line("BARBECUE 208", x: left + 100, y: top)
    line("TEL 02-2263-7223", x: left, y: top + 60)
    line("2019-10-26 12,52,30", x: left, y: top + 95)
    for row in 0..<9 {
      line("ITEN\(row)   \(row + 1)        \(row + 1)2,500", x: left, y: top + 170 + row * 36)
    }
    line("TOTAL    8\(8)2,500", x: left, y: top + 560, tall: true)
    line("CASH          950,000", x: left, y: top + 640)
    line("CHANCE         67,500", x: left, y: top + 675)
    line("THE END OR SO", x: left + 80, y: top + 740)
  }

  /// The page seen through a mapping from the new picture to the page; outside of it lies `ground`.
  func seen(width: Int, height: Int, by mapping: AffineMap, ground: UInt8? = nil) -> GrayImage {
    let seen = Sampler(image, smallestScale: 0.5).warped(width: width, height: height, by: mapping, scale: 1)
    return on(ground, seen) { mapping.apply($0, $1) }
  }

  /// The same through any mapping, in straight runs of 32 pixels between exact points.
  func seen(
    width: Int, height: Int, ground: UInt8, through place: (Double, Double) -> (x: Double, y: Double)
  ) -> GrayImage {
    let sampler = Sampler(image, smallestScale: 0.5)
    var result = GrayImage(width: width, height: height)
    for y in 0..<height {
      for x in stride(from: 0, to: width, by: 32) {
        let count = min(32, width - x)
        let (from, to) = (place(Double(x) + 0.5, Double(y) + 0.5), place(Double(x + count) + 0.5, Double(y) + 0.5))
        sampler.sample(
          level: sampler.level(forScale: 1), fromX: from.x - 0.5, fromY: from.y - 0.5,
          stepX: (to.x - from.x) / Double(count), stepY: (to.y - from.y) / Double(count), count: count,
          into: &result.pixels, at: y * width + x)
      }
    }
    return on(ground, result, place)
  }

  private func on(
    _ ground: UInt8?, _ seen: GrayImage, _ place: (Double, Double) -> (x: Double, y: Double)
  ) -> GrayImage {
    guard let ground else { return seen }
    var result = seen
    for y in 0..<seen.height {
      for x in 0..<seen.width {
        let at = place(Double(x) + 0.5, Double(y) + 0.5)
        let isInside = at.x >= 0 && at.y >= 0 && at.x < Double(image.width) && at.y < Double(image.height)
        if !isInside { result.pixels[y * seen.width + x] = ground }
      }
    }
    return result
  }
}

extension GrayImage {
  /// Darkened from left to right, as by a shadow.
  func shaded(to share: Double) -> GrayImage {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        let light = 1 - (1 - share) * Double(x) / Double(width)
        result.pixels[y * width + x] = UInt8(Double(pixels[y * width + x]) * light)
      }
    }
    return result
  }

  /// With the noise of a scanner (the same for each run).
  func noisy(_ amplitude: Int) -> GrayImage {
    var state: UInt32 = 2463534242
    var result = self
    for index in result.pixels.indices {
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      let noise = Int(state % UInt32(2 * amplitude + 1)) - amplitude
      result.pixels[index] = UInt8(min(max(Int(pixels[index]) + noise, 0), 255))
    }
    return result
  }
}

/// How many of the wanted boxes have a found line whose box is within `tolerance` pixels on all sides.
func matches(_ wanted: [Box], _ found: [Box], tolerance: Int) -> Int {
  func isNear(_ a: Box, _ b: Box) -> Bool {
    let sides = [a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height]
    return sides.allSatisfy { abs($0) <= tolerance }
  }
  return wanted.filter { box in found.contains { isNear(box, $0) } }.count
}

extension PreparedPage {
  /// The boxes of all text lines in the picture, in reading order.
  var lineBoxes: [Box] {
    blocks.flatMap { block in block.textLines.map { block.original($0) } }
  }
}

/// The page as it is made ready for reading, with the program's own network.
func prepared(_ image: GrayImage, without: Set<ReaderSettings.Step> = []) throws -> PreparedPage {
  let network = try DetectionNetwork(model: OwnModel.detection)
  return try PagePreparer(without: without).prepare(try #require(image.makePicture()), network: network)
}

/// The perspective mapping of a quadrilateral to the unit square, by an adjugate matrix.
struct Perspective {
  private let rows: [[Double]]

  /// Takes the places of the corners (0,0), (1,0), (1,1), (0,1); nil where the quadrilateral is flat.
  ///
  /// Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), section 2.2.3.
  init?(toUnitSquare corners: [(x: Double, y: Double)]) {
    guard corners.count == 4 else { return nil }
    let (p0, p1, p2, p3) = (corners[0], corners[1], corners[2], corners[3])
    let sumX = p0.x - p1.x + p2.x - p3.x
    let sumY = p0.y - p1.y + p2.y - p3.y
    let (dx1, dx2) = (p1.x - p2.x, p3.x - p2.x)
    let (dy1, dy2) = (p1.y - p2.y, p3.y - p2.y)
    let determinant = dx1 * dy2 - dx2 * dy1
    guard abs(determinant) > 1e-9 else { return nil }
    let g = (sumX * dy2 - dx2 * sumY) / determinant
    let h = (dx1 * sumY - sumX * dy1) / determinant
    let (a, b, c) = (p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x)
    let (d, e, f) = (p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y)
    rows = [
      [e - f * h, c * h - b, b * f - c * e], [f * g - d, a - c * g, c * d - a * f],
      [d * h - e * g, b * g - a * h, a * e - b * d],
    ]
  }

  func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = rows.map { $0[0] * x + $0[1] * y + $0[2] }
    return (point[0] / point[2], point[1] / point[2])
  }
}
