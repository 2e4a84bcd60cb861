import PageModel

extension MarkFinder {
  /// A lower share gives no shape: coloured ink stands out by itself, dark ink could be text.
  private static let least = (coloured: 0.5, dark: 0.65)
  /// From this share on coloured strokes are a pen's, whatever they show.
  private static let leastUnknown = 0.6
  /// Two pieces of ink that share more than this of their area are one mark.
  private static let same = 0.3

  /// The marks among pieces of ink, from top to bottom; of several readings of one, the surest.
  static func chosen(_ candidates: [Candidate]) -> [PenMark] {
    var marks = candidates.compactMap { candidate -> PenMark? in
      let (best, other) = (candidate.verdict.best, candidate.verdict.other)
      let isColoured = candidate.piece.way == .colour
      let isKnown = best.share >= (isColoured ? least.coloured : least.dark)
      guard isKnown || isColoured && other >= leastUnknown else { return nil }
      return PenMark(
        shape: isKnown ? best.shape : .unknown, confidence: isKnown ? best.share : other, box: candidate.piece.box,
        color: candidate.color)
    }
    // Known shapes come first.
    marks.sort { ($0.shape == .unknown ? 1 : 0, $1.confidence) < ($1.shape == .unknown ? 1 : 0, $0.confidence) }
    var chosen: [PenMark] = []
    for mark in marks where !chosen.contains(where: { $0.box.share(with: mark.box) > same }) { chosen.append(mark) }
    return chosen.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }
}
