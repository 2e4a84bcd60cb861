import PageModel
import Testing
import Understanding

@testable import Bookkeeping

@Suite struct BookEntryTests {
  private static let card: [FieldName: String] = [
    .merchant: "가나상회", .businessNumber: "123-45-67891", .date: "2026-01-15", .currency: "KRW", .payment: "card",
    .cardName: "신한카드", .approvalNumber: "12345678",
  ]

  private func card(_ values: [FieldName: String]) -> [FieldName: String] { Self.card.merging(values) { $1 } }

  @Test func `a taxed receipt is one line, and an amount before tax that is not printed follows from total and tax`() {
    for values in [[.total: "11000", .tax: "1000", .supply: "10000"], [.total: "11000", .tax: "1000"]]
      as [[FieldName: String]]
    {
      let entries = Receipts.entries(card(values))
      #expect(entries.map(Receipts.amounts) == [["10000", "1000", nil, "11000"]])
      #expect(entries[0].taxType == .card && entries[0].deduction == .yes && entries[0].reasons.isEmpty)
    }
  }

  @Test func `a receipt with taxed and exempt items is two lines whose sum is its total`() {
    let entries = Receipts.entries(card([.total: "16000", .supply: "10000", .tax: "1000", .taxFree: "5000"]))
    #expect(entries.map(Receipts.amounts) == [["10000", "1000", nil, "11000"], [nil, nil, "5000", "5000"]])
    #expect(entries.map(\.taxType) == [.card, .cardExempt])
    #expect(entries.map(\.key.part) == [1, 2])
  }

  @Test func `a tax of zero makes the whole receipt exempt`() {
    let entries = Receipts.entries(card([.total: "5000", .tax: "0", .supply: "5000"]))
    #expect(entries.map(Receipts.amounts) == [[nil, "0", "5000", "5000"]])
    #expect(entries[0].taxType == .cardExempt && entries[0].deduction == .exempt)
  }

  @Test func `amounts that do not make the total stay together and are to be checked`() {
    let entries = Receipts.entries(card([.total: "17000", .supply: "10000", .tax: "1000", .taxFree: "5000"]))
    #expect(entries.count == 1 && entries[0].reasons == [.sumsDiffer])
  }

  @Test func `a receipt of a card that says nothing of tax is not guessed`() {
    let entry = Receipts.entries(card([.total: "11000"]))[0]
    #expect(entry.taxType == nil && entry.reasons == [.unclearTax])
    #expect(Receipts.amounts(entry) == [nil, nil, nil, "11000"])
  }

