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
  package private(set) var refused: [(entry: BookEntry, reason: Wording)] = []
  /// Names without a code, such as `account 복리후생비`.
  package private(set) var unmapped: [String] = []

  package init(_ book: Book, layout: ProgramLayout, codes: ProgramCodes) {
    self.layout = layout
    var missing: Set<ProgramLine.Unmapped> = []
    for entry in book.entries {
      if let reason = Self.refusal(of: entry, by: layout) {
        refused.append((entry, reason))
        continue
      }
      entries.append(entry)
      let sides: [ProgramLine.Side?] = layout.isJournal ? [.expense, .payment] : [nil]
      for side in sides {
        let line = ProgramLine(entry: entry, codes: codes, side: side)
        if layout.file == .text {
          text += Self.filled(layout.template, line, &missing) + "\n\n"
        } else {
          rows.append(layout.columns.map { column in Self.cell(column, line, layout, &missing) })
        }
      }
    }
    unmapped = missing.sorted().map { "\($0.kind) \($0.name)" }
  }

  private static func refusal(of entry: BookEntry, by layout: ProgramLayout) -> Wording? {
    guard entry.day != nil else { return Wording("날짜 없음", "no date") }
    if layout.lines != .all, !Set(entry.reasons).isDisjoint(with: [.sumsDiffer, .splitDiffers]) {
      return Wording("금액이 합계와 다름", "amounts do not make the total")
    }
    guard entry.amounts.total != nil else { return Wording("합계 없음", "no total") }
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
    _ column: ProgramLayout.Column, _ line: ProgramLine, _ layout: ProgramLayout,
    _ unmapped: inout Set<ProgramLine.Unmapped>
  ) -> TableValue {
    guard let wanted = column.value else { return .none }
    let value = line.value(wanted, unmapped: &unmapped)
    guard case .text(let text) = value else { return value }
    return .text(orNone: layout.allowed(text, longest: column.longest))
  }

  private static func filled(
    _ template: [String], _ line: ProgramLine, _ unmapped: inout Set<ProgramLine.Unmapped>
  ) -> String {
    template.map { row in
      var filled = ""
      var rest = row[...]
      while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
        filled += rest[..<start]
        let name = String(rest[rest.index(after: start)..<end])
        let value = ProgramValue(name).map { line.value($0, unmapped: &unmapped).text } ?? ""
        // Quotes would end a text, line breaks a transaction.
        filled += value.map { $0.isNewline ? " " : $0 == "\"" ? "'" : String($0) }.joined()
        rest = rest[rest.index(after: end)...]
      }
      return filled + rest
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
        guard let one = Amount(decimal: one) else { return false }
        return one == Amount(decimal: other)
      }
    }
    return isSame && sum(of: [.total], rows) ?? total == total
      && (sum(of: [.net, .tax, .service], rows) ?? total) == total
  }

  private var total: Amount? { Amount.sum(entries.compactMap(\.amounts.total)) }

  /// Nil if the layout does not have all these columns.
  private func sum(of names: [ProgramValue.Name], _ rows: [[String]]) -> Amount? {
    let places = names.compactMap { name in layout.columns.firstIndex { $0.value == .named(name) } }
    guard places.count == names.count else { return nil }
    return Amount.sum(
      rows.flatMap { row in places.compactMap { $0 < row.count ? Amount(decimal: row[$0]) : nil } })
  }
}
