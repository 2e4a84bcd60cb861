import Support

/// A straightened line and the mapping back to the page.
package struct LineCrop: Sendable {
  package internal(set) var image: GrayImage
  let track: LineTrack
  let firstRow: Double
  let zoom: Double
  let line: FoundLine

  /// The place in the prepared picture of a place in the crop.
  package func prepared(x: Double, y: Double) -> Point {
    let px = track.prepared(x)
    return (px, firstRow + y / zoom + line.offset(at: px))
  }
}

/// The page's column for each column of a crop: all text, and shortened gaps.
struct LineTrack: Sendable {
  struct Piece: Sendable {
    var start: Int
    var end: Int
    /// The page's column at `start`, and the page's columns for one of the crop.
    var origin: Double
    var step: Double
    func prepared(_ x: Double) -> Double { origin + (x - Double(start)) * step }
  }

  /// One at least.
  private(set) var pieces: [Piece] = []
  private(set) var width = 0
  private static let largestWidth = 8192

  init(_ line: FoundLine, zoom: Double, side: Double, gap: Double) {
    var runs = line.stretches.chunked { $1.left - $0.right <= gap }.map { run in
      (from: run[run.startIndex].left, to: run[run.endIndex - 1].right)
    }
    if runs.isEmpty { runs = [(line.left, line.right)] }
    for (index, run) in runs.enumerated() {
      let from = run.from - (index == 0 ? side : gap / 2)
      let to = run.to + (index == runs.count - 1 ? side : gap / 2)
      let columns = min(max(1, Int(((to - from) * zoom).rounded())), max(0, Self.largestWidth - width))
      guard columns > 0 else { break }
      pieces.append(Piece(start: width, end: width + columns, origin: from, step: 1 / zoom))
      width += columns
    }
  }

  func prepared(_ x: Double) -> Double {
    (pieces.last { Double($0.start) <= x } ?? pieces[0]).prepared(x)
  }
}
