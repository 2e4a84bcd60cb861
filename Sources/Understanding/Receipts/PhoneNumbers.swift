/// Finds telephone numbers by their form.
enum PhoneNumbers {
  /// The first number directly behind a label of a telephone.
  static func labelled(_ ledger: Ledger) -> Finding? {
    for (row, hit, behind) in ledger.contents(after: .phone) {
      let scalars = ledger.rows[row].scalars
      guard let range = numbers(in: scalars).first(where: { $0.contains(behind.lowerBound) }) else { continue }
      return Finding(trimmed(scalars[range]).string, row: row, range: range, label: hit.label, reliability: 0.75)
    }
    return nil
  }

  /// Digits joined by the symbols of telephone numbers.
  static func numbers(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    scan(scalars) { place in
      guard scalars[place].isDigit, place == 0 || !scalars[place - 1].isDigit && scalars[place - 1] != "*" else {
        return nil
      }
      let (groups, end) = groups(in: scalars, from: place, of: \.isDigit, most: 14) { sign, groups in
        guard let next = scalars[sign...].prefix(3).firstIndex(where: \.isDigit) else { return nil }
        let between = scalars[sign..<next]
        let isShort = (3...4).contains(groups.last ?? 0) && groups.reduce(0, +) <= 7
        return between.allSatisfy { " )-.~".unicodeScalars.contains($0) }
          && (isShort || between.contains { !$0.isSpace }) ? next : nil
      }
      let digits = groups.reduce(0, +)
      let isMasked = end < scalars.count && "*:/".unicodeScalars.contains(scalars[end])
      var start = place
      if start > 0, scalars[start - 1] == "(" { start -= 1 }
      if start > 0, scalars[start - 1] == "+" { start -= 1 }
      return (end, (8...13).contains(digits) && groups.count <= 4 && !isMasked ? start..<end : nil)
    }
  }
}
