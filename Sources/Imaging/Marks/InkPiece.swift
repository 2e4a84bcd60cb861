import PageModel

/// Strokes that belong together: one mark, or some other ink.
struct InkPiece: Sendable {
  enum Way: Int, Sendable {
    case colour
    /// It stands clear of the text.
    case clear
    /// It crosses text, and is larger than letters are.
    case crossing
  }

  let way: Way
  /// In pixels of the reduced picture.
  let box: Box
  /// The pixels of the box that are ink of this piece.
  let ink: InkMask

  /// Pieces of a mask whose parts lie within `2 * gap` of each other.
  ///
  /// - Parameter joined: The components of the mask after every pixel was extended by the gap, if they are known.
  static func all(_ way: Way, in mask: InkMask, joined: InkComponents? = nil, gap: Int) -> [InkPiece] {
    let joined = joined ?? mask.dilated(radius: gap).components()
    return zip(joined.components, joined.runsOfEach).compactMap { whole, runs in
      guard max(whole.width, whole.height) >= leastSide + 2 * gap else { return nil }
      return InkPiece(way, runs, in: mask)
    }
  }

  /// The shortest long side of a mark, in pixels of the reduced picture.
  static let leastSide = 14

  private init?(_ way: Way, _ runs: [InkRun], in mask: InkMask) {
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    for run in runs {
      for x in Int(run.from)..<Int(run.to) where mask[x, Int(run.row)] {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, Int(run.row)), max(bottom, Int(run.row)))
      }
    }
    guard right >= 0, max(right - left, bottom - top) + 1 >= Self.leastSide else { return nil }
    box = Box(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    var ink = InkMask(width: box.width, height: box.height)
    for run in runs {
      let y = Int(run.row)
      for x in Int(run.from)..<Int(run.to) where mask[x, y] { ink.insert(x: x - left, y: y - top) }
    }
    (self.way, self.ink) = (way, ink)
  }

  func share(in boxes: [Box]) -> Double {
    var uncovered = ink
    for other in boxes {
      uncovered.clear(Box(x: other.x - box.x, y: other.y - box.y, width: other.width, height: other.height))
    }
    return Double(ink.count - uncovered.count) / Double(max(ink.count, 1))
  }
}
