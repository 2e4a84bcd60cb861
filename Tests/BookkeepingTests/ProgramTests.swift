import Support
import Foundation
import PageModel
import Testing
import Understanding

@testable import Bookkeeping

@Suite struct ProgramTests {
  private static let card: [FieldName: String] = [
    .merchant: "(주)가나 & 다라 ★ 강남점", .businessNumber: "123-45-67891", .date: "2026-01-05", .currency: "KRW",
    .payment: "card", .cardName: "신한카드", .cardNumber: "1234-****-****-5678", .total: "11000", .tax: "1000",
    .account: "복리후생비",
  ]
  private static let codes = """
    account 복리후생비 = 811
    card 신한 = 99601
    contra card = 253 미지급금
    partner 123-45-67891 = 00101
    """

  private func export(
    _ layout: String, _ values: [FieldName: String] = [:], codes: String = Self.codes
  ) throws -> ProgramExport {
    let book = Book(period: nil, entries: Receipts.entries(Self.card.merging(values) { $1 }, items: ["국밥", "음료"]))
    return ProgramExport(book, layout: try #require(ProgramLayout.named(layout)), codes: try ProgramCodes(codes))
  }

  private func cells(_ export: ProgramExport) -> [[String: String]] {
    export.rows.map { row in
      Dictionary(uniqueKeysWithValues: zip(export.layout.columns.map(\.heading), row.map(\.text)))
    }
  }

  @Test func `every layout that comes with the program can be read`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Bookkeeping/Programs/Layouts").standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(ProgramLayout.all.map { "\($0.name).layout" }) && files.count >= 9)
    #expect(ProgramLayout.named("smart-a")?.columns.count == 18)
    #expect(ProgramLayout.named("smart-a-journal")?.columns.count == 10)
    #expect(ProgramLayout.named("semusarang")?.columns.count == 15)
    #expect(ProgramLayout.named("ecount")?.columns.count == 15)
  }

  @Test func `a purchase by card has its tax type, codes as text, and a name that the program takes`() throws {
    let export = try export("smart-a")
    let row = try #require(cells(export).first)
    #expect(row["과세유형"] == "57" && row["공급가액"] == "10000" && row["부가세"] == "1000")
    #expect(row["기본계정"] == "811" && row["상대계정"] == "253" && row["신용카드거래처코드"] == "99601")
    #expect(row["거래처명"] == "(주)가나 & 다라 강남점" && row["품명"] == "국밥 외 1건")
    #expect(row["년도"] == "2026" && row["월"] == "1" && row["일"] == "5")
    #expect(export.unmapped.isEmpty && export.refused.isEmpty)
    #expect(export.rows[0].contains(.text("811")))
  }

  @Test func `a line whose accounts have no code is refused, and a card without one has an empty cell`() throws {
    let none = try export("smart-a", codes: "")
    #expect(none.unmapped == ["account 복리후생비", "card 신한카드", "contra card"])
    #expect(none.rows.isEmpty && none.refused.map { $0.reason(.english) } == ["no code for account 복리후생비, contra card"])
    let accounts = try export("smart-a", codes: "account 복리후생비 = 811\ncontra card = 253")
    #expect(accounts.unmapped == ["card 신한카드"] && cells(accounts).map { $0["신용카드거래처코드"] } == [""])
    // An account that is written with its code needs no map.
    #expect(try export("smart-a", [.account: "811 복리후생비"], codes: "contra card = 253").rows.count == 1)
    #expect(try export("smart-a", [.account: ""]).refused.map { $0.reason(.english) } == ["no account"])
  }

