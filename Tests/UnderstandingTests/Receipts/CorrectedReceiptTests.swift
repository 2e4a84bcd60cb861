import PageModel
import Testing

@testable import Understanding

struct CorrectedReceiptTests {
  /// A page of the text with corrections of its first receipt.
  private func page(_ text: String, _ values: [(FieldName, String)]) -> PageRecord {
    var page = PageRecord(
      path: ScanPath("a.png"), index: 0, pageCount: 1, content: ContentDigest(hex: "ab"), reader: nil,
      outcome: .recognised(RecognisedPage(text: text)))
    page.corrections = values.map { name, value in
      Correction(
        target: .field(name.rawValue, receipt: 0), box: Box(x: 0, y: 0, width: 0, height: 0), old: "", new: value,
        made: "", author: "tester")
    }
    return page
  }

  private func receipt(_ text: String, _ values: [(FieldName, String)]) throws -> Receipt {
    try #require(ReceiptsStage.value(of: page(text, values))?.first)
  }

  private static let taxed = """
    SAMPLE STREET CAFE
    03/14/2025 09:15
    Flat white 4.80
    Cinnamon roll 3.75
    Subtotal 8.55
    Tax 0.70
    TOTAL 9.25
    """

  @Test func `a total that is put right is checked anew, and proven where the sums agree with it now`() throws {
    let wrong = ReceiptTexts.slip.replacing("7,500", with: "1,500")
    #expect(try receipt(wrong, []).fields[.total]?.value == "1500")
    #expect(try receipt(wrong, []).proof(.total) != .proven)
    let right = try receipt(wrong, [(.total, "7500")])
    let total = try #require(right.fields[.total])
    #expect(total.value == "7500")
    #expect(total.corrected == true)
    #expect(total.confidence == 1)
    #expect(total.printed?.contains("1,500") == true)
    #expect(right.check("supply-plus-tax-is-total") == true)
    #expect(total.proof == .proven)
    #expect(right.fields[.supply]?.corrected == nil)
  }

  @Test func `a total that the sums do not agree with stands all the same, and is not proven`() throws {
    let wrong = try receipt(ReceiptTexts.cafe, [(.total, "12345")])
    let total = try #require(wrong.fields[.total])
    #expect(total.value == "12345")
    #expect(total.corrected == true)
    #expect(total.proof != .proven)
  }

  @Test func `another value in the place of a proven one is a conflict where no check fails by itself`() throws {
    #expect(try receipt(Self.taxed, []).proof(.total) == .proven)
    let slip = try receipt(Self.taxed, [(.total, "6.25")])
    #expect(slip.fields[.total]?.value == "6.25")
    #expect(slip.proof(.total) == .conflict)
    #expect(slip.check("read-value-was-proven") == false)
    #expect(slip.checks.last?.detail == "9.25 was read, and checks of the receipt proved it; they do not prove 6.25.")
    // The same value is no doubt, nor is one where nothing was proven.
    let same = try receipt(Self.taxed, [(.total, "9.25")])
    #expect(same.proof(.total) == .proven && same.check("read-value-was-proven") == nil)
    let lone = try receipt(Self.taxed.replacing("Tax 0.70\n", with: ""), [(.total, "6.25")])
    #expect(lone.check("read-value-was-proven") == nil)
    // Where a check fails by itself, it says more.
    let sums = try receipt(ReceiptTexts.convenience, [(.total, "3101")])
    #expect(sums.checks.contains { !$0.holds } && sums.check("read-value-was-proven") == nil)
  }

