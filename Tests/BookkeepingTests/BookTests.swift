import Support
import PageModel
import Testing
import Understanding

@testable import Bookkeeping

@Suite struct BookTests {
  private static func entry(
    _ day: String?, _ total: String, shop: String = "가나상회", number: Int, more: [FieldName: String] = [:]
  ) -> [BookEntry] {
    var values: [FieldName: String] = [.merchant: shop, .total: total, .currency: "KRW", .payment: "cash"]
    values[.date] = day
    return Receipts.entries(values.merging(more) { $1 }, number: number)
  }

  @Test(
    arguments: [
      ("2026-01", "2026-01-01", "2026-01-31"), ("2024.2", "2024-02-01", "2024-02-29"),
      ("2026년 2월", "2026-02-01", "2026-02-28"), ("2098-12", "2098-12-01", "2098-12-31"),
    ])
  func `a month has all its days`(text: String, from: String, to: String) throws {
    let period = try #require(BookPeriod(month: text))
    #expect(period.from == from && period.to == to)
  }

  @Test func `a quarter has three months, and what is no period is none`() throws {
    let period = try #require(BookPeriod(quarter: "2026-Q1"))
    #expect((period.from, period.to, period.name) == ("2026-01-01", "2026-03-31", "2026-Q1"))
    #expect(BookPeriod(quarter: "2026년 4분기")?.to == "2026-12-31")
    for text in [
      "2026", "2026-13", "2026-9223372036854775807", "9223372036854775807-12", "2026-0", "2026-01-02", "x", "",
    ] { #expect(BookPeriod(month: text) == nil) }
    #expect(BookPeriod(quarter: "2026-5") == nil)
  }

  @Test func `a period holds its days in order, and no receipt without a day`() {
    let entries = [
      Self.entry("2026-02-01", "3", number: 1), Self.entry("2026-01-31", "2", number: 2),
      Self.entry("2026-01-01", "1", number: 3), Self.entry(nil, "9", number: 4),
    ].flatMap { $0 }
    let book = Book(period: BookPeriod(month: "2026-01"), entries: entries)
    #expect(book.entries.map { $0.value(.total) } == ["1", "2"])
    #expect(Book(period: nil, entries: entries).entries.map { $0.value(.total) } == ["1", "2", "3", "9"])
  }

  @Test func `a voucher has the sums of its period, and a form that can't be read is refused`() throws {
    let entries = [
      Self.entry("2026-01-02", "1234567", number: 1, more: [.account: "복리후생비"]),
      Self.entry("2026-01-03", "-500", number: 2, more: [.account: "소모품비"]),
      Self.entry("2026-01-04", "20.25", number: 3, more: [.currency: "USD", .account: "여비교통비"]),
    ].flatMap { $0 }
    let book = Book(period: BookPeriod(month: "2026-01"), entries: entries)
    for language in BookLanguage.allCases {
      let texts = EvidenceForm.standard(language).texts(of: book, language)
      #expect(texts.contains { $0.text.contains("2026-01-01") && $0.text.contains("2026-01-31") })
      #expect(texts.contains { $0.text.hasSuffix("1,234,067 + 20.25 USD") }, "\(texts)")
      let sums = texts.filter { ["1,234,567", "-500", "20.25 USD"].contains($0.text) }
      #expect(sums.count == 3 && Set(sums.map(\.y)).count == 3)
    }
    for wrong in [
      "text 1 2 left A", "text 1 2 3 up A", "line 1 2 3", "line 1 2 3 4 5", "box 1 2 3 4", "sums 1 2 x 4 5 left A",
      "sums 1 2 3 4 5 left A", "sums 1 2 1 0 5 left A", "# empty\n\n",
    ] { #expect(throws: TextFault.self) { try EvidenceForm(wrong) } }
    let own = try EvidenceForm("# own\r\n\r\ntext 1 2 3 left {unknown} A\r\n")
    #expect(own.texts(of: book, .korean).map(\.text) == ["{unknown} A"])
    // Accounts without room share the last line.
    let short = try EvidenceForm("sums 9 50 40 10 8 left {account} {count} {total}").texts(of: book, .korean)
    #expect(short.map(\.text) == ["복리후생비 1 1,234,567", "그 외 2 -500 + 20.25 USD"])
    #expect(short.map(\.y) == [50, 40])
    let exact = try EvidenceForm("sums 9 50 30 10 8 left {account} {total}").texts(of: book, .korean)
    #expect(exact.map(\.text) == ["복리후생비 1,234,567", "소모품비 -500", "여비교통비 20.25 USD"])
  }

  @Test func `doubles are warned of and never dropped, and two purchases are two`() {
    let same = [
      Self.entry("2026-01-05", "4500", number: 1), Self.entry("2026-01-05", "4500", number: 2),
      Self.entry("2026-01-05", "4500", number: 3, more: [.approvalNumber: "11223344"]),
      Self.entry("2026-01-05", "4500", number: 4, more: [.approvalNumber: "99887766"]),
    ].flatMap { $0 }
    let book = Book(period: nil, entries: same)
    #expect(book.entries.count == 4)
    // The one without a number may be either of the others.
    #expect(book.entries.count { $0.reasons.contains(.possibleDouble(of: "a.png")) } == 3)
    let numbered = ["11223344", "99887766", "11223345"].enumerated().flatMap { number, approval in
      Self.entry("2026-01-05", "4500", number: number, more: [.approvalNumber: approval])
    }
    let told = Book(period: nil, entries: numbered).entries.filter { !$0.reasons.isEmpty }
    #expect(told.map { $0.value(.approvalNumber) } == ["11223345"])
  }

  @Test func `sums are by month, account and card in each currency, with refunds negative`() {
    let entries = [
      Self.entry("2026-01-05", "10000", number: 1, more: [.account: "복리후생비"]),
      Self.entry("2026-01-06", "-4000", number: 2, more: [.account: "복리후생비"]),
      Self.entry("2026-01-07", "12.50", number: 3, more: [.currency: "USD"]),
    ].flatMap { $0 }
    let sums = Book(period: nil, entries: entries).sums
    let found = sums.map {
      "\($0.group) \($0.name) \($0.currency) \($0.count) \($0.amounts.total?.text(in: $0.currency) ?? "")"
    }
    #expect(
      found == [
        "all  KRW 2 6000", "all  USD 1 12.50", "month 2026-01 KRW 2 6000", "month 2026-01 USD 1 12.50",
        "account - USD 1 12.50", "account 복리후생비 KRW 2 6000",
      ])
  }

  @Test func `an account is proposed from decisions that agree, and none without evidence`() {
    func proposal(_ decisions: [(String?, String?, String, Int)], rules: AccountRules = AccountRules())
      -> AccountProposal?
    {
      let proposer = AccountProposer(
        rules: rules,
        decisions: decisions.map { ($0.0, $0.1, $0.2, $0.3) })
      let page = Receipts.page([
        Receipts.receipt([.merchant: "가나 상회", .businessNumber: "123-45-67891", .total: "9000"], items: ["볼펜"])
      ])
      return BookEntry.entries(on: page, proposing: proposer)[0].proposal
    }
    #expect(proposal([]) == nil)
    let three = proposal([("1234567891", nil, "복리후생비", 3)])
    #expect(three?.account == "복리후생비" && three?.wording(.korean) == "3번 복리후생비")
    #expect(proposal([(nil, "가나상회", "소모품비", 1)])?.account == "소모품비")
    #expect(proposal([("1234567891", nil, "복리후생비", 2), ("1234567891", nil, "소모품비", 1)]) == nil)
    #expect(proposal([("1234567891", nil, "복리후생비 300, 소모품비 1", 5)]) == nil)
    let rules = try? AccountRules("# ours\nitem 볼펜 & total ..10000 = 사무용품비\nshop 가나 = 접대비")
    #expect(rules.flatMap { proposal([("1234567891", nil, "복리후생비", 3)], rules: $0) }?.source == .rule(line: 2))
  }

  @Test(arguments: ["shop = 복리후생비", "color red = 비", "shop 가나", "total x = 비", "= 비", "shop 가나 ="])
  func `a line that is no rule is refused with its number`(line: String) {
    #expect(throws: TextFault.self) { try AccountRules("# comment\n\(line)") }
    do { _ = try AccountRules("# comment\n\(line)") } catch { #expect(error.description.contains("line 2")) }
  }
}
