/// The place of a word in a line.
struct LineMatch: Hashable {
  /// Unicode scalars of the line, from 0.
  var range: Range<Int>
  var quality: Quality

  enum Quality: Int, Comparable {
    /// All of it but one misread symbol, or but spaces.
    case near
    /// A part of a word.
    case part
    case wholeWord

    static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
  }
}

/// A line that words are looked for in.
struct SearchedText {
  private let units: [FoldedText.Unit]
  private let numbers: [SearchTerms.Number]
  private let amounts: [SearchAmount.Printed]
  private let loosened: [FoldedText.Unit]

  /// - Parameter amounts: Whether one of the words is an amount.
  init(_ text: some StringProtocol, near: Bool, amounts: Bool) {
    units = FoldedText(text).units
    numbers = SearchTerms.numbers(in: units)
    self.amounts = amounts ? SearchAmount.all(in: units) : []
    loosened = near ? NearSpelling.loosened(units) : []
  }

  /// The places of the word, from the line's beginning; with `near` also misread ones if none is right.
  func matches(of word: SearchWord, near: Bool) -> [LineMatch] {
    var matches = Self.matches(of: word.units, in: units) { range in
      // Most places differ in the first unit.
      guard units[range.lowerBound].value == word.units[0].value else { return nil }
      return zip(units[range], word.units).allSatisfy { $0.value == $1.value } ? quality(of: range) : nil
    }
    if let digits = word.digits {
      for number in numbers where number.digits == digits {
        let match = LineMatch(range: Self.place(units[number.units]), quality: .wholeWord)
        if !matches.contains(where: { $0.range == match.range }) { matches.append(match) }
      }
    }
    for amount in amounts where amount.value == word.amount {
      let range = Self.place(units[amount.units])
      if !matches.contains(where: { $0.range.overlaps(range) }) {
        matches.append(LineMatch(range: range, quality: .wholeWord))
      }
    }
    if matches.isEmpty, near { matches = misread(word.loosened) }
    return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The places of as many units as a word has, apart from each other, that are of some quality.
  private static func matches(
    of word: [FoldedText.Unit], in units: [FoldedText.Unit], _ quality: (Range<Int>) -> LineMatch.Quality?
  ) -> [LineMatch] {
    guard !word.isEmpty else { return [] }
    var matches: [LineMatch] = []
    var start = 0
    while start + word.count <= units.count {
      let range = start..<start + word.count
      let quality = quality(range)
      if let quality { matches.append(LineMatch(range: place(units[range]), quality: quality)) }
      start += quality == nil ? 1 : word.count
    }
    return matches
  }

  /// Nil if a word of letters or digits would begin in the middle of one, or a number end in the middle of one.
  private func quality(of range: Range<Int>) -> LineMatch.Quality? {
    let first = units[range.lowerBound].kind
    let last = units[range.upperBound - 1].kind
    let continuesBefore = range.lowerBound > 0 && units[range.lowerBound - 1].kind == first
    let continuesBehind = range.upperBound < units.count && units[range.upperBound].kind == last
    if continuesBefore, first == .letter || first == .digit { return nil }
    if continuesBehind, last == .digit { return nil }
    return continuesBefore || continuesBehind ? .part : .wholeWord
  }

  /// The places of the word with one similar symbol, or with spaces between syllables.
  private func misread(_ word: [FoldedText.Unit]) -> [LineMatch] {
    Self.matches(of: word, in: loosened) { isNear($0, word) ? .near : nil }
  }

  private func isNear(_ range: Range<Int>, _ word: [FoldedText.Unit]) -> Bool {
    var misread = 0
    for (unit, wanted) in zip(loosened[range], word) where unit.value != wanted.value {
      misread += 1
      guard misread == 1, NearSpelling.areNear(unit.value, wanted.value) else { return false }
    }
    // Words of letters and digits begin where such a word begins; numbers end where it ends.
    func isPlain(_ place: Int) -> Bool { loosened.indices.contains(place) && NearSpelling.isPlain(loosened[place]) }
    let beginsWithin = word.first.map(NearSpelling.isPlain) == true && isPlain(range.lowerBound - 1)
    let endsWithin = word.last?.kind == .digit && isPlain(range.upperBound)
    return !beginsWithin && !endsWithin
  }

  private static func place(_ units: ArraySlice<FoldedText.Unit>) -> Range<Int> {
    guard let first = units.first, let last = units.last else { return 0..<0 }
    return first.place.lowerBound..<max(first.place.lowerBound, last.place.upperBound)
  }
}
