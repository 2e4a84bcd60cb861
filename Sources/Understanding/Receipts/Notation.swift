/// The style in which a currency's amounts are printed.
enum MoneyStyle: Sendable {
  /// Whole numbers: a point parts thousands as a comma does, as it often is a misread one.
  case whole
  /// Two decimals.
  case cents

  var places: Int { self == .whole ? 0 : 2 }
}

/// The notation of a receipt's amounts, from all of them together, because a single one may mean two numbers.
struct Notation: Sendable {
  let style: MoneyStyle
  /// The sign before decimals.
  private(set) var point: Unicode.Scalar = "."
  /// The digits behind it: none if no amount has such a sign.
  private(set) var decimals = 2
  /// Whether spaces part thousands: `1 234.50`.
  private(set) var hasSpaces = false

  init(_ style: MoneyStyle) {
    self.style = style
  }

  init(_ rows: [PrintedRow], labels: [[LabelHit]]) {
    self.init(Self.style(of: rows))
    guard style == .cents else { return }
    var twos: [Unicode.Scalar: Int] = [:]
    let numbers = rows.flatMap { $0.scalars.split { !$0.isDigit && !Self.marks.contains($0) } }
    for number in numbers {
      let groups = number.split(omittingEmptySubsequences: false) { Self.marks.contains($0) }
      guard groups.count > 1, (1...3).contains(groups[0].count), let last = groups.last, last.count == 2,
        groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
      else { continue }
      twos[number[last.startIndex - 1], default: 0] += 1
    }
    if twos[",", default: 0] > twos[".", default: 0] { point = "," }
    if twos.isEmpty {
      let names = rows.lazy.flatMap { $0.scalars.split { !$0.isLetter }.map(\.string) }
      decimals = names.contains { Currency.places($0) == 3 } ? 3 : 0
    }
    hasSpaces = isSpaced(rows, labels)
  }

  private static let marks = Array(",.'".unicodeScalars)

  /// Whether sums follow their labels with a space between thousands, and no other amount speaks against it: one of
  /// more digits together, or a small one behind a number, as quantities stand.
  private func isSpaced(_ rows: [PrintedRow], _ labels: [[LabelHit]]) -> Bool {
    var isFound = false
    for (row, hits) in zip(rows, labels) {
      let words = row.scalars.split { $0.isSpace }
      for (place, (one, next)) in zip(words, words.dropFirst()).enumerated() {
        guard let digits = wholeDigits(next) else { continue }
        let isBehindNumber = one.count <= 3 && one.allSatisfy(\.isDigit)
        if decimals > 0, digits > 3 || isBehindNumber && digits < 3 { return false }
        guard !isFound, isBehindNumber, digits == 3,
          let label = hits.last(where: { $0.range.upperBound <= one.startIndex }), label.role.isMoney,
          !row.scalars[label.range.upperBound..<one.startIndex].contains(where: \.isDigit)
        else { continue }
        // Without decimals a number before it may be anything else.
        isFound = decimals > 0 || place + 2 < words.count && wholeDigits(words[place + 2]) == 3
      }
    }
    return isFound
  }

  /// The digits before the point of an amount without separators of thousands; nil if a word is no such amount.
  private func wholeDigits(_ word: ArraySlice<Unicode.Scalar>) -> Int? {
    let whole = word.prefix { $0.isDigit }
    let rest = word[whole.endIndex...]
    guard !whole.isEmpty, rest.count == (decimals > 0 ? decimals + 1 : 0) else { return nil }
    return rest.prefix(1).allSatisfy(Self.marks.contains) && rest.dropFirst().allSatisfy(\.isDigit) ? whole.count : nil
  }

  /// Korean receipts have whole amounts; others two decimals.
  private static func style(of rows: [PrintedRow]) -> MoneyStyle {
    let scalars = rows.lazy.flatMap(\.scalars)
    let (hangul, latin) = (scalars.count(where: \.isHangul), scalars.count(where: \.isLatin))
    return hangul * 5 >= latin && hangul > 0 ? .whole : .cents
  }
}
