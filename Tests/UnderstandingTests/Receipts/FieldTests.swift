import Foundation
import PageModel
import Testing

@testable import Understanding

struct FieldTests {
  @Test func `a receipt of a café gives its fields`() throws {
    let receipt = try #require(understood(ReceiptTexts.cafe))
    let expected: [FieldName: String] = [
      .merchant: "달빛커피 숲속점", .businessNumber: "123-45-67891", .representative: "한가람", .phone: "02-555-0101",
      .address: "서울 중구 은하수로 77 (달동, 별빛빌딩) 2층", .date: "2026-03-14", .time: "16:17:16", .currency: "KRW",
      .total: "11900", .tax: "1082", .supply: "10818",
    ]
    for (name, value) in expected { #expect(receipt.value(name) == value, "\(name)") }
    #expect(receipt.fields.count == expected.count)
    #expect(receipt.items.map(\.name) == ["은하수라떼", "R) 별 아메리카노"])
    #expect(receipt.items.map(\.unitPrice) == ["4500", "3700"])
    #expect(receipt.items.map(\.quantity) == ["1", "2"])
    #expect(receipt.items.map(\.amount) == ["4500", "7400"])
    #expect(receipt.items[1].lines == [11, 12])
  }

  @Test func `a receipt of a supermarket gives what was paid, not the sum before discounts`() throws {
    let receipt = try #require(understood(ReceiptTexts.mart))
    let expected: [FieldName: String] = [
      .merchant: "해오름마트 강변점", .businessNumber: "123-45-67891", .representative: "이하늘", .phone: "031-555-0102",
      .address: "경기도 수원시 팔달구 강변로 15", .date: "2026-03-14", .time: "21:07", .total: "29700", .discount: "1000",
      .supply: "13364", .tax: "1336", .taxFree: "15000", .payment: "card", .cardNumber: "5300-12**-****-1357",
      .installment: "03", .approvalNumber: "30012346",
    ]
    for (name, value) in expected { #expect(receipt.value(name) == value, "\(name)") }
    #expect(receipt.items.map(\.name) == ["햇살우유 1L", "바람사과 5입", "무지개쌀 4kg"])
    #expect(receipt.check("items-sum-to-total") == true)
    #expect(receipt.check("supply-plus-tax-is-total") == true)
    #expect(receipt.check("weekday-of-date") == true)
    #expect(receipt.checks.contains { $0.name == "article-number-check-digit" })
  }

  @Test func `a receipt of a convenience store gives cash, and the time from its last line`() throws {
    let receipt = try #require(understood(ReceiptTexts.convenience))
    let expected: [FieldName: String] = [
      .merchant: "구름편의점 해변점", .phone: "051-555-0103", .businessNumber: "123-45-67891", .date: "2026-03-14",
      .time: "17:59:37", .total: "3100", .supply: "2818", .tax: "282", .payment: "cash", .approvalNumber: "030012347",
      .address: "부산 해운대구 모래로 9",
    ]
    for (name, value) in expected { #expect(receipt.value(name) == value, "\(name)") }
    #expect(receipt.items.map(\.name) == ["삼각)파도참치", "솔바람생수500"])
    #expect(receipt.check("received-minus-change-is-total") == true)
  }

  @Test func `a card slip gives supply and total, though one label is just amount`() throws {
    let receipt = try #require(understood(ReceiptTexts.slip))
    let expected: [FieldName: String] = [
      .merchant: "늘봄국수", .representative: "나그네", .businessNumber: "123-45-67891", .phone: "02-555-0104",
      .supply: "6818", .tax: "682", .total: "7500", .payment: "card", .cardName: "KB국민카드",
      .cardNumber: "6200-11**-****-2468", .installment: "일시불", .approvalNumber: "30012399", .date: "2026-03-14",
      .time: "12:40:10",
    ]
    for (name, value) in expected { #expect(receipt.value(name) == value, "\(name)") }
    #expect(receipt.items.isEmpty)
  }

  @Test func `a slip with labels in two languages gives what the Korean ones say`() throws {
    let receipt = try #require(understood(ReceiptTexts.bilingual))
    let expected: [FieldName: String] = [
      .merchant: "은빛분식", .representative: "서가을", .phone: "02-555-0177", .address: "서울 마포구 들빛길 3",
      .supply: "9091", .tax: "909", .total: "10000", .cardNumber: "9410-61**-****-123*", .cardName: "신한카드",
      .installment: "일시불", .approvalNumber: "12345678", .date: "2021-05-06", .time: "13:22:11",
    ]
    for (name, value) in expected { #expect(receipt.value(name) == value, "\(name)") }
    #expect(receipt.items.isEmpty)
  }

  @Test func `a list without headings is found by its numbers, amounts below a thousand among them`() throws {
    let receipt = try #require(understood(ReceiptTexts.kiosk))
    #expect(receipt.value(.merchant) == "별다방 언덕길점")
    #expect(receipt.value(.representative) == "구름이")
    #expect(receipt.value(.tax) == "1000")
    #expect(receipt.items.map(\.name) == ["아이스 라떼", "치즈 케이크", "작은 과자"])
    #expect(receipt.items.map(\.amount) == ["4600", "5900", "500"])
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `a total that was not read is computed from what was handed over, and says so`() throws {
    let text = """
      PAPER BOAT TRADING
      NO. 8, LORONG BUNGA 2
      14 MAR 2018 18:40
      zz zz zz
      CASH RM20.00
      CHANGE RM1.20
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "18.80")
    #expect(receipt.proof(.total) == .computed)
    #expect(try #require(receipt.fields[.total]).confidence < 0.8)
  }

  @Test func `a tax whose amount is not legible is computed from supply and total`() throws {
    let text = "늘봄국수\n2026-03-14 12:40\n과세금액 6,818\n부가세\n합계 7,500\n카드 7,500"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.tax) == "682")
    #expect(receipt.proof(.tax) == .computed)
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `a taxi's receipt gives the end of the ride and the fare`() throws {
    let receipt = try #require(understood(ReceiptTexts.taxi))
    #expect(receipt.value(.merchant) == "은하운수(주)")
    #expect(receipt.value(.total) == "14300")
    #expect(receipt.value(.date) == "2026-03-14")
    #expect(receipt.value(.time) == "18:31")
    #expect(receipt.value(.approvalNumber) == "30012345")
  }

  @Test func `an order of a delivery service gives what was paid and how`() throws {
    let receipt = try #require(understood(ReceiptTexts.delivery))
    #expect(receipt.value(.merchant) == "바람피자 언덕점")
    #expect(receipt.value(.total) == "27900")
    #expect(receipt.value(.discount) == "2000")
    #expect(receipt.value(.date) == "2026-03-14")
    #expect(receipt.value(.time) == "19:05")
    #expect(receipt.items.map(\.amount) == ["21900", "5000"])
  }

  @Test func `a Malaysian receipt gives company, address, and the total after rounding`() throws {
    let receipt = try #require(understood(ReceiptTexts.hardware))
    #expect(receipt.value(.merchant) == "BLUE LANTERN HARDWARE SDN BHD")
    #expect(receipt.value(.address) == "NO. 12, JALAN KELAPA 3/4, TAMAN MELATI, 43000 KAJANG, SELANGOR")
    #expect(receipt.value(.date) == "2018-03-14")
    #expect(receipt.value(.time) == "17:21:00")
    #expect(receipt.value(.total) == "20.15")
    #expect(receipt.value(.currency) == "MYR")
    #expect(receipt.check("received-minus-change-is-total") == true)
  }

  @Test func `a total is after service and rounding, and its payment is what covers it`() throws {
    let receipt = try #require(understood(ReceiptTexts.diner))
    #expect(receipt.value(.merchant) == "THE PAPER BOAT CAFE")
    #expect(receipt.value(.total) == "18.80")
    #expect(receipt.value(.payment) == "card")
    #expect(receipt.value(.date) == "2018-03-14")
  }

  @Test func `a card number without a label is that of the card payment above it`() throws {
    let text = "은하상회\n2026-03-14 12:30\n합계 7,500\n신용카드 결제\n5300-12**-****-1357"
    #expect(try #require(understood(text)).value(.cardNumber) == "5300-12**-****-1357")
  }

  @Test(arguments: ["VISA ****4412", "카드번호: ****4412", "카드번호(****4412)"])
  func `the last digits of a card behind a label are its number`(row: String) throws {
    let receipt = try #require(understood("은하상회\n2026-03-14 12:30\n합계 7,500\n\(row)"))
    #expect(receipt.value(.cardNumber) == "****4412")
  }

  @Test(
    arguments: [
      ("할부/일시불: 3개월", "3개월"), ("할부/일시불 00", "00"), ("[할부/일시불]:[00]일시불", "00"), ("할부/일시불", nil),
      ("할부/일시불 일시불", "일시불"), ("하늘카드 / 일시불", "일시불"), ("승인번호 30012345 (3개월)", "3개월"),
    ] as [(String, String?)])
  func `instalments are those behind their label, and no word of it`(row: String, value: String?) throws {
    let receipt = try #require(understood("은하상회\n2026-03-14 12:30\n합계 7,500\n\(row)"))
    #expect(receipt.value(.installment) == value)
  }

  @Test(arguments: ["신용카드 010-12**-****-1234", "납부계좌\n은하은행 612309-**-955***", "생년월일 738229-1******"])
  func `a number of a telephone, an account or a person is none of a card`(rows: String) throws {
    let receipt = try #require(understood("은하상회\n2026-03-14 12:30\n합계 7,500\n\(rows)"))
    #expect(receipt.value(.cardNumber) == nil)
  }

  @Test(
    arguments: [
      ("은하상회\n2026-03-14\n12:30", "12:30"), ("은하상회\n2026-03-14\n주차시간 02:10", nil),
      ("은하상회\n2026-03-14\n영업시간 10:00", nil), ("9:41 5G 80\n은하상회\n2026-03-14", nil),
      ("은하상회\n2026-03-14\n별사탕 12:50 25,000", nil), ("은하상회\n2026-03-14\n거래시간 12:30 25,000원", "12:30"),
    ] as [(String, String?)])
  func `a duration, hours of business, the clock of a screen and a misread price are no time of the sale`(
    text: String, time: String?
  ) throws {
    #expect(try #require(understood(text + "\n합계 25,000")).value(.time) == time)
  }

  @Test(
    arguments: [
      ("교육기간 2026-04-01 ~ 2026-04-30\n납입일 2026-03-14", "2026-03-14"),
      ("진료기간 2026-03-14 ~ 2026-03-14", "2026-03-14"),
      ("2026-03-1S 12:30", nil), ("2026-3-4 12:30", "2026-03-04"), ("2026-03-14T12:30", "2026-03-14"),
    ] as [(String, String?)])
  func `a period comes after a day alone, and a day that lost a digit is none`(rows: String, date: String?) throws {
    #expect(try #require(understood("은하학원\n\(rows)\n합계 25,000")).value(.date) == date)
  }

  @Test func `labels are found through misread letters`() throws {
    let text = ReceiptTexts.cafe.replacing("합 계 금 액", with: "힙 게 금 액").replacing("받을 금액", with: "빋을 금액")
      .replacing("부가세 과세물품가액", with: "부가세 과제물품가액").replacing("[매장명]", with: "[메장명]")
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "11900")
    #expect(receipt.value(.supply) == "10818")
    #expect(receipt.value(.tax) == "1082")
    #expect(receipt.value(.merchant) == "달빛커피 숲속점")
  }

  @Test func `a label and its amount in two lines at one height are one row`() throws {
    func line(_ text: String, x: Int, y: Int) -> Line {
      let box = Box(x: x, y: y, width: 14 * text.count, height: 30)
      return Line(box: box, confidence: 0.99, words: [Word(text: text, box: box, confidence: 0.99)])
    }
    // The labels come first, as columns are read.
    let lines = [
      line("영수증", x: 20, y: 0), line("과세물품가액", x: 20, y: 50), line("부가세", x: 20, y: 100), line("합계", x: 20, y: 150),
      line("10,000", x: 400, y: 53), line("1,000", x: 400, y: 98), line("11,000", x: 400, y: 152),
    ]
    let page = RecognisedPage(width: 600, height: 300, confidence: 0.99, lines: lines)
    let receipt = try #require(ReceiptReader().receipts(on: page).first)
    #expect(receipt.value(.total) == "11000")
    #expect(receipt.fields[.total]?.lines == [6])
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `without a label no amount is taken for the total`() throws {
    let text = """
      은하상회
      2026-03-14 12:30
      전화 02-555-0101
      99,000
      1,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.fields[.total] == nil)
    #expect(receipt.value(.date) == "2026-03-14")
  }

  @Test func `a document with a date and a time in its margin, and words of money in its sentences, is no receipt`() {
    let pages = [
      "Printed on 1/27/2021 2:08:24 PM\nAll rights of the report are reserved",
      "2021-01-27 14:08\nof the grove after the total harvest. 3,186,252 In plots with older trees",
      "2021-01-27 14:08\nfor the yield of a plot see the table. Total trees by age 5 and when counted",
      "2021-01-27 14:08\nTotal · Trees >4 m",
      "2021-01-27 14:08\nRECEIVED 2nd Edition",
    ]
    for text in pages {
      #expect(ReceiptReader().receipts(on: RecognisedPage(text: text)).isEmpty, "\(text)")
    }
    // A sentence does not hide the sum that stands below it.
    let receipt = understood("27/01/2021 14:08\nYou may ask us for the total of 99.00 within seven days\nTotal 12.50")
    #expect(receipt?.value(.total) == "12.50")
  }

  @Test func `a page that is no receipt has none`() {
    #expect(understood("오늘은 날씨가 맑다\n내일은 비가 온다\n우산을 챙기자") == nil)
    #expect(ReceiptReader().receipts(on: RecognisedPage(width: 10, height: 10, confidence: 0, lines: [])).isEmpty)
  }

  @Test func `two receipts in two blocks are two, and columns of one are one`() {
    var left = RecognisedPage(text: ReceiptTexts.cafe)
    let right = RecognisedPage(text: ReceiptTexts.slip)
    for var line in right.lines {
      line.block = 1
      line.box.x += 1_000
      for word in line.words.indices { line.words[word].box.x += 1_000 }
      left.lines.append(line)
    }
    let receipts = ReceiptReader().receipts(on: left)
    #expect(receipts.map { $0.value(.total) } == ["11900", "7500"])
    // A block beside both of them is a part of neither.
    var third = left
    for var line in RecognisedPage(text: "은하상회\n합계 5,000").lines {
      line.block = 2
      line.box.x += 3_000
      third.lines.append(line)
    }
    let counts = [ReceiptTexts.cafe, ReceiptTexts.slip].map { RecognisedPage(text: $0).lines.count }
    #expect(ReceiptBlocks.split(third, lexicon: .standard).map(\.count) == counts + [2])

    var columns = RecognisedPage(text: ReceiptTexts.slip)
    for line in columns.lines.indices where line > 6 { columns.lines[line].block = 1 }
    #expect(ReceiptReader().receipts(on: columns).count == 1)
  }

  @Test func `fields lie where their words stand`() throws {
    let page = RecognisedPage(text: ReceiptTexts.cafe)
    let receipt = try #require(ReceiptReader().receipts(on: page).first)
    let total = try #require(receipt.fields[.total])
    #expect(total.text == "11,900")
    #expect(total.label == "합계금액" || total.label == "받을금액")
    let word = try #require(page.lines[total.lines[0]].words.last)
    #expect(total.box == word.box)
    #expect(receipt.lines == Array(page.lines.indices))
  }

  @Test func `a receipt is encoded as the page's JSON has it`() throws {
    let receipt = try #require(understood(ReceiptTexts.cafe))
    let data = try JSONEncoder().encode(receipt)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(object.keys) == ["box", "lines", "fields", "items", "checks"])
    let fields = try #require(object["fields"] as? [String: [String: Any]])
    let total = try #require(fields["total"])
    #expect(total["value"] as? String == "11900")
    #expect(total["proof"] as? String == "proven")
    #expect(total["mended"] == nil)
    #expect(try JSONDecoder().decode(Receipt.self, from: data) == receipt)
  }
}
