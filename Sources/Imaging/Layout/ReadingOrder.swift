/// Puts the lines of a page in columns into reading order: a whole column before the next.
package enum ReadingOrder {
  /// The least width of a column's line in heights of text: some ten Korean letters.
  fileprivate static let leastWidth = 9.0
  /// The most white between words as a share of the text's height; a till's columns have more.
  fileprivate static let wordGap = 1.3
  /// The lines in reading order, those across a gutter cut in two.
  package static func ordered(_ lines: [FoundLine], leastRows: Int) -> [FoundLine] {
    var result: [FoundLine] = []
    var at = 0
    while at < lines.count {
      guard let run = columns(in: lines, from: at, leastRows: leastRows) else {
        result.append(lines[at])
        at += 1
        continue
      }
      var (left, right): ([FoundLine], [FoundLine]) = ([], [])
      for line in lines[at..<run.end] {
        let parts = line.cut(at: (run.gutter.left + run.gutter.right) / 2)
        if let part = parts.left { left.append(part) }
        if let part = parts.right { right.append(part) }
      }
      result += left + right
      at = run.end
    }
    return result
  }

  /// The lines from `start` on in two columns, and the gutter between them; nil if there are none.
  private static func columns(
    in lines: [FoundLine], from start: Int, leastRows: Int
  ) -> (end: Int, gutter: (left: Double, right: Double))? {
    guard lines[start].kind == .text else { return nil }
    for gap in gutters(in: lines, at: start) where gap.right - gap.left > wordGap * lines[start].textHeight {
      var gutter = gap
      var end = start
      var (full, both) = (0, 0)
      // Lines in one column alone, because the columns have different line spacing.
      var (alone, fullAlone) = ([0, 0], [0, 0])
      while end < lines.count {
        let line = lines[end]
        // A line on one side belongs to its column, even if a little longer, as long as there is a gutter.
        let least = wordGap * line.textHeight
        if line.right < gutter.right - least || line.left > gutter.left + least {
          let isLeft = line.right < gutter.right - least
          if isLeft { gutter.left = max(gutter.left, line.right) } else { gutter.right = min(gutter.right, line.left) }
          end += 1
          guard line.kind == .text else { continue }
          let side = isLeft ? 0 : 1
          alone[side] += 1
          if isLeft ? line.isFull(upTo: gutter.left) : line.isFull(from: gutter.right) { fullAlone[side] += 1 }
          continue
        }
        guard
          let shared = line.gaps.lazy.map({ (left: max($0.left, gutter.left), right: min($0.right, gutter.right)) })
            .first(where: { $0.right - $0.left > wordGap * line.textHeight })
        else { break }
        gutter = shared
        both += 1
        if line.isFull(upTo: gutter.left), line.isFull(from: gutter.right) { full += 1 }
        end += 1
      }
      let fullRows = full + min(fullAlone[0], fullAlone[1])
      let rows = both + min(alone[0], alone[1])
      if fullRows >= leastRows, fullRows * 10 >= rows * 7 { return (end, gutter) }
    }
    return nil
  }

  /// The white that may separate columns at a line: its gaps, and the gap to a line beside it.
  private static func gutters(in lines: [FoundLine], at start: Int) -> [(left: Double, right: Double)] {
    let line = lines[start]
    guard let next = lines[(start + 1)...].first(where: { $0.kind == .text }),
      next.top < line.bottom, line.top < next.bottom
    else { return line.gaps }
    let (first, second) = line.left < next.left ? (line, next) : (next, line)
    return line.gaps + (second.left > first.right ? [(first.right, second.left)] : [])
  }
}

extension FoundLine {
  fileprivate var gaps: [(left: Double, right: Double)] {
    zip(stretches, stretches.dropFirst()).map { ($0.right, $1.left) }.filter { $0.1 > $0.0 }
  }

  /// Whether a row of a column's width ends there, without gaps wider than those between words.
  fileprivate func isFull(upTo right: Double) -> Bool {
    isFull(stretches.filter { $0.right <= right + 1 })
  }

  fileprivate func isFull(from left: Double) -> Bool {
    isFull(stretches.filter { $0.left >= left - 1 })
  }

  private func isFull(_ row: [Stretch]) -> Bool {
    guard let first = row.first, let last = row.last else { return false }
    return last.right - first.left > ReadingOrder.leastWidth * textHeight
      && zip(row, row.dropFirst()).allSatisfy { $1.left - $0.right < ReadingOrder.wordGap * textHeight }
  }

  /// The parts on both sides of a column of pixels that no stretch covers.
  fileprivate func cut(at x: Double) -> (left: FoundLine?, right: FoundLine?) {
    if right <= x { return (self, nil) }
    if left >= x { return (nil, self) }
    return (part(stretches.filter { $0.right <= x }), part(stretches.filter { $0.left >= x }))
  }
}
