import Support

/// Text that readers confuse: syllables that differ by one jamo, and similar symbols.
enum NearSpelling {
  /// Symbols that look alike in receipt print, each group with each other; letters are in lower case.
  private static let groups = [
    "0oqdㅇ", "1il|!7tjㅣ", "2z", "38", "4a", "5s6", "6gb8", "8b0", "9gq", "ce", "eo", "co", "uv", "vy", "nh", "mn", "hb",
    "ao", "ft", "-ㅡ",
  ].map { $0.unicodeScalars.map(\.value) }

  private static let alike: [UInt32: [UInt32]] = {
    var alike: [UInt32: Set<UInt32>] = [:]
    for group in groups {
      for sign in group { alike[sign, default: []].formUnion(group.filter { $0 != sign }) }
    }
    return alike.mapValues { $0.sorted() }
  }()

  /// Whether one is easily read for the other.
  static func areNear(_ first: UInt32, _ second: UInt32) -> Bool {
    alike[first]?.contains(second) == true || Jamo.differByOne(first, second)
  }

  /// Everything that a symbol is easily read for.
  static func neighbours(of value: UInt32) -> [UInt32] {
    (alike[value] ?? []) + Jamo.neighbours(of: value)
  }

  /// One form for letters and digits that look alike: `c0ffee` for `Coffee` and `C0FFEE`.
  static func shape(_ value: UInt32) -> UInt32 {
    shapes[value] ?? value
  }

  /// Each digit with the letters that look like it.
  private static let shapes: [UInt32: UInt32] = {
    let groups = ["0oqd", "1iltj", "2z", "5s", "6g", "8b"].map { $0.unicodeScalars.map(\.value) }
    return Dictionary(uniqueKeysWithValues: groups.flatMap { group in group.dropFirst().map { ($0, group[0]) } })
  }()

  /// The shapes of words in which letters and digits stand side by side, as in a number of which a digit was misread.
  static func mixedWords(in units: [FoldedText.Unit]) -> [String] {
    SearchTerms.runs(in: units, of: isPlain, joinedBy: { $0 == FoldedText.comma }).map { units[$0] }
      .filter { $0.contains { $0.kind == .letter } && $0.contains(where: \.isDigit) }.map(word)
  }

  /// The shape of letters and digits, commas left out.
  static func word(_ units: some Sequence<FoldedText.Unit>) -> String {
    SearchTerms.string(units.map(\.value).filter { $0 != FoldedText.comma }.map(shape))
  }

  static func isPlain(_ unit: FoldedText.Unit) -> Bool {
    unit.value < 0x80 && (unit.kind == .letter || unit.kind == .digit)
  }

  /// The units of a line without what a reader may have added: spaces between syllables, and commas between digits of
  /// which one may be misread.
  static func loosened(_ units: [FoldedText.Unit]) -> [FoldedText.Unit] {
    func isDigit(_ index: Int) -> Bool {
      units.indices.contains(index) && FoldedText.kind(of: shape(units[index].value)) == .digit
    }
    return units.indices.filter { index in
      switch units[index].value {
      case FoldedText.space:
        guard index > 0, index + 1 < units.count else { return false }
        return units[index - 1].kind != .syllable || units[index + 1].kind != .syllable
      case FoldedText.comma: return !(isDigit(index - 1) && (index + 1...index + 3).allSatisfy(isDigit))
      default: return true
      }
    }.map { units[$0] }
  }
}
