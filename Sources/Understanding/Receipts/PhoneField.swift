/// The shop's telephone number.
enum PhoneField {
  static func find(_ ledger: Ledger, lexicon: Lexicon) -> Finding? {
    var best: (score: Double, finding: Finding)?
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      guard scalars.contains(where: \.isDigit) else { continue }
      let isNotice = lexicon.hasNotice(scalars)
      let business = BusinessNumberField.numbers(in: scalars).filter(\.isGrouped).map(\.range)
      for range in numbers(in: scalars) {
        let label = ledger.labels[row].last { $0.range.upperBound <= range.lowerBound }
        let digits = scalars[range].filter(\.isDigit)
        let isLabelled = label?.role == .phone
        guard isLabelled || isShaped(scalars[range], digits), !business.contains(where: { $0.overlaps(range) }) else {
          continue
        }
        if label?.role == .fax || label?.role == .cardNumber || label?.role == .approval { continue }
        if let label, !isLabelled,
          label.role == .other || label.role == .businessNumber || label.role == .receiptNumber,
          Behind.range(ledger, row, label).lowerBound == range.lowerBound
        {
          continue
        }
        var score = (isLabelled ? 1.5 : 0) - Double(row) / Double(max(ledger.rows.count, 1))
        if isNotice { score -= 3 }
        if let first = ledger.labels[row].first, first.role == .other { score -= 1.5 }
        if digits.starts(with: ["0", "1", "0"]) || isCustomer(ledger, row) { score -= 1 }
        guard score > -1, best.map({ score > $0.score }) ?? true else { continue }
        best = (
          score,
          Finding(
            trimmed(scalars[range]).string, row: row, range: range, label: isLabelled ? label?.label : nil,
            reliability: isLabelled ? 0.92 : 0.88)
        )
      }
    }
    return best?.finding
  }

  private static func isCustomer(_ ledger: Ledger, _ row: Int) -> Bool {
    let text = ledger.rows[row].scalars.filter(\.isLetter)
    return ["식별", "고객", "회원", "센터"].contains { contains(Array($0.unicodeScalars), in: text) }
  }

  /// Whether the digits alone say that it is a telephone number.
  private static func isShaped(_ text: ArraySlice<Unicode.Scalar>, _ digits: [Unicode.Scalar]) -> Bool {
    guard text.contains(where: { $0 == "-" || $0 == ")" }) else { return false }
    // `(217) 555-0101`
    if digits.count == 10, text.first == "(", text.contains("-"), digits.first != "0" { return true }
    if digits.count == 8 { return digits.first == "1" && "568".unicodeScalars.contains(digits[1]) }
    return digits.first == "0" && (9...12).contains(digits.count)
  }

  /// Digits joined by the symbols of telephone numbers.
  static func numbers(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < scalars.count {
      guard scalars[place].isDigit, place == 0 || !scalars[place - 1].isDigit && scalars[place - 1] != "*" else {
        place += 1
        continue
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
      if (8...13).contains(digits), groups <= 4, !isMasked { ranges.append(start..<end) }
      place = max(end, place + 1)
    }
    return ranges
  }
}
