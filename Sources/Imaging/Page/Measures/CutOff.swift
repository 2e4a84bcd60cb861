import Glibc
package import PageModel

/// Text that runs out of the picture: the paper was not all in view, or the feeder took it in too far to a side.
package struct CutOff: Sendable {
  /// Rows of text that are cut, as a share of all rows.
  package private(set) var share = 0.0
  package private(set) var sides: [PageSignals.Side] = []

  /// A line that ends nearer to a side may be cut there, as a share of its height.
  private static let near = 0.6
  /// The share of ink along the side beside such a line: fewer are specks, more are a dark border.
  private static let ink = 0.08...0.75
  /// The least share of lines near a side with ink there; a cut often falls between two letters.
  private static let leastShare = 0.3
  /// A row of letters along a side shows this many pieces of ink, and the next row is no further away.
  private static let leastStrokes = 6
  private static let nextRow = 3.0

  /// Ink is darker than this share of the paper.
  private let inkBelow: Double

  package init(of marked: MarkedPrint, on picture: Picture, contrast: Double?) {
    inkBelow = min(1 - 0.5 * (contrast ?? 0.8), 0.9)
    guard let pixels = PixelRows(picture), !marked.pieces.isEmpty else { return }
    let boxes = marked.pieces.map { marked.box(around: $0) }
    let height = PrintMeasure.quantile(boxes.map { Double(min($0.width, $0.height)) }, 0.5)
    let area = boxes.reduce(boxes[0]) { $0.union($1) }
    let isUpright = boxes.reduce(0) { $0 + ($1.height > $1.width ? 1 : 0) } * 2 > boxes.count
    var cut = 0
    for side in PageSignals.Side.allCases {
      let runsAlong = (side == .top || side == .bottom) != isUpright
      if runsAlong {
        guard Double(Self.distance(of: area, to: side, of: pixels)) < Self.nextRow * height else { continue }
        let values = Self.values(beside: area, at: side, of: pixels)
        guard strokes(in: values, atMost: height) >= Self.leastStrokes else { continue }
        cut += 1
      } else {
        let close = boxes.filter { box in
          Double(Self.distance(of: box, to: side, of: pixels)) < Self.near * Double(min(box.width, box.height))
        }
        let inked = close.count {
          Self.ink.contains(inkShare(Self.values(beside: $0, at: side, of: pixels)))
        }
        // One may be a stain.
        guard inked >= 2, Double(inked) >= Self.leastShare * Double(close.count) else { continue }
        cut += close.count
      }
      sides.append(side)
    }
    share = min(Double(cut) / Double(max(marked.rowCount, 1)), 1)
  }

  private static func distance(of box: Box, to side: PageSignals.Side, of pixels: PixelRows) -> Int {
    switch side {
    case .left: box.x
    case .top: box.y
    case .right: pixels.width - box.x - box.width
    case .bottom: pixels.height - box.y - box.height
    }
  }

  /// The pixels along a side, as far as a box lies beside it.
  private static func values(beside box: Box, at side: PageSignals.Side, of pixels: PixelRows) -> [Double] {
    let (x, y) = (side == .left ? 1 : pixels.width - 2, side == .top ? 1 : pixels.height - 2)
    let isLevel = side == .top || side == .bottom
    return (0..<min(isLevel ? box.width : box.height, 10_000)).map { step in
      isLevel ? pixels.value(x: box.x + step, y: y) : pixels.value(x: x, y: box.y + step)
    }
  }

  private func inkShare(_ values: [Double]) -> Double {
    let paper = PrintMeasure.quantile(values, 0.9)
    return Double(values.count { $0 < inkBelow * paper }) / Double(max(values.count, 1))
  }

  /// The count of pieces of ink with paper between them, none longer than a letter is high.
  private func strokes(in values: [Double], atMost length: Double) -> Int {
    let paper = PrintMeasure.quantile(values, 0.9)
    return values.dropLast().split { $0 >= inkBelow * paper }.count { Double($0.count) <= length }
  }
}

extension MarkedPrint {
  /// Rows of text; pieces beside each other count once.
  fileprivate var rowCount: Int {
    let radians = (PrintPiece.typicalAngle(pieces) ?? 0) * .pi / 180
    let (sine, cosine) = (sin(radians), cos(radians))
    let rows = pieces.map { (middle: $0.centre.y * cosine - $0.centre.x * sine, height: $0.height) }
      .sorted { $0.middle < $1.middle }
    var (count, last) = (0, -Double.infinity)
    for row in rows where row.middle - last > 0.6 * row.height {
      count += 1
      last = row.middle
    }
    return count
  }
}
