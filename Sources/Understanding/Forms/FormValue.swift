/// A value of a form with its label and the cell that has it.
struct FormValue {
  var value: String
  var label: String
  var cell: PageTable.Cell
  /// The place of the label among those of its role.
  var rank = 0
  /// Whether the party that it belongs to was read, and not told by the usual order.
  var isSure = true

  var amount: Amount? { Amount(decimal: value) }

  func field(_ proof: Proof) -> Field {
    // A conflict keeps the same share of the confidence with which the cell was read, whatever its reliability.
    Field(
      value: value, text: cell.text, label: label, lines: cell.lines, box: cell.box,
      confidence: proof.confidence(read: cell.confidence, reliability: proof == .read ? 0.93 : 1), proof: proof)
  }
}

/// The forms of values in cells.
enum FormText {
  /// An amount of won: digits in groups, in one box each, or with what is usual around them; nil for all else.
  static func amount(_ text: String) -> Amount? {
    var plain = text.unicodeScalars.compactMap(\.plain)
    // `일금 삼백만 원정 (₩3,000,000)`
    if let sign = plain.lastIndex(where: { "₩\\".unicodeScalars.contains($0) }),
      plain[..<sign].contains(where: \.isLetter)
    {
      plain = Array(plain[sign...].prefix { $0 != ")" })
    }
    let open = plain.firstIndex(of: "(") ?? plain.endIndex
    var parts = (open == 0 ? plain[...] : plain[..<open]).split { $0.isSpace }.map(Array.init)
    if parts.count > 1, !parts.allSatisfy({ $0.count == 1 && $0[0].isDigit }) {
      // `326 ,590`, and no two amounts side by side.
      let joined = parts.flatMap { $0 }
      guard isGrouped(joined.filter { $0.isDigit || $0 == "," }) else { return nil }
      parts = [joined]
    }
    var scalars = parts.flatMap { $0 }.filter { !"()".unicodeScalars.contains($0) }
    while let last = scalars.last, "원정整-".unicodeScalars.contains(last) { scalars.removeLast() }
    var isNegative = false
    while let first = scalars.first, "₩\\W금일-△".unicodeScalars.contains(first) {
      if first == "-" || first == "△" { isNegative = true }
      scalars.removeFirst()
    }
    // Thirteen digits without separators are those of a bar code.
    let isPlain = scalars.allSatisfy { $0.isDigit } && scalars.drop { $0 == "0" }.count < 13
    let point = scalars.firstIndex(of: ".") ?? scalars.endIndex
    // Places behind a point are three only if it parts thousands.
    if point < scalars.endIndex, scalars[..<point].allSatisfy(\.isDigit), [1, 2, 4].contains(scalars.count - point - 1)
    {
      return Amount(decimal: (isNegative ? "-" : "") + scalars.string)
    }
    guard isPlain || isGrouped(scalars) || isGrouped(scalars.map { $0 == "." ? "," : $0 }) else { return nil }
    return Amount(decimal: scalars.filter(\.isDigit).string).map { isNegative ? -$0 : $0 }
  }

  private static func isGrouped(_ scalars: [Unicode.Scalar]) -> Bool {
    let groups = scalars.split(omittingEmptySubsequences: false) { $0 == "," }
    return groups.allSatisfy { $0.allSatisfy(\.isDigit) } && (1...3).contains(groups[0].count)
      && groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// A day, also in three boxes: `21 11 21`.
  static func date(_ text: String) -> String? {
    var text = text
    let parts = text.split { " .년월일".contains($0) }
    if parts.count == 3, parts.allSatisfy({ $0.unicodeScalars.allSatisfy(\.isDigit) && $0.count < 5 }) {
      text = (parts[0].count == 2 ? "20" : "") + parts.joined(separator: "-")
    }
    return DateScanner(scalars: text.unicodeScalars.compactMap(\.plain), style: .whole).dates().first?.date.iso
  }

  /// Ten digits in groups; nil for fewer or more.
  static func businessNumber(_ text: String) -> String? {
    let digits = text.unicodeScalars.filter(\.isDigit).string
    guard digits.utf8.count == 10, text.unicodeScalars.count(where: \.isLetter) < 3 else { return nil }
    return BusinessNumber.text(digits)
  }

  /// A name without what stands around it: `(인)`, `귀하`.
  static func name(_ text: String) -> String? {
    var words = text.split(separator: " ").map(String.init)
    while words.count > 1, let last = words.last?.letterKey.string, ["인", "귀하", "귀중", "印", "서명"].contains(last) {
      words.removeLast()
    }
    var name = words.joined(separator: " ")
    // A seal's place ends the name, and a bracket that nothing closes.
    for mark in ["(인", "(印", "(서명"] {
      if let seal = name.firstRange(of: mark), seal.lowerBound > name.startIndex {
        name = String(name[..<seal.lowerBound])
      }
    }
    if let open = name.lastIndex(of: "("), open > name.startIndex, !name[open...].contains(")") {
      name = String(name[..<open])
    }
    name = trimmed(Array(name.unicodeScalars)[...]).string
    if name.hasSuffix(")"), let open = name.lastIndex(of: "("), name[open...].count < 5, open > name.startIndex,
      !name[open...].contains("주"), !name[open...].contains("유")
    {
      name = trimmed(Array(name[..<open].unicodeScalars)[...]).string
    }
    return name.contains(where: \.isLetter) ? name : nil
  }

  private static let numerals = Dictionary(
    uniqueKeysWithValues: ReceiptWord.numeral.pairs.compactMap { key, word in
      Int64(word).map { (Character(key), $0) }
    })

  /// The amount in Korean words between `금` or `일금` and `원`: `일금 삼백이십만 원정`; nil for none and for digits.
  static func words(_ text: String) -> Amount? {
    let letters = Array(text.filter { !$0.isWhitespace && $0 != "," })
    // Not the end of another word: `현금`, `잔금`.
    let start = letters.indices.first { letters[$0] == "금" && ($0 == 0 || letters[$0 - 1] == "일") }
    guard let start, let end = letters[start...].firstIndex(of: "원") else { return nil }
    var (sum, part, digit): (Int64, Int64, Int64) = (0, 0, 0)
    var isSeen = false
    for letter in letters[start + 1..<end] where letter != ":" && letter != "₩" {
      switch numerals[letter] {
      case let number? where number < 10 && digit == 0: digit = number
      case let unit? where (10..<10_000).contains(unit):
        part += max(1, digit) * unit
        digit = 0
      case let group? where group >= 10_000 && part + digit < 10_000:
        sum += max(1, part + digit) * group
        (part, digit) = (0, 0)
      default: return nil
      }
      isSeen = true
      guard max(sum, part) < 1_000_000_000_000 else { return nil }
    }
    return isSeen ? Amount(decimal: String(sum + part + digit)) : nil
  }
}