  @Test func `items stay those that were read, whatever total is given, unless others prove it`() throws {
    let text = "들꽃식당\n123-45-67891\n2026-03-14 12:10\n된장찌개 9,000\n김치찌개 8,000\n합계 17,000\n"
    let read = try receipt(text, [])
    #expect(read.items.map(\.amount) == ["9000", "8000"] && read.proof(.total) == .proven)
    // The sum of one of them is no total of both.
    for value in ["18000", "9000", "1700"] {
      let wrong = try receipt(text, [(.total, value)])
      #expect(wrong.items == read.items && wrong.proof(.total) == .conflict, "\(value)")
      #expect(
        wrong.checks.first { $0.name == "items-sum-to-total" }?.detail
          == "The 2 items make 17000, but the receipt says \(value).")
    }
    let right = try receipt(text.replacing("17,000", with: "11,000"), [(.total, "17000")])
    #expect(right.items.map(\.amount) == ["9000", "8000"] && right.proof(.total) == .proven)
    #expect(right.check("items-sum-to-total") == true)
  }

  @Test func `an amount that a person changes is checked against supply, tax and total, however odd it is`() throws {
    let slip = "늘봄국수\n123-45-67891\n2026-03-14 12:10\n공급가액 1,818\n부가세 182\n합계 188"
    let wrong = try receipt(slip, [(.tax, "50000")])
    #expect(wrong.proof(.tax) == .conflict)
    #expect(
      wrong.checks.first?.detail == "supply 1818, tax 50000: together not the total of 188."
        && wrong.checks.first?.holds == false)
    let foreign = Self.taxed
    let high = try receipt(foreign.replacing("Subtotal 8.55\n", with: ""), [(.tax, "50.00")])
    #expect(high.proof(.tax) == .conflict)
    #expect(high.checks.contains { $0.detail == "tax 50.00: together not the total of 9.25." && !$0.holds })
    // The tip is in the total, and the sum tells so.
    let tipped = try receipt(foreign, [(.total, "11.25"), (.tip, "2.00")])
    #expect(tipped.check("supply-plus-tax-is-total") == true && tipped.proof(.total) == .proven)
    #expect(tipped.checks.contains { $0.detail == "supply 8.55, tax 0.70, tip 2.00: together the sum of 11.25." })
    // The value that was read is confirmed: the reader has said all that it knows.
    let confirmed = try receipt(ReceiptTexts.hardware, [(.total, "20.15")])
    #expect(try confirmed.checks == receipt(ReceiptTexts.hardware, []).checks)
  }

  @Test func `a field that was not found is added, and one that is not there is removed`() throws {
    let text = ReceiptTexts.cafe.replacing("[매출일] 2026-03-14 16:17:16 01-한가람\n", with: "")
      .replacing("[영수증] 20260314-01-0028\n", with: "")
    #expect(try receipt(text, []).fields[.date] == nil)
    let right = try receipt(text, [(.date, "2026-03-14"), (.merchant, "")])
    #expect(right.fields[.date]?.value == "2026-03-14")
    #expect(right.fields[.date]?.corrected == true)
    #expect(right.fields[.date]?.lines == [])
    #expect(right.fields[.merchant] == nil)
  }

  @Test func `of several corrections of a field the last one counts, and the rest of the receipt stays`() throws {
    let read = try receipt(ReceiptTexts.mart, [])
    let right = try receipt(ReceiptTexts.mart, [(.merchant, "다른 가게"), (.merchant, "해오름마트 강변2점")])
    #expect(right.fields[.merchant]?.value == "해오름마트 강변2점")
    #expect(right.fields.filter { $0.key != .merchant } == read.fields.filter { $0.key != .merchant })
    #expect(right.checks == read.checks)
    #expect(right.shopNumber == "1234567891")
  }

  @Test func `fields of a receipt that is not found any more make one of themselves, and one that is none stays none`()
    throws
  {
    let read = try #require(ReceiptsStage.value(of: page(ReceiptTexts.cafe, []))?.first)
    var record = page("간이 메모\n안녕하세요", [])
    func correction(_ target: Correction.Target, _ box: Box, _ new: String = "") -> Correction {
      Correction(target: target, box: box, old: "", new: new, made: "", author: "")
    }
    let place = try #require(read.fields[.total]?.box)
    record.corrections = [
      correction(.field("total", receipt: 0), place, "12000"),
      correction(.field("merchant", receipt: 0), read.box, "꽃집"),
    ]
    let made = try #require(ReceiptsStage.value(of: record))
    #expect(made.count == 1 && made[0].lines.isEmpty)
    #expect(made[0].fields.mapValues(\.value) == [.total: "12000", .merchant: "꽃집"])
    #expect(made[0].fields.values.allSatisfy { $0.corrected == true })
    record.corrections.append(correction(.receipt(0), read.box))
    #expect(ReceiptsStage.value(of: record) == nil)
  }

  @Test func `a correction of a field that there is none of changes nothing`() throws {
    var record = page(ReceiptTexts.cafe, [])
    let before = try #require(ReceiptsStage.value(of: record))
    record.corrections = [
      Correction(
        target: .field("moon", receipt: 0), box: Box(x: 0, y: 0, width: 1, height: 1), old: "", new: "1", made: "",
        author: "")
    ]
    #expect(ReceiptsStage.value(of: record) == before)
  }

  @Test func `a receipt that nobody found is made of what a person says of the page, behind those that were read`()
    throws
  {
    func corrected(_ text: String, _ values: [(FieldName, Int, String)]) throws -> [Receipt]? {
      var record = page(text, [])
      guard case .recognised(let reading) = record.outcome else { return nil }
      record.corrections = values.map { name, receipt, value in
        Correction(
          target: .field(name.rawValue, receipt: receipt), box: reading.box, old: "", new: value, made: "", author: "")
      }
      return ReceiptsStage.value(of: record)
    }
    #expect(ReceiptsStage.value(of: page("간이 메모\n안녕하세요", [])) == nil)
    let made = try #require(try corrected("간이 메모\n안녕하세요", [(.merchant, 0, "꽃집"), (.total, 0, "41000")]))
    #expect(made.count == 1)
    #expect(made[0].fields[.total]?.value == "41000" && made[0].fields[.total]?.corrected == true)
    #expect(made[0].fields[.merchant]?.value == "꽃집" && made[0].lines.isEmpty)
    let read = try #require(ReceiptsStage.value(of: page(ReceiptTexts.cafe, [])))
    let both = try #require(try corrected(ReceiptTexts.cafe, [(.total, read.count, "12000")]))
    #expect(Array(both.dropLast()) == read)
    #expect(both.last?.fields.mapValues(\.value) == [.total: "12000"])
    // Where a reader finds it later, what was said of it holds of that one.
    #expect(try corrected(ReceiptTexts.cafe, [(.total, 0, "12000")])?.map { $0.fields[.total]?.value } == ["12000"])
    // Nothing is left of one whose fields were all taken away again.
    #expect(try corrected("간이 메모", [(.total, 0, "1"), (.total, 0, "")]) == nil)
  }

  @Test func `what is no receipt is left out, and the others keep the numbers that corrections call them by`() throws {
    var record = page(ReceiptTexts.cafe, [])
    guard case .recognised(var reading) = record.outcome else { return }
    // A page that the receipt covers, as most do.
    let place = try #require(ReceiptsStage.value(of: record)?.first?.box)
    reading.width = place.x + place.width
    record.outcome = .recognised(reading)
    let read = try #require(ReceiptsStage.value(of: record))
    func correction(_ target: Correction.Target, _ box: Box, _ new: String = "") -> Correction {
      Correction(target: target, box: box, old: "", new: new, made: "", author: "")
    }
    #expect(read.count == 1 && read[0].number == nil)
    let none = correction(.receipt(0), read[0].box)
    record.corrections = [none]
    #expect(ReceiptsStage.value(of: record) == nil)
    record.corrections = [none, correction(.field("total", receipt: 1), reading.box, "5000")]
    let left = try #require(ReceiptsStage.value(of: record))
    #expect(left.map(\.number) == [2] && left.map { $0.fields[.total]?.value } == ["5000"])
    #expect(left.numbered(2) == left[0] && left.numbered(1) == nil)
    // One that was typed in may be none, too.
    record.corrections.append(correction(.receipt(1), reading.box))
    #expect(read[0].box.share(with: reading.box) > 0.5)
    #expect(ReceiptsStage.value(of: record) == nil)
    // Fields of what is none wait for it to come back.
    record.corrections = [correction(.field("total", receipt: 0), read[0].box, "123"), none]
    #expect(ReceiptsStage.value(of: record) == nil)
    record.corrections.removeLast()
    #expect(ReceiptsStage.value(of: record)?.first?.fields[.total]?.value == "123")
  }

  @Test func `a receipt that is none is known by its place, whatever its number is for another reader`() throws {
    var record = page(ReceiptTexts.cafe, [])
    let read = try #require(ReceiptsStage.value(of: record))
    func left(_ index: Int, _ box: Box) -> [Receipt]? {
      record.corrections = [
        Correction(target: .receipt(index), box: box, old: "", new: "", made: "", author: "")
      ]
      return ReceiptsStage.value(of: record)
    }
    var box = read[0].box
    #expect(left(3, box) == nil)
    box.height = box.height * 3 / 5
    #expect(left(0, box) == nil)
    // What lies elsewhere is another receipt.
    box.height /= 2
    #expect(left(0, box) == read)
    box.y -= 10_000
    #expect(left(0, box) == read)
  }

  @Test(
    arguments: [
      (FieldName.total, "41,000", "41000"), (.total, "₩41000", "41000"), (.total, "41000원", "41000"),
      (.total, "12.5", "12.50"), (.total, "51.000", nil), (.total, "1.250", nil), (.total, "₩51.000", nil),
      (.total, "0.125", "0.125"), (.total, "3만5", nil), (.total, "3만5원", "30005"), (.total, "3만,500", "30500"),
      (.total, "-0만5천", "-5000"), (.total, "-3만 5천원", "-35000"), (.total, "1만5,000원", "15000"),
      (.total, "51000.00", "51000.00"), (.total, "21.00", "21.00"), (.total, "21.0", "21.00"),
      (.tax, "1,234.50", "1234.50"), (.total, "much", nil), (.total, "", ""),
      (.total, "41,", nil), (.total, "1,,000", nil), (.total, "1,000,000", "1000000"),
      (.date, "2026.3.14", "2026-03-14"),
      (.date, "20250314", "2025-03-14"), (.date, "25-03-14", "2025-03-14"), (.date, "2025-03-14 (금)", "2025-03-14"),
      (.date, "2025년 3월 14일 금요일", "2025-03-14"), (.date, "2025-03-14 (월)", nil), (.date, "14/03/2025", "2025-03-14"),
      (.date, "03/04/2025", nil), (.date, "20251314", nil), (.date, "13/14", nil), (.date, "314", nil),
      (.payment, "신용카드", "card"), (.payment, "신한카드", "card"), (.payment, "현금", "cash"), (.payment, "기타", "other"),
      (.date, "2026-02-30", nil), (.time, "18:05", "18:05"), (.time, "18:65", nil), (.time, "18", nil),
      (.businessNumber, "1234567891", "123-45-67891"), (.businessNumber, "123-45-67890", nil),
      (.currency, "krw", "KRW"),
      (.currency, "won", "WON"), (.currency, "원", nil), (.payment, "Card", "card"), (.payment, "shells", nil),
      (.merchant, "  달빛커피 ", "달빛커피"), (.merchant, "\u{202E}\u{200B} ", ""),
      (.merchant, "\u{202E}커피\u{2066} 집", "커피 집"), (.merchant, "a\u{1B}[31m", nil),
      (.address, String(repeating: "가", count: 200), nil),
    ] as [(FieldName, String, String?)])
  func `values that people give get the form of their field, or are refused`(
    name: FieldName, text: String, value: String?
  ) {
    #expect(name.value(of: text) == value)
  }

  @Test func `a day without a year is of the year of its receipt, or of the present one`() throws {
    let receipt = try receipt(ReceiptTexts.bilingual, [])
    for text in ["3/14", "3월 14일", "03.14"] {
      #expect(FieldName.date.value(of: text, in: receipt) == "2021-03-14", "\(text)")
      #expect(FieldName.date.value(of: text)?.wholeMatch(of: /20\d\d-03-14/) != nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      // The decimals that were typed.
      (nil, "3500", "21.00", "21.00"), ("KRW", nil, "21.00", "21.00"), ("JPY", nil, "0.5", "0.50"),
      ("EUR", nil, "0.125", "0.125"),
      // The currency's.
      ("USD", nil, "21", "21.00"), ("KRW", nil, "51000", "51000"), ("KRW", "3500", "51,000", "51000"),
      // Those of other amounts, which the receipt prints.
      (nil, "3.50", "21", "21.00"), ("KRW", "3.50", "21", "21.00"), (nil, "3500", "21", "21"),
    ] as [(String?, String?, String, String)])
  func `an amount that is typed gets the decimals of its receipt`(
    currency: String?, tax: String?, typed: String, value: String
  ) {
    func field(_ value: String) -> Field {
      let box = Box(x: 0, y: 0, width: 1, height: 1)
      return Field(value: value, text: value, label: nil, lines: [], box: box, confidence: 1, proof: .read)
    }
    var receipt = Receipt(box: Box(x: 0, y: 0, width: 1, height: 1), lines: [], fields: [:], items: [], checks: [])
    receipt.fields[.currency] = currency.map(field)
    receipt.fields[.tax] = tax.map(field)
    #expect(FieldName.total.value(of: typed, in: receipt) == value)
  }

  @Test func `a name that a correction gave stands beside what is printed, and gives the words another version`() throws
  {
    let words = try Lexicon.standard.adding("[shop]\n246-81-35706 = 달빛커피\n")
    let named = words.adding(knownShops: ["1234567891": "종이배"])
    #expect(named.tag != words.tag)
    #expect(words.adding(knownShops: [:]).tag == words.tag)
    let page = RecognisedPage(text: ReceiptTexts.cafe)
    let merchant = try #require(ReceiptReader(lexicon: named).receipts(on: page).first?.fields[.merchant])
    #expect(merchant.value == "달빛커피 숲속점")
    #expect(merchant.known == "종이배")
    // A list that a user wrote names them all.
    let listed = try Lexicon.standard.adding("[shop]\n123-45-67891 = 종이배\n")
    let other = try #require(ReceiptReader(lexicon: listed).receipts(on: page).first?.fields[.merchant])
    #expect(other.value == "종이배")
    #expect(other.known == nil)
  }
}
