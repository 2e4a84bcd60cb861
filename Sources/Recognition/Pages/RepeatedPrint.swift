package import PageModel
import Support

extension [Line] {
  /// The lines without those that say again what a line says that lies on the same place.
  ///
  /// Two rows may be found at one print where it is skewed. Nothing can be printed over the same words.
  package func withoutRepeatedPrint() -> [Line] {
    var kept: [Line] = []
    for line in self {
      guard line.kind == .text else {
        kept.append(line)
        continue
      }
      let near = kept.indices.suffix(Self.reach)
      if near.contains(where: { kept[$0].repeats(line) }) { continue }
      for index in near.reversed() where line.repeats(kept[index]) { kept.remove(at: index) }
      kept.append(line)
    }
    return kept
  }

  /// How many lines further on print may be found again: in reading order the rows of a place lie together.
  private static var reach: Int { 8 }
}

extension Line {
  /// Whether this line says what the other one, no longer than it, says at the same place.
  fileprivate func repeats(_ other: Line) -> Bool {
    guard kind == .text, box.overlaps(other.box) else { return false }
    let wanted = other.words.flatMap { Array($0.text) }
    let own = words.reduce(0) { $0 + $1.text.count }
    guard wanted.count >= 2, own > wanted.count || own == wanted.count && confidence >= other.confidence else {
      return false
    }
    var covered = 0
    var there: [Word] = []
    for word in other.words {
      let under = words.filter { $0.box.isSamePlace(as: word.box) }
      if !under.isEmpty { covered += word.text.count }
      there += under.filter { !there.contains($0) }
    }
    guard 5 * covered >= 4 * wanted.count else { return false }
    // What the other one's words have around them is no difference.
    let text = there.flatMap { Array($0.text) }
    let more = max(0, text.count - wanted.count)
    return 3 * (editDistance(text, wanted) - more) <= wanted.count
  }
}

extension Box {
  fileprivate func overlaps(_ other: Box) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }

  /// Whether two words lie over one another: half of the narrower, and no row of its own between their middles.
  fileprivate func isSamePlace(as other: Box) -> Bool {
    let shared = min(x + width, other.x + other.width) - max(x, other.x)
    let apart = abs((2 * y + height) - (2 * other.y + other.height))
    return 2 * shared >= min(width, other.width) && 5 * apart <= 4 * min(height, other.height)
  }
}
