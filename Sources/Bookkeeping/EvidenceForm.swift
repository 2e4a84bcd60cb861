import Understanding

/// The form of a voucher (지출결의서): texts and lines on a sheet of A4, with the sums of a book.
///
/// A form is a file, so that an office can have its own; the one that comes with HanScan explains the lines.
package struct EvidenceForm: Sendable {
  package struct Text: Sendable {
    package let x: Double
    package let y: Double
    package let size: Double
    /// `left`, `center` or `right`.
    package let side: String
    package let text: String
  }

  private var texts: [Text] = []
  private var sums: [(text: Text, step: Double)] = []
  /// From one place to another, in points from the lower left corner.
  package private(set) var lines: [[Double]] = []

  package static func standard(_ language: BookLanguage) -> EvidenceForm {
    let korean = language == .korean
    let file = korean ? PackageResources.expenses_ko_form : PackageResources.expenses_en_form
    return (try? EvidenceForm(String(decoding: file, as: UTF8.self))) ?? EvidenceForm()
  }

  private init() {}

  package init(_ text: String) throws(AccountRules.Problem) {
    for (number, row) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !row.hasPrefix("#"), !row.trimmed.isEmpty, !take(row) else { continue }
      throw AccountRules.Problem(
        description: "line \(number + 1): write 'text X Y SIZE left|center|right TEXT', 'line X Y X Y' or "
          + "'sums X Y STEP SIZE left|center|right TEXT'")
    }
  }

  private mutating func take(_ row: Substring) -> Bool {
    let count = ["text": 3, "line": 4, "sums": 4][row.prefix { $0 != " " }] ?? 0
    let words = row.split(separator: " ", maxSplits: count + 2, omittingEmptySubsequences: true)
    let numbers = words.dropFirst().prefix(count).compactMap { Double($0) }
    guard count > 0, numbers.count == count, numbers.allSatisfy({ (0...10_000).contains($0) }) else { return false }
    if words[0] == "line" {
      lines.append(numbers)
      return words.count == 5
    }
    guard words.count == count + 3, ["left", "center", "right"].contains(words[count + 1]) else { return false }
    let text = Text(
      x: numbers[0], y: numbers[1], size: numbers[count - 1], side: String(words[count + 1]),
      text: String(words[count + 2]))
    if count == 3 { texts.append(text) } else { sums.append((text, numbers[2])) }
    return true
  }

  /// The texts with the sums of a book in them.
  package func texts(of book: Book) -> [Text] {
    let all = book.sums.filter { $0.group == .all }
    let receipts = book.entries.count { $0.key.part == 1 }
    let total = all.map(\.totalText).joined(separator: " + ")
    let (from, to) = (book.period?.from ?? book.entries.first?.day, book.period?.to ?? book.entries.last?.day)
    let facts = ["from": from ?? "", "to": to ?? "", "count": "\(receipts)", "total": total]
    let accounts = book.sums.filter { $0.group == .account }
    func filled(_ text: Text, down: Double = 0, _ facts: [String: String]) -> Text {
      Text(
        x: text.x, y: text.y - down, size: text.size, side: text.side,
        text: text.text.filled { facts[$0] ?? "{\($0)}" })
    }
    return texts.map { filled($0, facts) }
      + sums.flatMap { text, step in
        accounts.enumerated().map { place, sum in
          let facts = ["account": sum.name, "count": "\(sum.count)", "total": sum.totalText]
          return filled(text, down: Double(place) * step, facts)
        }
      }
  }
}

extension Book.Sum {
  fileprivate var totalText: String { amounts.total?.grouped(in: currency) ?? "-" }
}

extension Amount {
  /// The amount with commas, and its currency if that is not won.
  package func grouped(in currency: String?) -> String {
    let parts = magnitude.text(in: currency).split(separator: ".", maxSplits: 1)
    let digits = Array(parts.first ?? "0")
    let whole = digits.enumerated().map { place, digit in
      place > 0 && (digits.count - place) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }.joined()
    let name = currency.map { $0.isEmpty || $0 == "KRW" ? "" : " \($0)" } ?? ""
    return (isNegative ? "-" : "") + ([whole] + parts.dropFirst().map(String.init)).joined(separator: ".") + name
  }
}
