import PageModel

extension MarkFinder {
  /// Below this the shape is not told: coloured ink stands out by itself, dark ink could be print.
  private static let least = (coloured: 0.5, dark: 0.65)
  /// Coloured strokes are a pen's from here on, whatever they show.
  private static let leastUnknown = 0.6
  /// Two pieces of ink that share more than this of their area are one mark.
  private static let same = 0.3

  /// The marks among pieces of ink, from top to bottom; of several ways of seeing one, the surest.
  static func chosen(_ candidates: [Candidate]) -> [PenMark] {
    var marks: [PenMark] = []
    for candidate in candidates {
      let (best, isColoured) = (candidate.verdict.best, candidate.piece.way == .colour)
      if best.share >= (isColoured ? least.coloured : least.dark) {
        marks.append(
          PenMark(shape: best.shape, confidence: best.share, box: candidate.piece.box, color: candidate.color))
      } else if isColoured, candidate.verdict.other >= leastUnknown {
        marks.append(
          PenMark(
            shape: .unknown, confidence: candidate.verdict.other, box: candidate.piece.box, color: candidate.color))
      }
    }
    // What is known comes before what is not.
    marks.sort { ($0.shape == .unknown ? 1 : 0, $1.confidence) < ($1.shape == .unknown ? 1 : 0, $0.confidence) }
    var chosen: [PenMark] = []
    for mark in marks where !chosen.contains(where: { overlap($0.box, mark.box) > same }) { chosen.append(mark) }
    return chosen.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  /// The area that two boxes share, of that which they cover together.
  static func overlap(_ one: Box, _ other: Box) -> Double {
    let width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    let height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    guard width > 0, height > 0 else { return 0 }
    return Double(width * height) / Double(one.width * one.height + other.width * other.height - width * height)
  }
}
