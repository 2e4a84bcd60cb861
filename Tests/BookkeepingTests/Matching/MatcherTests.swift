import Support
import Testing
import Understanding

@testable import Bookkeeping

struct MatcherTests {
  private func line(
    _ day: Int, _ amount: String, shop: String? = "커피나라 강남점", approval: String? = nil, minute: Int? = nil
  ) -> StatementLine {
    var line = StatementLine(row: 1, day: CalendarDate(number: 20_500 + day), amount: Amount(decimal: amount) ?? .zero)
    (line.shop, line.approvalNumber, line.minute) = (shop, approval, minute)
    return line
  }

  private func receipt(
    _ day: Int?, _ total: String?, shop: String? = "커피나라", approval: String? = nil, minute: Int? = nil
  ) -> PayableReceipt {
    var receipt = PayableReceipt()
    receipt.day = day.map { CalendarDate(number: 20_500 + $0) }
    receipt.total = total.flatMap { Amount(decimal: $0) }
    (receipt.shop, receipt.approvalNumber, receipt.minute) = (shop, approval, minute)
    return receipt
  }

  private func links(_ result: MatchResult) -> [[[Int]]] { result.pairs.map { [$0.lines, $0.receipts] } }

  @Test func `drawn months are matched with a precision of 99,5 % and a recall of 97 %`() {
    var count = MatchCount()
    for seed in 7_000..<7_020 {
      let month = DrawnMonth(seed: UInt64(seed))
      let result = Matcher().match(month.lines, with: month.receipts)
      count.add(result, of: month)
      let matched = (result.pairs + result.differentAmounts).flatMap(\.lines)
      #expect(Set(matched).count == matched.count, "a line is matched twice, seed \(seed)")
      let cancelled = result.cancelled.flatMap { [$0.purchase, $0.cancellation] }
      #expect(Set(matched + result.linesWithoutReceipt + cancelled) == Set(month.lines.indices))
      let used = (result.pairs + result.differentAmounts).flatMap(\.receipts)
      #expect(Set(used + result.receiptsWithoutLine) == Set(month.receipts.indices))
    }
    #expect(count.precision >= 0.995 && count.recall >= 0.97, "\(count)")
  }

  @Test func `two equal coffees get their receipts in the order of time`() {
    let lines = [line(1, "4500"), line(1, "4500")]
    let result = Matcher().match(lines, with: [receipt(1, "4500", minute: 800), receipt(1, "4500", minute: 600)])
    #expect(links(result) == [[[0], [1]], [[1], [0]]])
    let timed = [line(1, "4500", minute: 801), line(1, "4500", minute: 599)]
    let other = Matcher().match(timed, with: [receipt(1, "4500", minute: 800), receipt(1, "4500", minute: 600)])
    #expect(links(other) == [[[0], [0]], [[1], [1]]])
  }

  @Test func `of two equal lines and one receipt one is matched and the other is left`() {
    let result = Matcher().match([line(1, "4500"), line(1, "4500")], with: [receipt(1, "4500")])
    #expect(result.pairs.count == 1 && result.linesWithoutReceipt.count == 1 && result.undecided.isEmpty)
  }

  @Test func `a receipt that fits two different shops as well is left to a person`() {
    let lines = [line(1, "4500", shop: "커피나라"), line(1, "4500", shop: "나무문구")]
    let result = Matcher().match(lines, with: [receipt(1, "4500", shop: nil)])
    #expect(result.pairs.isEmpty && result.undecided.count == 1 && result.receiptsWithoutLine == [0])
  }

  @Test func `a cancelled purchase needs no receipt, but a refund has its own`() {
    let lines = [line(1, "4500", approval: "123456"), line(2, "-4500", approval: "123456")]
    #expect(Matcher().match(lines, with: []).cancelled == [CancelledPair(purchase: 0, cancellation: 1)])
    #expect(Matcher().match(lines, with: []).linesWithoutReceipt.isEmpty)
    var refund = receipt(2, "4500", approval: "123456")
    refund.isRefund = true
    #expect(links(Matcher().match(lines, with: [refund])) == [[[1], [0]]])
  }

  @Test func `the receipt of a purchase that was cancelled and made again belongs to the second`() {
    let lines = [line(1, "4500"), line(1, "-4500"), line(1, "4500")]
    #expect(Matcher().match(lines, with: [receipt(1, "4500")]).cancelled.count == 1)
    let result = Matcher().match(lines, with: [receipt(1, "4500")])
    let purchase = result.cancelled.first?.purchase
    #expect(result.pairs.count == 1 && result.pairs[0].lines != purchase.map { [$0] })
  }

