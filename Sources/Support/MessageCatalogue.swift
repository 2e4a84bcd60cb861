import CTexts
import Synchronization

/// The translations of templates, from a file of pairs of lines: a template, and its translation behind `= `.
package final class MessageCatalogue: Sendable {
  package let translations: [String: String]
  /// Templates with arguments, by the first letter of their text.
  private let patterns: [Character?: [(pieces: [String], translation: String)]]
  /// Texts that were translated as a whole; the same reasons come again and again.
  private let known = Mutex<[String: String]>([:])

  package static let korean = MessageCatalogue(String(decoding: [UInt8](embedded: hanscan_ko_messages), as: UTF8.self))

  package init(_ text: String) {
    var translations: [String: String] = [:]
    var template = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("= ") { translations[template] = String(line.dropFirst(2)) } else { template = String(line) }
    }
    self.translations = translations
    let patterns = translations.compactMap { template, translation in
      // A word or two would be found in anything.
      Self.isSentence(template)
        ? (template.split(separator: "%@", omittingEmptySubsequences: false).map(String.init), translation) : nil
    }
    self.patterns = Dictionary(grouping: patterns.sorted { $0.0.joined().count > $1.0.joined().count }) {
      $0.0[0].first
    }
  }

  subscript(template: Substring) -> String? { translations[String(template)] }

  /// A template without the program's name before it, and without white space and commas around it.
  static func key(of template: String) -> Substring {
    var key = template[...]
    if let name = key.prefixMatch(of: /hanscan( [a-z]+)*:[ ]/) { key = key[name.range.upperBound...] }
    key = key.drop { $0.isWhitespace || $0 == "," || $0 == ";" }
    while key.last?.isWhitespace == true { key = key.dropLast() }
    return key
  }

  /// A longer text, in bytes, is data, and colons behind the first ones are part of a name: files can bring any text.
  private static let longestText = 8_192
  private static let mostColons = 8

  /// Whether a template has so many words that a text between them is no chance.
  private static func isSentence(_ template: String) -> Bool {
    let words = template.split { !$0.isLetter }.count
    return template.contains("%@")
      && (words > 2 || words == 2 && !template.hasPrefix("%@") || template.contains(" is "))
  }

  /// The translation of a finished English sentence, such as a stored reason; the sentence itself if there is none.
  ///
  /// The text before a colon may be a name: only the sentence behind it is translated then.
  package func translated(_ text: String) -> String {
    // A word alone is a name, unless it starts a sentence.
    guard text.utf8.count <= Self.longestText, text.contains(" ") || text.first?.isUppercase == true else {
      return text
    }
    if let translation = known.withLock({ $0[text] }) { return translation }
    var (result, start, colons) = (sentence(text), text.startIndex, 0)
    while result == nil, colons < Self.mostColons, let colon = text[start...].firstRange(of: ": ") {
      colons += 1
      result = sentence(String(text[colon.upperBound...])).map { text[..<colon.upperBound] + $0 }
      start = colon.upperBound
    }
    known.withLock { known in
      if known.count > 10_000 { known = [:] }
      known[text] = result ?? text
    }
    return result ?? text
  }

  private func sentence(_ text: String) -> String? {
    if let found = translations[text] ?? (text.last?.isNumber == true ? amounts(text) : nil) { return found }
    for (pieces, translation) in (patterns[text.first] ?? []) + (patterns[nil] ?? []) {
      guard let values = Self.values(of: text, between: pieces) else { continue }
      return Self.filled(translation, values.map(translated))
    }
    return nil
  }

  /// Amounts with names, such as `supply 1000, tax 100` and `a discount of 50`; nil if a name is not known.
  ///
  /// One word before a number may be a name of something else.
  private func amounts(_ text: String) -> String? {
    let parts = text.split(separator: #/, | and /#).map { part -> String? in
      guard let match = part.wholeMatch(of: /(?:([a-z ]+) )?(-?[0-9.]+)/) else { return nil }
      return match.1.map { name in translations[String(name)].map { "\($0) \(match.2)" } } ?? String(match.2)
    }
    guard parts.count > 1 || text.hasPrefix("a "), parts.allSatisfy({ $0 != nil }) else { return nil }
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// A template with values in place of `%@`, or of `%2@` for the second one.
  static func filled(_ template: String, _ values: [String]) -> String {
    var (result, next, rest) = ("", 0, template[...])
    while let range = rest.firstRange(of: /%[1-9]?@/) {
      let number = Int(rest[range].dropFirst().dropLast())
      if number == nil { next += 1 }
      let index = (number ?? next) - 1
      result += rest[..<range.lowerBound] + (values.indices.contains(index) ? values[index] : "")
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// The texts between the pieces of a template; nil if the pieces are not there.
  private static func values(of text: String, between pieces: [String]) -> [String]? {
    guard let last = pieces.last, text.hasPrefix(pieces[0]) else { return nil }
    var (values, rest) = ([String](), text.dropFirst(pieces[0].count))
    for piece in pieces.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: piece) else { return nil }
      values.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last) ? values + [String(rest.dropLast(last.count))] : nil
  }
}
