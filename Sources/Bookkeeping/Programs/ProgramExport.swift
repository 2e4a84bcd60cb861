package import PageModel
import Support
import Understanding

/// The rows of a period in the form of an accounting program, with what could not be mapped or taken.
package struct ProgramExport: Sendable {
  package let layout: ProgramLayout
  /// Empty for a file of text.
  package private(set) var rows: [[TableValue]] = []
  package private(set) var text = ""
  /// The lines that are in it.
  package private(set) var entries: [BookEntry] = []
  /// Lines that the program does not take, with the reason.
  package private(set) var refused: [(path: ScanPath, reason: Wording)] = []
  /// Names without a code, such as `account 복리후생비`.
  package private(set) var unmapped: [String] = []

  /// A receipt is in the file with all its lines, or not at all.
  package init(_ book: Book, layout: ProgramLayout, codes: ProgramCodes) {
    self.layout = layout
    var missing: Set<String> = []
    for receipt in book.undated { refused.append((receipt.path, CheckReason.doubt(.date, .missing).wording)) }
    for receipt in book.entries.chunked(while: { $0.key.whole == $1.key.whole }) {
      let path = receipt[receipt.startIndex].path
      var own: Set<String> = []
      let (rows, text) = Self.lines(of: receipt, layout, codes, &own)
      missing.formUnion(own)
      // A voucher without its accounts is refused by programs; codes of cards and partners may be empty.
      let needed = own.filter { $0.hasPrefix("account ") || $0.hasPrefix("contra ") }.sorted().joined(separator: ", ")
      if let reason = receipt.lazy.compactMap({ Self.refusal(of: $0, by: layout) }).first {
        refused.append((path, reason))
      } else if !needed.isEmpty {
        refused.append((path, Wording("코드 없음: \(needed)", "no code for \(needed)")))
      } else {
        entries += receipt
        self.rows += rows
        self.text += text
      }
    }
    unmapped = missing.sorted()
  }

  private static func lines(
    of receipt: ArraySlice<BookEntry>, _ layout: ProgramLayout, _ codes: ProgramCodes, _ missing: inout Set<String>
  ) -> (rows: [[TableValue]], text: String) {
    var (rows, text): ([[TableValue]], String) = ([], "")
    for entry in receipt {
      let sides: [ProgramLine.Side?] = layout.isJournal ? [.expense, .payment] : [nil]
      for side in sides {
        let line = ProgramLine(entry: entry, codes: codes, side: side)
        if layout.file == .text {
          text += filled(layout.template, line, &missing) + "\n\n"
        } else {
          rows.append(layout.columns.map { cell($0, line, layout, &missing) })
        }
      }
    }
    return (rows, text)
  }

  /// The reason for which a program can't take a line.
  private static func refusal(of entry: BookEntry, by layout: ProgramLayout) -> Wording? {
    guard entry.amounts.total != nil else { return CheckReason.doubt(.total, .missing).wording }
    if layout.lines != .all, !Set(entry.reasons).isDisjoint(with: [.sumsDiffer, .splitDiffers]) {
      return CheckReason.sumsDiffer.wording
    }
    if layout.has(.net), !layout.has(.service), entry.amounts.service ?? .zero != .zero {
      return Wording("봉사료 열 없음", "the layout has no column for the service charge")
    }
    if layout.has(.accountCode), entry.bookedAccount.isEmpty { return Wording("계정과목 없음", "no account") }
    if entry.evidence == .foreign, entry.currency == nil { return Wording("통화 없음", "no currency") }
    switch layout.lines {
    case .all: return nil
    case .won: return entry.evidence == .foreign ? Wording("외화", "foreign currency") : nil
    case .taxed: return entry.taxType == nil ? Wording("과세유형 없음", "no tax type") : nil
    case .card:
      return entry.evidence == .card && entry.taxType != nil
        ? nil : Wording("신용카드 매입이 아님", "no purchase by card")
    }
  }

  private static func cell(
    _ column: ProgramLayout.Column, _ line: ProgramLine, _ layout: ProgramLayout, _ unmapped: inout Set<String>
  ) -> TableValue {
    guard let wanted = column.value else { return .none }
    let value = line.value(wanted, unmapped: &unmapped)
    guard case .text(let text) = value else { return value }
    return .text(orNone: layout.allowed(text, longest: column.longest))
  }

  private static func filled(_ template: [String], _ line: ProgramLine, _ unmapped: inout Set<String>) -> String {
    template.map { row in
      row.filled { name in
        let value = ProgramValue(name).map { line.value($0, unmapped: &unmapped).text } ?? ""
        // Quotes would end a text, line breaks a transaction.
        return value.map { $0.isNewline ? " " : $0 == "\"" ? "'" : String($0) }.joined()
      }
    }.joined(separator: "\n")
  }

  /// Whether a file that was read back has the same rows, and amounts that make the sum of the lines.
  package func agrees(with rows: [[String]]) -> Bool {
    guard rows.count == self.rows.count else { return false }
    let isSame = zip(rows, self.rows).allSatisfy { read, written in
      (0..<max(read.count, written.count)).allSatisfy { column in
        let one = column < read.count ? read[column] : ""
        let other = column < written.count ? written[column].text : ""
        guard one != other else { return true }
        return Amount(decimal: one).map { $0 == Amount(decimal: other) } ?? false
      }
    }
    return isSame && (!layout.has(.total) || sum(of: [.total], rows) == total)
      && (!layout.has(.net) || sum(of: [.net, .tax, .service], rows) == total)
  }

  private var total: Amount? { Amount.sum(entries.compactMap(\.amounts.total)) }

  private func sum(of names: [ProgramValue.Name], _ rows: [[String]]) -> Amount? {
    let places = names.compactMap { name in layout.columns.firstIndex { $0.value == .named(name) } }
    return Amount.sum(rows.flatMap { row in places.compactMap { $0 < row.count ? Amount(decimal: row[$0]) : nil } })
  }
}
