/// Amounts in any notation as one value: `51,000`, `51.000`, `51'000` and `51 000.00` are `51000`, `12,50` is `12.5`.
enum SearchAmount {
  /// An amount on a line.
  struct Printed {
    /// Digits without leading zeros, and behind a point decimals without closing ones.
    var value: String
    var units: Range<Int>
    /// Whether something parts its thousands, so that no run of digits on the line is its whole part.
    var isGrouped: Bool
    var whole: String { String(value.prefix { $0 != "." }) }
  }

  private static let point: UInt32 = 0x2E
  private static let apostrophes: Set<UInt32> = [0x27, 0x2019]

  /// Every amount of a line; white space parts no thousands there, as two numbers may stand side by side.
  static func all(in units: [FoldedText.Unit]) -> [Printed] {
    SearchTerms.runs(in: units, of: \.isDigit, joinedBy: isSeparator).compactMap { run in
      // A part of a number of several parts, such as a telephone's, is no amount.
      guard !isJoined(units, run.lowerBound - 1), !isJoined(units, run.upperBound), let amount = amount(units[run])
      else { return nil }
      return Printed(value: amount.value, units: run, isGrouped: amount.isGrouped)
    }
  }

  /// The value of a text that is an amount and nothing else; thousands may stand apart in it.
  static func value(of units: [FoldedText.Unit]) -> String? { amount(units[...])?.value }

  /// Decimals as a till may print them behind the point; empty for a whole amount.
  static func decimals(of value: String) -> [String] {
    guard let point = value.firstIndex(of: ".") else { return [] }
    let decimals = String(value[value.index(after: point)...])
    return (0...max(1, 3 - decimals.count)).map { decimals + String(repeating: "0", count: $0) }
  }

  private static func isSeparator(_ value: UInt32) -> Bool {
    value == point || value == FoldedText.comma || apostrophes.contains(value)
  }

  /// Whether a dash is there between digits.
  private static func isJoined(_ units: [FoldedText.Unit], _ index: Int) -> Bool {
    guard units.indices.contains(index), units[index].value == FoldedText.dash else { return false }
    return index > 0 && units[index - 1].kind == .digit && index + 1 < units.count && units[index + 1].kind == .digit
  }

  private static func amount(_ units: ArraySlice<FoldedText.Unit>) -> (value: String, isGrouped: Bool)? {
    var parts: [[UInt32]] = [[]]
    var separators: [UInt32] = []
    for unit in units {
      if unit.kind == .digit {
        parts[parts.count - 1].append(unit.value)
      } else if isSeparator(unit.value) || unit.value == FoldedText.space {
        separators.append(unit.value)
        parts.append([])
      } else {
        return nil
      }
    }
    guard parts.allSatisfy({ !$0.isEmpty }), let first = parts.first else { return nil }
    if separators.isEmpty { return isPlain(first) ? (SearchTerms.string(first), false) : nil }
    if isGrouped(parts[...], separators[...]) { return (SearchTerms.string(parts.flatMap { $0 }), true) }
    guard let last = separators.last, last == point || last == FoldedText.comma, let decimals = parts.last,
      last == point || decimals.count < 3
    else { return nil }
    let (wholes, between) = (parts.dropLast(), separators.dropLast())
    guard between.isEmpty ? isPlain(first) : !between.contains(last) && isGrouped(wholes, between) else { return nil }
    let kept = decimals[..<((decimals.lastIndex { $0 != 0x30 } ?? -1) + 1)]
    let whole = SearchTerms.string(wholes.flatMap { $0 })
    return (kept.isEmpty ? whole : "\(whole).\(SearchTerms.string(Array(kept)))", !between.isEmpty)
  }

  /// Whether all parts but the first are of three digits, and the same is between all of them.
  private static func isGrouped(_ parts: ArraySlice<[UInt32]>, _ separators: ArraySlice<UInt32>) -> Bool {
    guard let first = parts.first, let separator = separators.first, separators.allSatisfy({ $0 == separator }) else {
      return false
    }
    return first.count <= 3 && first.first != 0x30 && parts.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static func isPlain(_ digits: [UInt32]) -> Bool { digits.first != 0x30 || digits.count == 1 }
}