  @Test(
    arguments: [
      (nil, nil, 0, true), ("1111", nil, 0, true), (nil, "1111", 0, true), ("1111", "1111", 0, true),
      ("1111", "2222", 0, false), ("1111", "1111", 1, true), ("1111", "1111", -1, false),
    ] as [(String?, String?, Int, Bool)])
  func `a purchase without a number is cancelled later, and not by another card`(
    card: String?, other: String?, minutes: Int, isCancelled: Bool
  ) {
    var lines = [line(1, "4500", minute: 600), line(1, "-4500", minute: 600 + minutes)]
    (lines[0].cardDigits, lines[1].cardDigits) = (card, other)
    let expected = isCancelled ? [CancelledPair(purchase: 0, cancellation: 1)] : []
    #expect(Matcher().match(lines, with: []).cancelled == expected)
  }

  @Test(arguments: [
    ("12345678", "12345678", MatchEvidence.approvalEqual), ("12345678", "12345679", .approvalMisread),
    ("12345678", "1234567", .approvalMisread), ("12345678", "12345687", .approvalSimilar),
    ("12345678", "12345000", .approvalDiffers), ("12345678", "123456", .approvalDiffers),
    ("123456", "123465", .approvalSimilar), ("12345", "12354", .approvalDiffers),
  ])
  func `approval numbers are compared by the characters that differ`(
    listed: String, printed: String, evidence: MatchEvidence
  ) {
    let facts = MatchFacts(lines: [line(1, "4500", approval: listed)], isCancelled: false)
    let found = PairScore(table: .standard).evidence(facts, MatchFacts(receipt(1, "4500", approval: printed)))
    #expect(found?.first == evidence)
  }

  @Test func `of two lines the better one has the receipt, by as little as the digits of the card`() {
    var (listed, paid) = (line(1, "4500"), receipt(1, "4500"))
    (listed.cardDigits, paid.cardDigits) = ("5678", "5678")
    let result = Matcher().match([line(1, "4500"), listed], with: [paid])
    #expect(links(result) == [[[1], [0]]] && result.linesWithoutReceipt == [0])
  }

  @Test func `a receipt whose day was misread is found by its shop and amount`() {
    var (listed, paid) = (line(1, "4500"), receipt(11, "4500"))
    (listed.businessNumber, paid.businessNumber) = ("1234567891", "1234567891")
    let result = Matcher().match([listed], with: [paid])
    #expect(result.pairs.map(\.evidence) == [[.dayMisread, .amountEqual, .businessEqual]])
  }

  @Test func `a sheet of pairs has a row for each receipt of a line, and the reasons in the first one`() throws {
    let day = CalendarDate(number: 20_501)
    let entries = ["9500", "5500"].enumerated().flatMap { number, total in
      Receipts.entries(
        [.merchant: "커피나라", .date: day.iso, .total: total, .currency: "KRW", .time: "18:05"], number: number + 1)
    }
    #expect(entries.map { PayableReceipt($0).minute } == [1085, 1085])
    #expect(Receipts.entries([.time: "18:05:30", .total: "1000"]).map { PayableReceipt($0).minute } == [1085])
    let match = BookMatch([line(1, "15000")], entries, within: day...day)
    #expect(links(match.result) == [[[0], [0, 1]]])
    let rows = try #require(match.sheets(.english).first { $0.title == "Matched" }).rows
    #expect(rows.map(\.count) == [11, 11] && rows.map { $0[0] == .none } == [false, true])
    #expect(rows.map { $0[3].text } == ["15000", ""] && rows.map { $0[8].text } == ["9500", "5500"])
  }

  @Test func `instalments match one receipt together`() {
    var lines = (0..<3).map { line(30 * $0, "100000", approval: "777777") }
    for round in 0..<3 { (lines[round].installmentMonths, lines[round].installmentRound) = (3, round + 1) }
    let result = Matcher().match(lines, with: [receipt(0, "300000", approval: "777777")])
    #expect(links(result) == [[[0, 1, 2], [0]]] && result.pairs[0].evidence.contains(.amountEqual))
    let first = Matcher().match([lines[0]], with: [receipt(0, "300000", approval: "777777")])
    #expect(first.pairs.first?.evidence.contains(.amountInstalment) == true)
  }

  @Test func `one line pays several receipts, and one receipt is paid by several lines`() {
    let sum = Matcher().match([line(1, "15000")], with: [receipt(1, "9500"), receipt(1, "5500"), receipt(2, "9500")])
    #expect(links(sum) == [[[0], [0, 1]]] && sum.pairs[0].evidence.contains(.amountSum))
    let unclear = [receipt(1, "9500"), receipt(1, "5500"), receipt(1, "9000"), receipt(1, "6000")]
    #expect(Matcher().match([line(1, "15000")], with: unclear).pairs.isEmpty)
    let parts = Matcher().match([line(1, "6000"), line(2, "9000"), line(1, "9000")], with: [receipt(1, "15000")])
    #expect(links(parts) == [[[0, 2], [0]]] && parts.linesWithoutReceipt == [1])
  }

