/// The words of downloaded lists and the weights of matching, as `statements.txt` has them.
struct MatchingTable: Sendable {
  /// Headings of each field as `headingKey` writes them, with their rank from 0.
  private(set) var headings: [StatementField: [String: Int]] = [:]
  /// Headings that tell a kind of list from others.
  private(set) var kinds: [StatementKind: Set<String>] = [:]
  private(set) var words: [WordSection: [String]] = [:]
  /// The least and the most won that one unit of a currency has cost.
  private(set) var rates: [String: ClosedRange<Double>] = [:]
  private(set) var minimum = 0.0
  private(set) var margin = 0.0
  /// By the raw values of `MatchEvidence`.
  private var weights = [Double](repeating: 0, count: MatchEvidence.allCases.count)
  private var sentences: [MatchEvidence: (korean: String, english: String)] = [:]

  enum WordSection: String, CaseIterable { case sum, cancelled, notCancelled, sales, purchases, company }

  static let standard = MatchingTable(String(decoding: PackageResources.statements_txt, as: UTF8.self))

  /// Leaves out every line that it does not understand; a test checks that the compiled-in text has none.
  init(_ text: String) {
    var section: [Substring] = []
    var rank = 0
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = line.dropFirst().dropLast().split(separator: " ")
        rank = 0
      } else if let name = section.first {
        add(line, section: name, of: section.last.map(String.init) ?? "", rank: rank)
        rank += 1
      }
    }
  }

  private mutating func add(_ line: Substring, section: Substring, of name: String, rank: Int) {
    let entries = line.split(separator: ",").map { $0.headingKey }
    switch section {
    case "column":
      guard let field = StatementField(rawValue: name) else { return }
      for entry in entries where headings[field]?[entry] == nil { headings[field, default: [:]][entry] = rank }
    case "kind":
      if let kind = StatementKind(rawValue: name) { kinds[kind, default: []].formUnion(entries) }
    case "words":
      if let section = WordSection(rawValue: name) { words[section, default: []] += entries }
    case "rate":
      let parts = line.split(separator: " ")
      let bounds = parts.dropFirst().compactMap { Double($0) }
      if bounds.count == 2, bounds[0] <= bounds[1] { rates[String(parts[0])] = bounds[0]...bounds[1] }
    case "evidence":
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 4, let evidence = MatchEvidence.named[parts[0]], let weight = Double(parts[1]) else {
        return
      }
      weights[evidence.rawValue] = weight
      sentences[evidence] = (parts[2], parts[3])
    case "threshold":
      let parts = line.split(separator: " ")
      guard parts.count == 2, let value = Double(parts[1]) else { return }
      if parts[0] == "minimum" { minimum = value } else if parts[0] == "margin" { margin = value }
    default: return
    }
  }

  func weight(_ evidence: MatchEvidence) -> Double { weights[evidence.rawValue] }

  func text(_ evidence: MatchEvidence, _ language: BookLanguage) -> String? {
    language == .korean ? sentences[evidence]?.korean : sentences[evidence]?.english
  }

  /// The rank of a heading among those of a field: of the whole text, or of the text without its parentheses.
  func rank(of heading: String, as field: StatementField) -> Int? {
    guard let ranks = headings[field] else { return nil }
    return ranks[heading.headingKey] ?? ranks[heading.withoutParentheses.headingKey]
  }

  func has(_ section: WordSection, in text: String) -> Bool {
    let key = text.headingKey
    return words[section]?.contains { key.contains($0) } == true
  }

  /// Whether a cell of the column of cancellations says that there was one.
  func isCancelled(_ text: String) -> Bool {
    guard !has(.notCancelled, in: text) else { return false }
    let key = text.headingKey
    // A word in ASCII such as "y" is the whole cell; a Korean one is often a part of "승인취소".
    return words[.cancelled]?.contains { $0.utf8.first.map { $0 < 128 } == true ? key == $0 : key.contains($0) } == true
  }
}

/// The languages in which results are written for people.
package enum BookLanguage: String, Sendable { case korean, english }

extension StringProtocol {
  /// Letters and digits in lower case: headings are compared by them.
  var headingKey: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }

  /// The text without its parts in parentheses or brackets.
  var withoutParentheses: String {
    var depth = 0
    return String(
      filter { character in
        if "([（".contains(character) { depth += 1 }
        defer { if ")]）".contains(character) { depth -= depth > 0 ? 1 : 0 } }
        return depth == 0
      })
  }
}
