package import Support

/// A query: words that must all be on a page, and phrases in quotes.
package struct SearchQuery: Sendable {
  private static let mostWords = 32
  private static let longestWord = 200

  /// Whether what one misread jamo, or a symbol that looks alike, makes of a word is found, too.
  package let isNear: Bool
  /// Words of which all must be on a page: one such list, or a second one, if some of them side by side may be one
  /// amount (`12 000`), which comes first.
  let alternatives: [[SearchWord]]

  package init(_ text: String, near: Bool = false) throws(TextFault) {
    isNear = near
    let parts = Self.parts(of: text)
    let words = parts.compactMap { SearchWord($0.text) }
    guard !words.isEmpty else { throw TextFault("there is no letter and no digit to search for") }
    guard words.count <= Self.mostWords, words.allSatisfy({ $0.units.count <= Self.longestWord }) else {
      throw TextFault(
        "it has more than \(Self.mostWords) words, or one of more than \(Self.longestWord) characters")
    }
    let joined = Self.joiningAmounts(parts)
    alternatives = joined.count < parts.count ? [joined.compactMap(SearchWord.init), words] : [words]
  }

  /// Whether a word is an amount.
  var hasAmount: Bool { alternatives.contains { $0.contains { $0.amount != nil } } }

  /// The words with those joined that are the thousands of one amount: `51`, `000` and `000.00`.
  private static func joiningAmounts(_ parts: [(text: String, isPhrase: Bool)]) -> [String] {
    var joined: [String] = []
    var index = 0
    while index < parts.count {
      var end = index + 1
      var text = parts[index].text
      var longest = (text: text, end: end)
      while end < parts.count, !parts[index].isPhrase, !parts[end].isPhrase, end - index < 5 {
        text += " " + parts[end].text
        end += 1
        if SearchWord(text)?.amount != nil { longest = (text, end) }
      }
      joined.append(longest.text)
      index = longest.end
    }
    return joined
  }

  /// Words, and what is between quotes; a quote that is not closed goes to the end.
  private static func parts(of text: String) -> [(text: String, isPhrase: Bool)] {
    var parts: [(text: String, isPhrase: Bool)] = []
    let pieces = text.split(omittingEmptySubsequences: false) { "\"“”「」".contains($0) }
    for (position, piece) in pieces.enumerated() {
      if position % 2 == 1 {
        parts.append((String(piece), true))
      } else {
        parts += piece.split(whereSeparator: \.isWhitespace).map { (String($0), false) }
      }
    }
    return parts
  }

  /// The expression that asks the index for all pages that may hold every word; nil if the index can't tell.
  var expression: String? {
    var choices: [String] = []
    for words in alternatives {
      let parts = words.compactMap { $0.expression(near: isNear) }
      guard !parts.isEmpty else { return nil }
      choices.append("(" + parts.map { "(\($0))" }.joined(separator: " AND ") + ")")
    }
    return choices.joined(separator: " OR ")
  }
}

/// A word or phrase that is searched for.
struct SearchWord: Sendable {
  let units: [FoldedText.Unit]
  /// Its digits, if it is a number of one or several parts that dashes join.
  let digits: String?
  /// Its value, if it is an amount.
  let amount: String?
  /// Its units without what is left out where near ones are looked for.
  let loosened: [FoldedText.Unit]

  /// Nil for what has no letter and no digit.
  init?(_ text: String) {
    var units = FoldedText(text).units
    units = Self.withoutCurrency(units) ?? units
    amount = SearchAmount.value(of: units)
    guard units.contains(where: { $0.kind != .other && $0.kind != .space }) else { return nil }
    self.units = units
    loosened = NearSpelling.loosened(units)
    let numbers = SearchTerms.numbers(in: units)
    digits = numbers.count == 1 && numbers[0].units == units.indices ? numbers[0].digits : nil
  }

  /// Names of currencies as they are folded, before an amount or behind it.
  private static let currencies = [
    "us$", "₩", "￦", "$", "€", "£", "¥", "\\", "krw", "usd", "eur", "jpy", "rm", "원", "달러", "엔", "유로", "won",
  ].map { $0.unicodeScalars.map(\.value) }
  /// For the symbol of the won, before amounts alone that a price may be: `W1` is a place in a list.
  private static let letter = "w".unicodeScalars.map(\.value)
  private static let fewestDigits = 3

  /// The amount without the currency that it is written with (`₩ 12,000`, `12,000원`, `12,000 KRW`); nil for what is none.
  private static func withoutCurrency(_ units: [FoldedText.Unit]) -> [FoldedText.Unit]? {
    var rest = units[...]
    for name in currencies + [letter] where rest.count > name.count && rest.prefix(name.count).map(\.value) == name {
      if name == letter, rest.count(where: { $0.kind == .digit }) < fewestDigits { break }
      rest = rest.dropFirst(name.count).drop { $0.kind == .space }
      break
    }
    for name in currencies where rest.count > name.count && rest.suffix(name.count).map(\.value) == name {
      rest = rest.dropLast(name.count)
      while rest.last?.kind == .space { rest = rest.dropLast() }
      break
    }
    return rest.count < units.count && SearchAmount.value(of: Array(rest)) != nil ? Array(rest) : nil
  }

  func expression(near: Bool) -> String? {
    let all = Self.conjunction(SearchTerms.required(units))
    let whole = digits.map { "\"\(SearchTerms.cut($0))\"" }
    let choices = ([all, whole].compactMap { $0 } + amountChoices + (near ? nearChoices() : [])).distinct
    return choices.isEmpty ? nil : choices.joined(separator: " OR ")
  }

  /// The possible index entries of a page with the amount in any notation.
  private var amountChoices: [String] {
    guard let amount else { return [] }
    let whole = "\"\(SearchTerms.cut(String(amount.prefix { $0 != "." })))\""
    let decimals = SearchAmount.decimals(of: amount)
    return decimals.isEmpty ? [whole] : decimals.map { "(\(whole) AND \"\($0)\")" }
  }

  /// For each symbol that may be misread: what else the word is in the index by, or all that it may be read for.
  private func nearChoices() -> [String] {
    let terms = SearchTerms.required(loosened)
    var choices = Self.conjunction(terms).map { [$0] } ?? []
    if loosened.allSatisfy(NearSpelling.isPlain) {
      choices.append("\"\(SearchTerms.cut(NearSpelling.word(loosened)))\"")
    }
    for index in loosened.indices {
      let others = terms.filter { !$0.units.contains(index) }
      if let rest = Self.conjunction(others) {
        choices.append(rest)
        continue
      }
      for value in NearSpelling.neighbours(of: loosened[index].value) {
        var variant = loosened
        variant[index].value = value
        if let choice = Self.conjunction(SearchTerms.required(variant)) { choices.append(choice) }
      }
    }
    return Set(choices).sorted()
  }

  private static func conjunction(_ terms: [SearchTerm]) -> String? {
    guard !terms.isEmpty else { return nil }
    let parts = terms.map { "\"\($0.text)\"" + ($0.isBeginning ? " *" : "") }
    return "(" + parts.joined(separator: " AND ") + ")"
  }
}
