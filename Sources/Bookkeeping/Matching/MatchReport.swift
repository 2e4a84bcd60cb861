package import PageModel
package import Understanding

/// A sheet of values with its headings.
///
/// The headings have their widths in characters.
package typealias SheetContent = (title: String, columns: [(name: String, width: Double)], rows: [[TableValue]])

/// The receipts of a book and the lines of lists, matched.
package struct BookMatch: Sendable {
  package let lines: [StatementLine]
  /// One entry for each receipt: its first line in the book.
  package let receipts: [BookEntry]
  package let result: MatchResult

  /// The days of the lines: a receipt of another day may have its line on another list.
  private let days: ClosedRange<CalendarDate>

  package init(_ lines: [StatementLine], _ entries: [BookEntry], within days: ClosedRange<CalendarDate>) {
    (self.lines, self.days) = (lines, days)
    receipts = entries.filter { $0.key.part == 1 }
    result = Matcher().match(lines, with: receipts.map(PayableReceipt.init))
  }

  /// The text that the store keeps for each receipt: its lines, or nothing if it has none.
  package var decisions: [(key: BookKey, line: String)] {
    var texts = [String](repeating: "", count: receipts.count)
    for pair in result.pairs {
      let lines = pair.lines.map { self.lines[$0].outline }.joined(separator: " + ")
      for receipt in pair.receipts { texts[receipt] = lines }
    }
    return zip(receipts, texts).map { ($0.key, $1) }
  }

  /// Lines of the day and the shop of a receipt that have another amount, and are in none of the given pairs.
  package func linesBeside(_ receipt: Int, besides pairs: [MatchedPair]) -> [MatchedPair] {
    let (score, claim) = (PairScore(table: .standard), MatchFacts(PayableReceipt(receipts[receipt])))
    return Set(result.linesWithoutReceipt).subtracting(pairs.flatMap(\.lines)).sorted().compactMap { line in
      let evidence = score.evidence(MatchFacts(lines: [lines[line]], isCancelled: false), claim) ?? []
      let isSame = evidence.contains(.dayEqual) && !Set(evidence).isDisjoint(with: [.businessEqual, .shopSimilar])
      return isSame ? MatchedPair(lines: [line], receipts: [receipt], evidence: evidence) : nil
    }
  }

  package var receiptsWithoutLine: [Int] {
    result.receiptsWithoutLine.filter { receipts[$0].day.flatMap { CalendarDate(iso: $0) }.map(days.contains) ?? false }
  }

  package func sheets(_ language: BookLanguage) -> [SheetContent] {
    let reason = Wording("근거", "Reason")(language)
    func sheet(_ title: Wording, _ pairs: [MatchedPair]) -> SheetContent {
      let columns = [(reason, 40)] + Self.lineColumns(language) + Self.receiptColumns(language)
      return (title(language), columns, pairs.flatMap { rows(of: $0, language) })
    }
    func lineSheet(_ title: Wording, _ groups: [[Int]]) -> SheetContent {
      (title(language), Self.lineColumns(language), groups.joined().map(cells(ofLine:)))
    }
    func receiptSheet(_ title: Wording, _ groups: [[Int]]) -> SheetContent {
      (title(language), Self.receiptColumns(language), groups.joined().map(cells(ofReceipt:)))
    }
    return [
      lineSheet(Wording("영수증 없는 내역", "Lines without receipt"), [result.linesWithoutReceipt]),
      receiptSheet(Wording("내역 없는 영수증", "Receipts without line"), [receiptsWithoutLine]),
      sheet(Wording("금액 불일치", "Different amounts"), result.differentAmounts),
      sheet(Wording("확인 필요", "To check"), result.undecided),
      sheet(Wording("일치", "Matched"), result.pairs),
      lineSheet(Wording("승인 취소", "Cancelled"), result.cancelled.map { [$0.purchase, $0.cancellation] }),
      receiptSheet(Wording("중복 의심 영수증", "Possible double receipts"), result.possibleDoubles),
      lineSheet(Wording("중복 의심 내역", "Possible double lines"), result.possibleDoubleLines),
    ]
  }

  private static func lineColumns(_ language: BookLanguage) -> [(name: String, width: Double)] {
    [
      (Wording("내역 날짜", "Line date"), 12), (Wording("내역 가맹점", "Line shop"), 24),
      (Wording("내역 금액", "Line amount"), 12), (Wording("내역 승인번호", "Line approval"), 12),
      (Wording("카드 끝번호", "Card digits"), 8),
    ].map { ($0.0(language), $0.1) }
  }

  private static func receiptColumns(_ language: BookLanguage) -> [(name: String, width: Double)] {
    [
      (BookNames.field(.date), 12), (BookNames.field(.merchant), 24), (BookNames.field(.total), 12),
      (BookNames.field(.approvalNumber), 12), (Wording("파일", "File"), 30),
    ].map { ($0.0(language), $0.1) }
  }

  /// Several lines or receipts of a pair are rows below each other.
  private func rows(of pair: MatchedPair, _ language: BookLanguage) -> [[TableValue]] {
    let reasons = pair.evidence.map { $0.wording(language) }.joined(separator: ", ")
    return (0..<max(pair.lines.count, pair.receipts.count)).map { row in
      let line = row < pair.lines.count ? cells(ofLine: pair.lines[row]) : [TableValue](repeating: .none, count: 5)
      let receipt = row < pair.receipts.count ? cells(ofReceipt: pair.receipts[row]) : []
      return [row == 0 ? .text(reasons) : .none] + line + receipt
    }
  }

  private func cells(ofLine index: Int) -> [TableValue] {
    let line = lines[index]
    return [
      .date(line.day.iso), .text(orNone: line.shop), .money(line.amount.text(in: "KRW"), currency: "KRW"),
      .text(orNone: line.approvalNumber), .text(orNone: line.cardDigits),
    ]
  }

  private func cells(ofReceipt index: Int) -> [TableValue] {
    let entry = receipts[index]
    return [
      entry.day.map { .date($0) } ?? .none, .text(orNone: entry.value(.merchant)),
      entry.value(.total).map { .money($0, currency: entry.currency) } ?? .none,
      .text(orNone: entry.value(.approvalNumber)), .scan(entry.path),
    ]
  }
}

extension PayableReceipt {
  init(_ entry: BookEntry) {
    self.init()
    day = entry.day.flatMap { CalendarDate(iso: $0) }
    let time = (entry.value(.time) ?? "").split(separator: ":").compactMap { Int($0) }
    minute = time.count >= 2 ? time[0] * 60 + time[1] : nil
    total = entry.value(.total).flatMap { Amount(decimal: $0) }
    currency = entry.currency
    approvalNumber = entry.value(.approvalNumber)
    cardDigits = entry.value(.cardNumber).flatMap(Bookkeeping.cardDigits)
    businessNumber = entry.value(.businessNumber)?.filter(\.isNumber)
    shop = entry.value(.merchant)
    isRefund = entry.receipt.refund == true
    taxType = entry.taxType.map { String($0.rawValue) }
  }
}