  @Test func `a service charge is in the file or the line is refused`() throws {
    let served: [FieldName: String] = [.total: "13000", .supply: "10000", .tax: "1000", .serviceCharge: "2000"]
    #expect(
      try export("smart-a", served).refused.map { $0.reason(.english) } == [
        "the layout has no column for the service charge"
      ])
    let taken = try export("semusarang", served)
    #expect(cells(taken).map { $0["봉사료"] } == ["2000"])
    #expect(taken.agrees(with: taken.rows.map { $0.map(\.text) }))
    #expect(!taken.agrees(with: []) && !taken.agrees(with: taken.rows.map { $0.map { _ in "" } }))
  }

  @Test func `a foreign amount without a currency is in no file`() throws {
    let unknown = try export("firefly", [.total: "20.25", .tax: "1.50", .currency: ""])
    #expect(unknown.rows.isEmpty || unknown.rows[0].contains(.text("KRW")) == false)
    #expect(try export("quickbooks", [.currency: "USD"]).rows.isEmpty)
  }

  @Test func `a refund swaps debit and credit in a journal, and no amount is negative`() throws {
    let spent = cells(try export("smart-a-journal"))
    #expect(spent.map { $0["구분"] } == ["3", "4"] && spent.map { $0["차변"] } == ["11000", ""])
    #expect(spent.map { $0["계정과목코드"] } == ["811", "253"] && spent.map { $0["계정과목명"] } == ["복리후생비", "미지급금"])
    let refund = cells(try export("smart-a-journal", [.total: "-11000", .tax: "-1000"]))
    #expect(refund.map { $0["구분"] } == ["4", "3"] && refund.map { $0["대변"] } == ["11000", ""])
    #expect(refund.map { $0["계정과목코드"] } == ["811", "253"])
  }

  @Test func `lines that a program does not take are listed with the reason`() throws {
    let cash = try export("semusarang", [.payment: "cash"])
    #expect(cash.rows.isEmpty && cash.refused.map { $0.reason(.english) } == ["no purchase by card"])
    #expect(
      try export("smart-a-journal", [.currency: "USD"]).refused.map { $0.reason(.english) } == ["foreign currency"])
  }

  @Test func `a transaction of text balances, and no value breaks out of it`() throws {
    let text = try export("beancount", [.memo: "say \"x\"\n2026-01-06 open"]).text
    #expect(text.contains("2026-01-05 * \"(주)가나 & 다라 ★ 강남점\" \"say 'x' 2026-01-06 open\""))
    #expect(text.contains("Expenses:Unknown  11000 KRW") && text.contains("Liabilities:Card  -11000 KRW"))
    let named = try export("hledger", codes: "path 복리후생비 = Expenses:Welfare\npath card = Liabilities:Shinhan").text
    #expect(named.contains("    Expenses:Welfare  11000 KRW\n    Liabilities:Shinhan  -11000 KRW"))
  }

  @Test func `a payment without a code has its own name, and a purchase says whether its tax is deducted`() throws {
    func values(_ values: [FieldName: String], codes: String) throws -> [TableValue] {
      let entry = try #require(Receipts.entries(Self.card.merging(values) { $1 }).first)
      let line = ProgramLine(entry: entry, codes: try ProgramCodes(codes))
      var unmapped: Set<String> = []
      return [ProgramValue.Name.contra, .deduction].map { line.value(.named($0), unmapped: &unmapped) }
    }
    #expect(try values([:], codes: Self.codes) == [.text("미지급금"), .text("공제")])
    #expect(try values([.payment: "cash"], codes: "") == [.text("cash"), .text("불공제")])
  }

  @Test func `a layout's form is all that it writes, and not its name`() throws {
    let texts = [
      "\nDay | date", "\nDatum | date", "\nDay | total", "file = text\n\n{date}", "file = text\n\n{date}\n{total}",
    ]
    let forms = try texts.map { try ProgramLayout(name: "own", $0).form }
    #expect(Set(forms).count == texts.count)
    #expect(try texts.map { try ProgramLayout(name: "other", $0).form } == forms)
  }

  @Test(arguments: [
    "rows", "columns = 3", "file = pdf\n\na | date", "lines = some\n\na | date", "\na | nothing", "title = x",
    "=\n\na | date", "\na | shop | -5", "\na | shop | x",
  ])
  func `a layout that can't be read is refused`(text: String) {
    #expect(throws: TextFault.self) { try ProgramLayout(name: "own", text) }
  }
}
