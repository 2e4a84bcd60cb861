/// The part of a levelled picture that holds a block's text: for each height the columns between its margins.
struct PrintRegion {
  /// The first column and the first outside, for bands of `step` rows; empty ones hold no text.
  private var spans: [(left: Double, right: Double)]
  private let step: Double
  private let pieces: [LevelPiece]

  /// Text lies between the margins of the rows this far above and below, in its heights.
  private static let reach = 4.0
  /// Room on all sides, likewise, for letters that the network cut off.
  private static let room = 1.5

  init(_ pieces: [LevelPiece], height: Int, textHeight: Double) {
    step = max(4, textHeight / 2)
    self.pieces = pieces
    spans = [(left: Double, right: Double)](
      repeating: (.infinity, -.infinity), count: Int(Double(max(0, height)) / step) + 1)
    let (top, bottom) = (pieces.map(\.top).min() ?? 0, pieces.map(\.bottom).max() ?? 0)
    for piece in pieces {
      let room = Self.room * piece.height
      let (low, high) = (piece.path.min() ?? 0, piece.path.max() ?? 0)
      let first = max(top, low - Self.reach * piece.height, 0)
      let last = min(bottom, high + Self.reach * piece.height, Double(height))
      guard last > first else { continue }
      for index in Int(first / step)...min(Int(last / step), spans.count - 1) {
        spans[index].left = min(spans[index].left, piece.left - room)
        spans[index].right = max(spans[index].right, piece.right + room)
      }
    }
  }

  func whiten(_ image: inout GrayImage) {
    for y in 0..<image.height {
      let span = spans[min(Int(Double(y) / step), spans.count - 1)]
      let left = span.left.isFinite ? min(max(Int(span.left), 0), image.width) : image.width
      let right = span.right.isFinite ? min(max(Int(span.right), left), image.width) : image.width
      let start = y * image.width
      for x in 0..<left { image.pixels[start + x] = 255 }
      for x in right..<image.width { image.pixels[start + x] = 255 }
    }
  }

  /// The detected text alone on white, for measuring its ink.
  func print(of image: GrayImage) -> GrayImage {
    var result = GrayImage(width: image.width, height: image.height)
    for piece in pieces {
      let (half, room) = (0.6 * piece.height, 0.5 * piece.height)
      for x in Range(from: Int(piece.left - room), to: Int(piece.right + room), within: image.width) {
        let middle = piece.middle(Double(x))
        for y in Range(from: Int(middle - half), to: Int(middle + half), within: image.height) {
          result.pixels[y * image.width + x] = image.pixels[y * image.width + x]
        }
      }
    }
    return result
  }
}
