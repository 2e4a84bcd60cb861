import Support

/// The meaning of a label; the raw values are the lexicon's sections.
enum LabelRole: String, CaseIterable, Sendable {
  // Amounts.
  case paid, share, refund, total, price, subtotal, supply, taxFree, tax, service, discount, settled, rounding
  case received, change, cash, card, otherPayment, count, taxSummary
  // Texts and numbers.
  case merchant, owner, representative, businessNumber, phone, fax, address, date, otherDate
  case approval, cardName, acquirer, cardNumber, installment, receiptNumber, other

  /// Whether an amount of the sale follows it.
  var isMoney: Bool { Self.money.contains(self) }

  private static let money: Set<LabelRole> = [
    .paid, .share, .refund, .total, .price, .subtotal, .supply, .taxFree, .tax, .service, .discount, .settled,
    .rounding, .received, .change, .cash, .card, .otherPayment,
  ]
}

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

/// Labels by their letters: the longest that stands at a place, and the nearest to what was misread.
struct LabelTable: Sendable {
  typealias Label = (text: String, letters: [Unicode.Scalar], jamo: [UInt32], role: LabelRole)

  private(set) var labels: [Label] = []
  /// Places in `labels` by the labels' letters.
  private var places: [[Unicode.Scalar]: Int] = [:]
  /// The different counts of letters of the labels that begin with a letter.
  private var lengths: [Unicode.Scalar: Set<Int>] = [:]
  /// Labels by the count of their jamo.
  private var byLength: [Int: [Int]] = [:]
  /// The results for letters that were looked up before, for misread labels; a caller's copy collects them.
  private var known: [[Unicode.Scalar]: (label: Label, distance: Int)?] = [:]

  mutating func insert(_ text: String, _ role: LabelRole) {
    let letters = text.letterKey
    let label = (text: text, letters: letters, jamo: Jamo.letters(letters), role: role)
    if let old = places[letters] {
      labels[old] = label
    } else {
      places[letters] = labels.count
      if let first = letters.first { lengths[first, default: []].insert(letters.count) }
      byLength[label.jamo.count, default: []].append(labels.count)
      labels.append(label)
    }
  }

  /// All labels that begin `letters[start...]`, longest first.
  private func matches(_ letters: [Unicode.Scalar], from start: Int) -> some Sequence<Label> {
    (lengths[letters[start]] ?? []).sorted(by: >).lazy.filter { $0 <= letters.count - start }
      .compactMap { places[Array(letters[start..<(start + $0)])] }.map { labels[$0] }
  }

  /// The label nearest to the letters, within what its length forgives; nil if labels of two roles are as near.
  private func nearest(_ letters: [Unicode.Scalar]) -> (label: Label, distance: Int)? {
    let jamo = Jamo.letters(letters)
    let limit = Jamo.tolerance(jamo.count)
    guard limit > 0 else { return nil }
    // Shorter labels forgive nothing.
    let near = (max(5, jamo.count - limit)...(jamo.count + limit)).flatMap { length in
      (byLength[length] ?? []).compactMap { index in
        editDistance(jamo, labels[index].jamo, limit: min(limit, Jamo.tolerance(length))).map {
          (label: labels[index], distance: $0)
        }
      }
    }
    guard let best = near.min(by: { $0.distance < $1.distance }) else { return nil }
    return near.allSatisfy { $0.distance > best.distance || $0.label.role == best.label.role } ? best : nil
  }

  /// The labels of a row, from left to right, which do not overlap.
  ///
  /// They may be printed with spaces between their syllables, in brackets, or misread.
  mutating func hits(in row: PrintedRow) -> [LabelHit] {
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
    let isStart = row.scalars[..<places[index]].last.map { !$0.isLetter && !$0.isDigit } ?? true
    // Within a Korean word a label counts where it ends the word and is long: `현금영수증승인번호`.
    guard isStart || letters[index].isHangul else { return nil }
    for label in matches(letters, from: index) {
      let end = places[index + label.letters.count - 1] + 1
      let isLong = label.letters.count >= 4
      // No digit or colon is between the letters: `TOTAL 5 ITEMS` is no `total items`.
      guard isStart || isLong, end >= row.scalars.count || !row.scalars[end].isLetter,
        !row.scalars[places[index]..<end].contains(where: { $0.isDigit || ":][".unicodeScalars.contains($0) })
      else { continue }
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
    let nearest = known[run] ?? self.nearest(run)
    known[run] = .some(nearest)
    return nearest.map { LabelHit(role: $0.role, label: $0.text, range: start..<(last + 1), distance: $1) }
  }

  private func isLabelStart(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard let before = scalars[..<place].lastIndex(where: { !$0.isSpace }) else { return true }
    let sign = scalars[before]
    return "[]*-「(".unicodeScalars.contains(sign) || (sign.isDigit || sign == "원") && place - before > 1
  }
}
