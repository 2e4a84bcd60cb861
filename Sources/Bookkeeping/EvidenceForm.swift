import PageModel
package import Support
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
  /// Each with the lowest place of its texts and their distance.
  private var sums: [(text: Text, last: Double, step: Double)] = []
  /// From one place to another, in points from the lower left corner.
  package private(set) var lines: [[Double]] = []

  package static func standard(_ language: BookLanguage) -> EvidenceForm {
    let file = language == .korean ? PackageResources.expenses_ko_form : PackageResources.expenses_en_form
    return (try? EvidenceForm(String(decoding: file, as: UTF8.self))) ?? EvidenceForm()
  }

  private init() {}

  package init(_ text: String) throws(TextFault) {
    for (number, row) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !row.hasPrefix("#"), !row.trimmed.isEmpty, !take(row) else { continue }
      throw TextFault(
        "line \(number + 1): write 'text X Y SIZE left|center|right TEXT', 'line X Y X Y' or "
          + "'sums X Y LAST STEP SIZE left|center|right TEXT'")
    }
    if texts.isEmpty, lines.isEmpty, sums.isEmpty {
      throw TextFault("the form is empty; add a text, a line or sums")
    }
  }

  private mutating func take(_ row: Substring) -> Bool {
    let count = ["text": 3, "line": 4, "sums": 5][row.prefix { $0 != " " }] ?? 0
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
    guard count == 5 else {
      texts.append(text)
      return true
    }
    sums.append((text, last: numbers[2], step: numbers[3]))
    return numbers[2] <= numbers[1] && numbers[3] >= 1
  }

  /// The texts with the sums of a book in them; accounts without room share the last line.
  package func texts(of book: Book, _ language: BookLanguage) -> [Text] {
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
      + sums.flatMap { text, last, step in
        let room = Int((text.y - last) / step) + 1
        let shown = accounts.prefix(accounts.count > room ? room - 1 : room)
        var rows = shown.map { ["account": $0.name, "count": "\($0.count)", "total": $0.totalText] }
        let others = accounts.dropFirst(shown.count)
        if !others.isEmpty {
          rows.append([
            "account": Wording("그 외", "Others")(language), "count": "\(others.map(\.count).reduce(0, +))",
            "total": Self.total(of: others),
          ])
        }
        return rows.enumerated().map { filled(text, down: Double($0) * step, $1) }
      }
  }

  /// The sum of some accounts in each currency.
  private static func total(of sums: ArraySlice<Book.Sum>) -> String {
    let currencies = Dictionary(grouping: sums, by: \.currency).sorted { $0.key < $1.key }
    return currencies.map { Amount.sum($1.compactMap(\.amounts.total))?.grouped(in: $0) ?? "-" }.joined(
      separator: " + ")
  }
}

extension Book.Sum {
  fileprivate var totalText: String { amounts.total?.grouped(in: currency) ?? "-" }
}

extension Amount {
  /// The amount with commas, and its currency if that is not won.
  package func grouped(in currency: String?) -> String {
    let name = currency.map { $0.isEmpty || $0 == "KRW" ? "" : " \($0)" } ?? ""
    return (FieldName.total.printed(text(in: currency)) ?? "") + name
  }
}
