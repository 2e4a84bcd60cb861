package import PageModel

/// The text of a picture as the detection network marked it, before any other step.
package struct MarkedPrint: Sendable {
  let map: PrintMap
  let pieces: [PrintPiece]
  /// Maps the analysed picture, in which text on its side is upright, to the decoded one.
  let toPicture: AffineMap

  /// The height of its capitals, in the decoded picture's pixels; nil if nothing is marked.
  package var printHeight: Double? {
    let height = PrintPiece.typicalHeight(pieces)
    return height > 0 ? PrintPiece.capShare * height : nil
  }

  /// The share is of all text, by the number of characters that fit into its length; boxes are in the decoded picture's
  /// pixels, the longest first.
  package typealias Unread = (share: Double, boxes: [Box])

  /// A piece with less coverage is unread: half a word of an amount may be lost.
  private static let coveredFrom = 0.6
  /// A part of a longer piece is unread if it is this many times as long as the text is high.
  private static let leastPart = 2.5
  /// Marks extend a little beyond the ink's boxes; as a share of the box's height.
  private static let margin = 0.25

  /// The text that none of the boxes covers, which are in the decoded picture's pixels.
  package func unread(besides boxes: [Box]) -> Unread {
    guard !pieces.isEmpty, let fromPicture = toPicture.inverse else { return (0, []) }
    let covered = mask(of: boxes, fromPicture: fromPicture)
    var (total, missing) = (0.0, 0.0)
    var found: [(box: Box, room: Double)] = []
    for piece in pieces {
      let room = piece.length / max(piece.height, 1)
      total += room
      var (area, hidden) = (0, 0)
      for run in piece.runs where run.row < map.height {
        area += run.to - run.from
        for x in run.from..<min(run.to, map.width) where covered[run.row * map.width + x] { hidden += 1 }
      }
      let share = area > 0 ? Double(hidden) / Double(area) : 1
      // Marks are sometimes a little longer than the text that is read of them.
      let part = room * (1 - share)
      guard share < Self.coveredFrom || part >= Self.leastPart else { continue }
      missing += part
      found.append((box(around: piece), part))
    }
    guard total > 0 else { return (0, []) }
    let boxes = found.sorted { $0.room > $1.room }.prefix(PageSignals.unreadBoxesAtMost).map(\.box)
    return (min(missing / total, 1), boxes)
  }

  /// The map's pixels that boxes cover.
  private func mask(of boxes: [Box], fromPicture: AffineMap) -> [Bool] {
    var mask = [Bool](repeating: false, count: map.width * map.height)
    for box in boxes {
      let margin = Self.margin * Double(min(box.width, box.height))
      let (left, top) = (Double(box.x) - margin, Double(box.y) - margin)
      let (right, bottom) = (box.right + margin, box.bottom + margin)
      let corners = [fromPicture.apply(left, top), fromPicture.apply(right, bottom)]
      let columns = Self.range(corners.map { $0.x / map.scaleX }, below: map.width)
      let rows = Self.range(corners.map { $0.y / map.scaleY }, below: map.height)
      for row in rows { for column in columns { mask[row * map.width + column] = true } }
    }
    return mask
  }

  private static func range(_ ends: [Double], below limit: Int) -> Range<Int> {
    let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    guard low.isFinite, high.isFinite else { return 0..<0 }
    let from = Int(min(max(low.rounded(), 0), Double(limit)))
    return from..<max(from, Int(min(max(high.rounded(), 0), Double(limit))))
  }

  /// The upright box around the line of a piece, in the decoded picture's pixels.
  func box(around piece: PrintPiece) -> Box {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    let enlargement = abs(toPicture.a * toPicture.e - toPicture.b * toPicture.d).squareRoot()
    let margin = enlargement * (piece.height - piece.thickness) / 2
    for run in piece.runs {
      for x in [run.from, run.to] {
        for y in [run.row, run.row + 1] {
          let place = toPicture.apply(Double(x) * map.scaleX, Double(y) * map.scaleY)
          (left, right) = (min(left, place.x - margin), max(right, place.x + margin))
          (top, bottom) = (min(top, place.y - margin), max(bottom, place.y + margin))
        }
      }
    }
    func pixel(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), 1e6)) }
    return Box(
      x: pixel(left), y: pixel(top), width: max(1, pixel(right) - pixel(left)),
      height: max(1, pixel(bottom) - pixel(top)))
  }
}
