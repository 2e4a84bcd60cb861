/// A value that was found in a receipt's rows, before it is made a field.
struct Finding: Sendable {
  var value: String
  /// As printed; nil if it is what is in the spots.
  var text: String?
  /// The label that it follows.
  var label: String?
  /// Its places: rows and ranges of their scalars.
  var spots: [Spot]
  /// The probability, 0 to 1, that such a finding is right if it was read right.
  var reliability: Double
  /// Whether that has the reader's confidence in it already.
  var isCalibrated = false

  struct Spot: Hashable, Sendable {
    var row: Int
    var range: Range<Int>
  }

  init(
    _ value: String, row: Int, range: Range<Int>, label: String? = nil, text: String? = nil, reliability: Double
  ) {
    self.value = value
    self.text = text
    self.label = label
    self.spots = [Spot(row: row, range: range)]
    self.reliability = reliability
  }
}

extension Ledger {
  /// The content after each label of a role.
  func contents(after role: LabelRole) -> [(row: Int, hit: LabelHit, range: Range<Int>)] {
    rows.indices.flatMap { row in
      labels[row].filter { $0.role == role }.map { (row, $0, range(after: $0, in: row)) }
    }
  }

  /// The range behind a label: up to the next label, without the symbols that part the two.
  func range(after hit: LabelHit, in row: Int) -> Range<Int> {
    let scalars = rows[row].scalars
    var start = hit.range.upperBound
    var end = scalars.count
    for next in labels[row] where next.range.lowerBound >= start && Self.isLabel(next, in: scalars) {
      end = min(end, next.range.lowerBound)
    }
    // `(IC)`, `(명)` between label and colon.
    if start < end, scalars[start] == "(", let close = scalars[start..<min(end, start + 10)].firstIndex(of: ")"),
      scalars[(close + 1)..<end].first(where: { !$0.isSpace }) == ":"
    {
      start = close + 1
    }
    while start < end,
      " :.;]>=|·".unicodeScalars.contains(scalars[start]) || start == hit.range.upperBound && scalars[start] == ")"
    {
      start += 1
    }
    while end > start, " [(<-/,:*|".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return start..<max(start, end)
  }

  /// Whether a label within a row is one, and not a word of the value before it.
  private static func isLabel(_ hit: LabelHit, in scalars: [Unicode.Scalar]) -> Bool {
    if hit.role == .phone || hit.role == .fax || hit.role == .acquirer { return true }
    let behind = scalars[hit.range.upperBound...].first { !$0.isSpace } ?? " "
    let before = hit.range.lowerBound > 0 ? scalars[hit.range.lowerBound - 1] : " "
    return ":])".unicodeScalars.contains(behind) || before == "[" || behind.isDigit && hit.role != .merchant
  }
}
