/// One entry of the search index: a word, or two syllables that are beside each other.
struct SearchTerm: Hashable {
  var text: String
  /// Whether entries that begin with the text count, instead of the text alone.
  var isBeginning = false
  /// The units of the folded text that it is made of.
  var units: Range<Int>

  /// The longest entry; what is longer is cut, in texts as in what is searched for.
  static let longest = 40
}

/// The index entries of a folded line or a query.
///
/// - Hangul: pairs of syllables, without white space between them, and the last syllable of each run by itself, so that
///   the beginnings of entries find single syllables
/// - Letters and digits: words
/// - Numbers of several parts, and amounts whose thousands a point parts: all digits, too
enum SearchTerms {
  /// The version of the index and of what is made of a text for it; raised when either changes, so that it is made again.
  static let version = 3

  static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
  }

  static func entries(of text: String) -> Set<String> {
    var entries: Set<String> = []
    for line in lines(of: text) { Self.entries(of: FoldedText(line), into: &entries) }
    return entries
  }

  static func entries(of text: FoldedText, into entries: inout Set<String>) {
    for term in pairsAndWords(text.units, closing: true) { entries.insert(term.text) }
    for number in numbers(in: text.units) where number.parts > 1 { entries.insert(cut(number.digits)) }
    for amount in SearchAmount.all(in: text.units) where amount.isGrouped { entries.insert(cut(amount.whole)) }
    for mixed in NearSpelling.mixedWords(in: text.units) { entries.insert(cut(mixed)) }
  }

  /// The index entries of every line with these units.
  static func required(_ units: [FoldedText.Unit]) -> [SearchTerm] {
    var terms = pairsAndWords(units, closing: false)
    // A word of letters is found by how it begins.
    if let last = terms.last, last.units.upperBound == units.count, units[last.units.lowerBound].kind == .letter {
      terms[terms.count - 1].isBeginning = true
    }
    return terms
  }

  /// - Parameter closing: Whether the last syllable of a run has an entry of its own; where it has none, a syllable that
  ///   stands alone asks for entries that begin with it.
  private static func pairsAndWords(_ units: [FoldedText.Unit], closing: Bool) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    var index = 0
    while index < units.count {
      let kind = units[index].kind
      var end = index + 1
      switch kind {
      case .space, .other: break
      case .digit, .letter:
        while end < units.count, units[end].kind == kind { end += 1 }
        if let text = text(units[index..<end]) { terms.append(SearchTerm(text: text, units: index..<end)) }
      case .syllable:
        var run = [index]
        while end < units.count, units[end].kind == .syllable || isGap(units, end) {
          if units[end].kind == .syllable { run.append(end) }
          end += 1
        }
        for (first, second) in zip(run, run.dropFirst()) {
          terms.append(
            SearchTerm(text: string([units[first].value, units[second].value]), units: first..<second + 1))
        }
        if let last = run.last, closing || run.count == 1 {
          terms.append(
            SearchTerm(
              text: string([units[last].value]), isBeginning: !closing, units: last..<last + 1))
        }
      }
      index = end
    }
    return terms
  }

  private static func isGap(_ units: [FoldedText.Unit], _ index: Int) -> Bool {
    units[index].kind == .space && index + 1 < units.count && units[index + 1].kind == .syllable
  }

  /// The word of some units, cut before letters that SQLite's tokenizer may part or leave out; nil if nothing is left.
  private static func text(_ units: ArraySlice<FoldedText.Unit>) -> String? {
    let known = units.prefix(SearchTerm.longest).prefix {
      $0.value < 0x80 || (0xC0...0x24F).contains($0.value) || (0x386...0x527).contains($0.value)
    }
    return known.isEmpty ? nil : string(known.map(\.value))
  }

  static func cut(_ text: String) -> String { String(text.prefix(SearchTerm.longest)) }

  static func string(_ values: [UInt32]) -> String {
    String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
  }

  /// A number of one or several parts that dashes join: `123-45-67890`.
  typealias Number = (digits: String, parts: Int, units: Range<Int>)

  static func numbers(in units: [FoldedText.Unit]) -> [Number] {
    runs(in: units, of: \.isDigit, joinedBy: { $0 == FoldedText.dash }).map { run in
      let digits = units[run].map(\.value).filter { $0 != FoldedText.dash }
      return (digits: string(digits), parts: 1 + run.count - digits.count, units: run)
    }
  }

  /// The longest runs of such units, as of digits, with single joints between them.
  static func runs(
    in units: [FoldedText.Unit], of isMember: (FoldedText.Unit) -> Bool, joinedBy isJoint: (UInt32) -> Bool
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var index = 0
    while index < units.count {
      guard isMember(units[index]) else {
        index += 1
        continue
      }
      var end = index + 1
      while end < units.count {
        if isMember(units[end]) {
          end += 1
        } else if isJoint(units[end].value), end + 1 < units.count, isMember(units[end + 1]) {
          end += 2
        } else {
          break
        }
      }
      runs.append(index..<end)
      index = end
    }
    return runs
  }
}
