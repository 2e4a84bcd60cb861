/// The words of bookkeeping and the weights of matching, as `book.txt` has them.
struct BookTable: Sendable {
  /// Headings of each field as `folded` writes them, with their rank from 0.
  private(set) var headings: [StatementField: [String: Int]] = [:]
  private(set) var words: [WordSection: [String]] = [:]
  /// The least and the most won that one unit of a currency has cost.
  private(set) var rates: [String: ClosedRange<Double>] = [:]
  private(set) var minimum = 0.0
  private(set) var margin = 0.0
  /// By the raw values of `MatchEvidence`.
  private var weights = [Double](repeating: 0, count: MatchEvidence.allCases.count)
  /// By section and name: `FieldName merchant`.
  private(set) var wordings: [String: Wording] = [:]

  /// Headings of the values of an accounting program's layout, beside those of the fields.
  private(set) var values: [(heading: String, value: String)] = []

  enum WordSection: String, CaseIterable {
    case sum, cancelled, notCancelled, sales, purchases, company
    case taxInvoice, invoice, cashReceipt, expenses, incomeDeduction
    case entertainment, vehicle
  }

  static let standard = BookTable(String(decoding: PackageResources.book_txt, as: UTF8.self))

  /// Leaves out every line that it does not understand; a test checks what the compiled-in text must have.
  init(_ text: String) {
    var section: [String] = []
    var rank = 0
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = line.dropFirst().dropLast().split(separator: " ").map(String.init)
        rank = 0
      } else if let name = section.first {
        add(line, section: name, of: section.last ?? "", rank: rank)
        rank += 1
      }
    }
  }

  private mutating func add(_ line: Substring, section: String, of name: String, rank: Int) {
    let entries = line.split(separator: ",").map(\.folded)
    let parts = line.split { $0 == "\t" || section != "wording" && $0 == " " }.map(String.init)
    let numbers = parts.dropFirst().compactMap { Double($0) }
    if let field = StatementField(rawValue: name), section == "column" {
      headings[field, default: [:]].merge(entries.map { ($0, rank) }) { first, _ in first }
    } else if section == "value" {
      values += entries.map { ($0, name) }
    } else if let words = WordSection(rawValue: name), section == "words" {
      self.words[words, default: []] += entries
    } else if section == "rate", numbers.count == 2, numbers[0] <= numbers[1] {
      rates[parts[0]] = numbers[0]...numbers[1]
    } else if section == "threshold", let number = numbers.first {
      if parts[0] == "minimum" { minimum = number } else { margin = number }
    } else if section == "wording", parts.count >= 3 {
      if let evidence = MatchEvidence.named[parts[0]], let weight = numbers.first {
        weights[evidence.rawValue] = weight
      }
      wordings["\(name) \(parts[0])"] = Wording(parts[parts.count - 2], parts[parts.count - 1])
    }
  }

  func weight(_ evidence: MatchEvidence) -> Double { weights[evidence.rawValue] }

  static func wording(_ section: String, _ name: String) -> Wording {
    standard.wordings["\(section) \(name)"] ?? Wording(name, name)
  }

  /// The rank of a heading among those of a field: of the whole text, or of the text without its parentheses.
  func rank(of heading: String, as field: StatementField) -> Int? {
    headings[field].flatMap { $0[heading.folded] ?? $0[heading.withoutParentheses.folded] }
  }

  func has(_ section: WordSection, in text: String) -> Bool {
    let key = text.folded
    return words[section]?.contains(where: key.contains) == true
  }

  /// Whether a cell of the column of cancellations says that there was one.
  ///
  /// A word in ASCII such as "y" is the whole cell; a Korean one is often a part of "승인취소".
  func isCancelled(_ text: String) -> Bool {
    let key = text.folded
    return !has(.notCancelled, in: text)
      && words[.cancelled]?.contains { $0.allSatisfy(\.isASCII) ? key == $0 : key.contains($0) } == true
  }
}
