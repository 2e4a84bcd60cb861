import Glibc
import Support

/// Text that belongs together: one receipt of several on a page, or the whole page.
struct PrintGroup {
  var pieces: [PrintPiece]
  var map: PrintMap
  /// The direction of its text, in degrees clockwise.
  var angle: Double
}

extension PrintGroup {
  /// The groups that it consists of, in reading order.
  func parted() -> [PrintGroup] {
    byDirection().flatMap { group -> [PrintGroup] in
      let frame = AffineMap.rotation(degrees: -group.angle)
      let placed = group.pieces.map { piece -> Placed in
        let level = LevelPiece(piece, map: map, toFrame: frame, scale: 1)
        let half = level.height / 2
        return Placed(
          piece: piece, left: level.left, right: level.right, top: level.centre.y - half, bottom: level.centre.y + half)
      }
      let height = max(PrintPiece.typicalHeight(group.pieces), 1)
      return Self.split(placed, height: height, depth: 0).filter { !$0.isEmpty }.map {
        PrintGroup(pieces: $0.map(\.piece), map: map, near: group.angle)
      }
    }
  }

  /// Takes the direction of the pieces, within half a turn of `angle`.
  init(pieces: [PrintPiece], map: PrintMap, near angle: Double) {
    let own = PrintPiece.typicalAngle(pieces) ?? angle
    self.init(pieces: pieces, map: map, angle: own + 180 * ((angle - own) / 180).rounded())
  }

  /// A piece and its box in the frame in which the group's rows are level.
  private struct Placed {
    let piece: PrintPiece
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    var middle: Double { (top + bottom) / 2 }
  }

  /// Separates the pieces of most rows from those across them, if the latter are more than a few.
  private func byDirection() -> [PrintGroup] {
    func runsAcross(_ piece: PrintPiece) -> Bool { abs(cos((piece.angle - angle) * .pi / 180)) < 0.5 }
    let long = pieces.filter(\.isLong)
    let across = long.filter(runsAcross)
    let share = across.reduce(0) { $0 + $1.length } / max(1, long.reduce(0) { $0 + $1.length })
    guard across.count >= 5, share > 0.12, let other = PrintPiece.typicalAngle(across) else {
      return [self]
    }
    var (main, second): ([PrintPiece], [PrintPiece]) = ([], [])
    for piece in pieces {
      // A single word has the direction of the nearest long piece.
      let guide =
        piece.isLong ? piece : long.min { distance($0.centre, piece.centre) < distance($1.centre, piece.centre) }
      if guide.map(runsAcross) == true { second.append(piece) } else { main.append(piece) }
    }
    return [PrintGroup(pieces: main, map: map, near: angle), PrintGroup(pieces: second, map: map, angle: other)]
  }

  private static func split(_ part: [Placed], height: Double, depth: Int) -> [[Placed]] {
    guard depth < 6, part.count >= 8 else { return [part] }
    let stripes = gaps(part.map { ($0.left, $0.right) }, least: 1.2 * height)
    for stripe in stripes.sorted(by: { $0.to - $0.from > $1.to - $1.from }) {
      let (left, right) = (part.filter { $0.right <= stripe.from + 1e-6 }, part.filter { $0.left >= stripe.to - 1e-6 })
      guard areReceipts(left, right, gap: stripe.to - stripe.from, height: height) else { continue }
      return split(left, height: height, depth: depth + 1) + split(right, height: height, depth: depth + 1)
    }
    // Separate text above other text only if one of the two then separates further.
    let levels = gaps(part.map { ($0.top, $0.bottom) }, least: 3 * height)
    for level in levels.sorted(by: { $0.to - $0.from > $1.to - $1.from }).prefix(3) {
      let above = split(part.filter { $0.bottom <= level.from + 1e-6 }, height: height, depth: depth + 1)
      let below = split(part.filter { $0.top >= level.to - 1e-6 }, height: height, depth: depth + 1)
      if above.count + below.count > 2 { return above + below }
    }
    return [part]
  }

  /// The stretches between the first and the last interval that no interval covers.
  private static func gaps(_ intervals: [(Double, Double)], least: Double) -> [(from: Double, to: Double)] {
    var result: [(from: Double, to: Double)] = []
    var end = -Double.infinity
    for interval in intervals.sorted(by: { $0.0 < $1.0 }) {
      if end.isFinite, interval.0 - end >= least { result.append((end, interval.0)) }
      end = max(end, interval.1)
    }
    return result
  }

  private struct Side {
    let height: Double
    var middles: [Double] = []
    /// Rows that are wide, or hold several pieces.
    var full = 0
    /// Rows that begin at the column that most do.
    var aligned = 0

    init(_ part: [Placed]) {
      // The text of one receipt may be half as high as that of another.
      height = max(PrintPiece.typicalHeight(part.map(\.piece)), 1)
      let rows = part.sorted { $0.middle < $1.middle }.chunked { $1.middle - $0.middle < 0.5 * height }
      let lefts = rows.map { $0.map(\.left).min() ?? 0 }
      let rights = rows.map { $0.map(\.right).max() ?? 0 }
      for (index, row) in rows.enumerated() {
        middles.append(row.reduce(0) { $0 + $1.middle } / Double(row.count))
        if rights[index] - lefts[index] > 8 * height { full += 1 }
        aligned = max(aligned, lefts.count { abs($0 - lefts[index]) < height })
        // The orientation is still unknown, and upside-down rows begin at the right.
        aligned = max(aligned, rights.count { abs($0 - rights[index]) < height })
      }
    }
  }

  /// Whether both sides of an empty stripe are whole receipts or columns.
  private static func areReceipts(_ left: [Placed], _ right: [Placed], gap: Double, height: Double) -> Bool {
    let (a, b) = (Side(left), Side(right))
    let few = min(a.middles.count, b.middles.count)
    guard few >= 4 else { return false }
    for side in [a, b] where side.full * 4 < side.middles.count || side.aligned * 5 < 2 * side.middles.count {
      return false
    }
    // Text of another height is no column of the same receipt.
    if max(a.height, b.height) > 1.35 * min(a.height, b.height) { return true }
    // Rows that continue on the other side may belong to one receipt, so two receipts need more evidence.
    let (fewer, more) = a.middles.count < b.middles.count ? (a.middles, b.middles) : (b.middles, a.middles)
    let matches = fewer.count { row in more.contains { abs($0 - row) < 0.25 * height } }
    if matches * 10 < 6 * fewer.count { return true }
    // If nearly every row continues, they are the rows of one list.
    if fewer.count >= 8, matches * 10 >= 9 * more.count { return false }
    return gap > 2 * height && b.full * 2 > b.middles.count && a.full * 2 > a.middles.count
  }
}