  @Test func `a person splits a receipt between accounts, and no won is lost`() {
    let values = card([.total: "10001", .tax: "909", .account: "복리후생비 3000, 소모품비 7,001"])
    let entries = Receipts.entries(values)
    #expect(entries.map(\.account) == ["복리후생비", "소모품비"])
    #expect(entries.map { $0.amounts.total } == [Amount(decimal: "3000"), Amount(decimal: "7001")])
    #expect(Amount.sum(entries.compactMap(\.amounts.tax)) == Amount(decimal: "909"))
    #expect(Amount.sum(entries.compactMap(\.amounts.supply)) == Amount(decimal: "9092"))
    #expect(
      entries.allSatisfy { Amount.sum([$0.amounts.supply, $0.amounts.tax].compactMap { $0 }) == $0.amounts.total })
    // Taxed and exempt items of each account are lines of their own.
    let mixed = card([.total: "16000", .supply: "10000", .tax: "1000", .taxFree: "5000", .account: "가 8000, 나 8000"])
    #expect(Receipts.entries(mixed).map(\.taxType) == [.card, .cardExempt, .card, .cardExempt])
    #expect(Amount.sum(Receipts.entries(mixed).compactMap(\.amounts.total)) == Amount(decimal: "16000"))
    let wrong = Receipts.entries(card([.total: "10000", .tax: "909", .account: "복리후생비 3000, 소모품비 7001"]))
    #expect(wrong.count == 1 && wrong[0].reasons.contains(.splitDiffers))
    #expect(BookSplit.shares(in: "도서인쇄비").isEmpty && BookSplit.shares(in: "3층 임차료 500").isEmpty)
  }

  @Test(
    arguments: [
      (["세금계산서"], "cash", Evidence.taxInvoice), (["전자세금계산서(공급받는자보관용)"], "other", .taxInvoice),
      (["부가가치세법에 의해 발행하는 신용카드매출전표는 세금계산서를 대신합니다"], "card", .card),
      (["현금영수증(지출증빙)", "승인번호 1"], "cash", .cashReceipt), (["현금영수증 (소득공제)"], "cash", .incomeDeduction),
      (["현금영수증 문의 126", "소득공제"], "card", .card), (["현금영수증"], "cash", .unclearCashReceipt),
      (["영수증"], "cash", .simple), (["계산서"], "cash", .invoice),
    ] as [([String], String, Evidence)])
  func `evidence follows from title, payment and words`(lines: [String], payment: String, evidence: Evidence) {
    let entry = Receipts.entries([.total: "1000", .payment: payment, .currency: "KRW"], lines: lines)[0]
    #expect(entry.evidence == evidence)
  }

  @Test func `above thirty thousand won a receipt needs qualified evidence`() {
    func reasons(_ total: String) -> [CheckReason] {
      Receipts.entries([.total: total, .payment: "cash", .currency: "KRW", .date: "2026-01-01"])[0].reasons
    }
    #expect(reasons("30000") == [] && reasons("30001") == [.noEvidence])
    let foreign = Receipts.entries([.total: "12.50", .currency: "USD"])[0]
    #expect(foreign.reasons == [.foreignCurrency] && foreign.taxType == nil)
    #expect(Receipts.entries([.total: "20.25", .payment: "card"])[0].evidence == .foreign)
  }

  @Test(
    arguments: [
      ([.total: "21.00"], "21.00"), ([.total: "18.75"], "18.75"), ([.total: "1.500"], "1.500"), ([.total: "21"], "21"),
      ([.total: "21.00", .currency: "USD"], "21.00"), ([.total: "21.00", .currency: "KRW"], "21"),
    ] as [([FieldName: String], String)])
  func `an amount keeps its decimals if its currency is not known`(values: [FieldName: String], text: String) throws {
    let entry = try #require(Receipts.entries(values).first)
    #expect(entry.amounts.total.map(entry.text) == text)
  }

  @Test func `a receipt whose scan is gone is to be checked`() {
    var page = Receipts.page([Receipts.receipt([.total: "1000", .currency: "KRW"])])
    #expect(BookEntry.entries(on: page).map(\.isMissing) == [false])
    page.isMissing = true
    #expect(BookEntry.entries(on: page).map { $0.reasons.last } == [.missingFile])
  }

  @Test func `entertainment is not deductible, and cars are to be checked`() {
    func entry(_ account: String) -> BookEntry {
      Receipts.entries(card([.total: "11000", .tax: "1000", .account: account]))[0]
    }
    #expect(entry("접대비").taxType == .notDeductible && entry("기업업무추진비").deduction == .entertainment)
    #expect(entry("차량유지비").deduction == .vehicle && entry("차량유지비").reasons == [.vehicle])
    #expect(entry("복리후생비").deduction == .yes)
  }

  @Test func `a contradiction that a person has accepted stays to be checked`() {
    let receipt = Receipts.receipt([.total: "2000"], corrected: [.total], conflict: [.total])
    #expect(BookEntry.entries(on: Receipts.page([receipt]))[0].reasons.contains(.contradiction))
  }

  @Test func `a key comes back from its text, and other texts are none`() {
    let key = Receipts.entries([.total: "1"])[0].key
    #expect(BookKey(key.text) == key)
    let hex = key.content.hex
    for text in [
      "", "a:1:1:1", "\(hex):0:1:1", "\(hex):1:1", "\(hex):1:1:1:1", "\(hex):1:1:x", "\(hex.dropLast())g:1:1:1",
    ] {
      #expect(BookKey(text) == nil, "\(text)")
    }
  }
}
