/// A label in a row, and its place.
struct LabelHit: Sendable {
  var role: LabelRole
  /// As the lexicon has it.
  var label: String
  /// In the row's scalars, from the label's first letter to behind its last.
  var range: Range<Int>
  /// Letters (jamo) that were misread.
  var distance: Int
}

/// Finds labels in rows: printed with spaces between their syllables, in brackets, misread.
struct LabelFinder {
  private let tree: LabelTree
  /// Letters that were looked up before, for misread labels.
  private var known: [[Unicode.Scalar]: (label: Int, distance: Int)?] = [:]

  init(_ lexicon: Lexicon) {
    tree = lexicon.labels
  }

  /// The labels of a row, from left to right; none overlaps another.
  mutating func labels(in row: PrintedRow) -> [LabelHit] {
    let scalars = row.scalars
    // The row's letters and where they stand.
    let places = scalars.indices.filter { scalars[$0].isLetter }
    let letters = places.map { scalars[$0].folded }
    return scan(letters) { index in
      best(letters, places, from: index, in: row).map { hit in
        (places[index...].firstIndex { $0 >= hit.range.upperBound } ?? letters.count, hit)
      }
    }
  }

  private mutating func best(
    _ letters: [Unicode.Scalar], _ places: [Int], from index: Int, in row: PrintedRow
  ) -> LabelHit? {
    guard let exact = exact(letters, places, from: index, in: row) else {
      return misread(from: places[index], in: row)
    }
    // `부가세 과제물품가액`: the beginning of a longer label whose rest was misread.
    let rest = row.scalars[exact.range.upperBound...].first { !$0.isSpace }
    guard rest?.isHangul == true, let longer = misread(from: places[index], in: row),
      longer.range.upperBound > exact.range.upperBound + 1
    else { return exact }
    return longer
  }

  private func exact(_ letters: [Unicode.Scalar], _ places: [Int], from index: Int, in row: PrintedRow) -> LabelHit? {
    let before = row.scalars[..<places[index]].last
    let isStart = before.map { !$0.isLetter && !$0.isDigit } ?? true
    // Within a Korean word a label counts where it ends the word and is long: `현금영수증승인번호`.
    guard isStart || letters[index].isHangul else { return nil }
    for match in tree.matches(letters, from: index).reversed() {
      let end = places[match.end - 1] + 1
      let isLong = match.end - index >= 4
      // No digit or colon is between the letters: `TOTAL 5 ITEMS` is no `total items`.
      guard isStart || isLong, end >= row.scalars.count || !row.scalars[end].isLetter,
        !row.scalars[places[index]..<end].contains(where: { $0.isDigit || ":][".unicodeScalars.contains($0) })
      else { continue }
      let label = tree.labels[match.label]
      return LabelHit(role: label.role, label: label.text, range: places[index]..<end, distance: 0)
    }
    return nil
  }

  /// A label with misread letters, where labels stand: from the row's start or a bracket up to a colon or number.
  private mutating func misread(from start: Int, in row: PrintedRow) -> LabelHit? {
    let scalars = row.scalars
    guard isLabelStart(scalars, start) else { return nil }
    let end = scalars[start...].firstIndex { $0.isDigit || ":;[]₩\\$".unicodeScalars.contains($0) }
    guard let end, end - start < 24 else { return nil }
    // `-5,000`, `(10%)`: symbols before the number are no letters.
    let run = scalars[start..<end].filter(\.isLetter).map(\.folded)
    guard run.count >= 2, let last = scalars[start..<end].lastIndex(where: \.isLetter) else { return nil }
    let nearest = known[run] ?? tree.nearest(run)
    known[run] = .some(nearest)
    guard let found = nearest else { return nil }
    let label = tree.labels[found.label]
    return LabelHit(role: label.role, label: label.text, range: start..<(last + 1), distance: found.distance)
  }

  private func isLabelStart(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard let before = scalars[..<place].lastIndex(where: { !$0.isSpace }) else { return true }
    let sign = scalars[before]
    return "[]*-「(".unicodeScalars.contains(sign) || (sign.isDigit || sign == "원") && place - before > 1
  }
}
