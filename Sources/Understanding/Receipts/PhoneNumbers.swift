/// Finds telephone numbers by their form.
enum PhoneNumbers {
  /// The first number directly behind a label of a telephone.
  static func labelled(_ ledger: Ledger) -> Finding? {
    for row in ledger.rows.indices {
      for hit in ledger.labels[row] where hit.role == .phone {
        let behind = Behind.range(ledger, row, hit).lowerBound
        let scalars = ledger.rows[row].scalars
        guard let range = numbers(in: scalars).first(where: { $0.contains(behind) }) else { continue }
        return Finding(trimmed(scalars[range]).string, row: row, range: range, label: hit.label, reliability: 0.75)
      }
    }
    return nil
  }

  /// Digits joined by the symbols of telephone numbers.
  static func numbers(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    scan(scalars) { place in
      guard scalars[place].isDigit, place == 0 || !scalars[place - 1].isDigit && scalars[place - 1] != "*" else {
        return nil
      }
      var start = place
      var end = place
      var digits = 0
      // Of the last group.
      var length = 0
      var groups = 1
      var isMasked = false
      while end < scalars.count {
        if scalars[end].isDigit {
          digits += 1
          length += 1
          end += 1
        } else if ")-.~".unicodeScalars.contains(scalars[end]) || scalars[end].isSpace,
          let next = scalars[(end + 1)...].prefix(2).firstIndex(where: { $0.isDigit }),
          scalars[end..<next].allSatisfy({ $0.isSpace || ")-.~".unicodeScalars.contains($0) }),
          scalars[end..<next].contains(where: { !$0.isSpace }) || (3...4).contains(length) && digits <= 7
        {
          end = next
          groups += 1
          length = 0
        } else {
          isMasked = scalars[end] == "*" || scalars[end] == ":" || scalars[end] == "/"
          break
        }
        if digits > 14 { break }
      }
      if start > 0, scalars[start - 1] == "(" { start -= 1 }
      if start > 0, scalars[start - 1] == "+" { start -= 1 }
      return (end, (8...13).contains(digits) && groups <= 4 && !isMasked ? start..<end : nil)
    }
  }
}