  @Test
  func `a purchase that two lists have under different names of the shop is one line, and two equal ones are two`() {
    func listed(_ list: Int, _ shop: String, _ approval: String?, card: String? = nil) -> StatementLine {
      var line = line(1, "4500", shop: shop, approval: approval)
      (line.list, line.cardDigits) = (list, card)
      return line
    }
    var office = listed(1, "주식회사 가나", "123456")
    office.businessNumber = "1234567891"
    let joined = StatementLine.joined([listed(0, "가나커피 강남점", "00123456", card: "5678"), office])
    #expect(joined.map(\.shop) == ["가나커피 강남점"] && joined.map(\.businessNumber) == ["1234567891"])
    let coffees = [0, 0, 1, 1].map { listed($0, "가나 \($0)", nil, card: "5678") }
    #expect(StatementLine.joined(coffees).count == 2)
    #expect(StatementLine.joined([listed(0, "가나", "111111"), listed(1, "가나", "222222")]).count == 2)
    #expect(StatementLine.joined([listed(0, "가나", nil), listed(1, "가나", nil)]).count == 2)
  }

  @Test func `an approval number that a list keeps as a number is the same without its zeros`() {
    let result = Matcher().match(
      [line(1, "4500", shop: nil, approval: "123456")], with: [receipt(1, nil, shop: nil, approval: "00123456")])
    #expect(result.pairs.first?.evidence == [.approvalEqual, .dayEqual])
  }

  @Test func `the same approval number with another amount is told`() {
    let result = Matcher().match(
      [line(1, "45000", approval: "123456")], with: [receipt(1, "12000", approval: "123456")])
    #expect(result.pairs.isEmpty && result.differentAmounts.count == 1 && result.receiptsWithoutLine.isEmpty)
    let tip = Matcher().match([line(1, "12000", approval: "123456")], with: [receipt(1, "10000", approval: "123456")])
    #expect(tip.pairs.first?.evidence.contains(.amountWithTip) == true)
    #expect(MatchEvidence.amountWithTip.wording(.korean) == "팁 포함 금액")
  }

  @Test func `a foreign receipt matches the foreign amount, or plausible won with the same approval number`() {
    var foreign = receipt(1, "120.50", shop: "HOTEL ASTRA", approval: "456789")
    foreign.currency = "USD"
    var listed = line(2, "168700", shop: "HOTEL ASTRA SEOUL")
    #expect(Matcher().match([listed], with: [foreign]).pairs.isEmpty)
    listed.approvalNumber = "456789"
    #expect(Matcher().match([listed], with: [foreign]).pairs.first?.evidence.contains(.amountPlausible) == true)
    (listed.approvalNumber, listed.currency, listed.foreignAmount) = (nil, "USD", Amount(decimal: "120.5"))
    #expect(Matcher().match([listed], with: [foreign]).pairs.first?.evidence.contains(.amountForeign) == true)
    listed.currency = "EUR"
    #expect(Matcher().match([listed], with: [foreign]).pairs.isEmpty)
  }

  @Test func `possible doubles are told and still matched`() {
    var receipts = [receipt(1, "4500", minute: 600), receipt(1, "4500", minute: 700), receipt(2, "4500")]
    for place in receipts.indices { (receipts[place].businessNumber, receipts[place].taxType) = ("1234567890", "과세") }
    let result = Matcher().match([line(1, "4500"), line(1, "4500"), line(2, "4500")], with: receipts)
    #expect(result.possibleDoubles == [[0, 1]] && result.pairs.count == 3)
    receipts[1].taxType = "면세"
    #expect(Matcher().match([], with: receipts).possibleDoubles.isEmpty)
  }

  @Test func `thousands of equal lines and receipts are all matched`() {
    let lines = (0..<400).map { _ in line(1, "4500") }
    let receipts = (0..<380).map { _ in receipt(1, "4500") }
    let result = Matcher().match(lines, with: receipts)
    #expect(result.pairs.count == 380 && result.linesWithoutReceipt.count == 20)
  }

  @Test func `the assignment has the greatest sum of scores`() {
    // The first line would take the receipt that is the only one for the second.
    let pairs = [(0, 0, 9.0), (0, 1, 8), (1, 0, 8.5), (2, 1, 7.2)].map {
      (line: $0.0, receipt: $0.1, score: $0.2)
    }
    let assignment = PairAssignment(lines: 3, receipts: 2, pairs: pairs, minimum: 7)
    #expect(assignment.pairOfLine == [1, 2, nil] && assignment.pairOfReceipt == [2, 1])
  }

  @Test func `a pair counts by as much as its score exceeds the minimum, so one pair can be worth more than two`() {
    // 0.5 for the first pair alone, and 0.05 + 0.4 for the other two, though their scores have the greater sum.
    let pairs = [(0, 0, 1.0), (0, 1, 0.55), (1, 0, 0.9)].map { (line: $0.0, receipt: $0.1, score: $0.2) }
    #expect(PairAssignment(lines: 2, receipts: 2, pairs: pairs, minimum: 0.5).pairOfLine == [0, nil])
  }
}
