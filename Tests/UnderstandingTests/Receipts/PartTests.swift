import Support
import Testing

@testable import Understanding

/// The parts that fields are found with.
struct PartTests {
  private func figures(_ text: String, _ style: MoneyStyle = .whole) -> [String] {
    Figures.all(in: Array(text.unicodeScalars), Notation(style)).map { $0.amount.text(places: style.places) }
  }

  @Test(
    arguments: [
      ("합계 12,500 원", ["12500"]), ("12.500", ["12500"]), ("1, 250", ["1250"]),
      ("-3,000 10 -30,000", ["-3000", "10", "-30000"]),
      ("₩24,050", ["24050"]), ("02-555-0101", []), ("2026-03-14 12:30", []), ("5388-25**-****-3637", []),
      ("5,5OO", ["5500"]),
      ("₩2 4,050", ["24050"]), ("₩24,05 0", ["24050"]), ("₩2 4,050원", ["24050"]), ("₩0 4,050", ["0", "4050"]),
      ("₩4,050 1", ["4050", "1"]), ("₩1,200 2 2,400", ["1200", "2", "2400"]),
      ("₩2 1,050 2,100", ["2", "1050", "2100"]), ("2 4,050", ["2", "4050"]),
      ("▲500", ["-500"]), ("3개 1,200", ["3", "1200"]),
    ] as [(String, [String])])
  func `whole amounts are read as tills print them`(text: String, amounts: [String]) {
    #expect(figures(text) == amounts)
  }

  @Test(
    arguments: [
      ("TOTAL RM 1,234.50", ["1234.50"]), ("GST @6% 7.74 0.46", ["6.00", "7.74", "0.46"]), ("ROUNDING -.02", ["-0.02"]),
      ("RM5.00", ["5.00"]), ("-RM0.02", ["-0.02"]), ("1.84-", ["-1.84"]),
      ("3 X 2.9000 8.70", ["3.00", "2.90", "8.70"]),
      ("PT17920", []), ("12/03/2018", []),
    ] as [(String, [String])])
  func `amounts with cents are read as tills print them`(text: String, amounts: [String]) {
    #expect(figures(text, .cents) == amounts)
  }

  @Test func `arithmetic of amounts is checked`() throws {
    let large = try #require(Amount(decimal: "999999999999"))
    #expect(large + large == nil)
    #expect(large * large == nil)
    #expect(-large - large == nil)
    #expect(Amount(decimal: "9223372036854775807") == nil)
    #expect(Amount(whole: [UInt8](repeating: 9, count: 40)) == nil)
    let price = try #require(Amount(whole: [2], fraction: [5]))
    #expect((price * price)?.text(places: 2) == "6.25")
    #expect((-price).text(places: 2) == "-2.50")
  }

  @Test(
    arguments: [
      ("2026-03-14", "2026-03-14"), ("2026년 3월 14일", "2026-03-14"), ("26/03/14", "2026-03-14"),
      ("2026.03.14.", "2026-03-14"),
      ("2026-03-1412:30", "2026-03-14"), ("2026-13-14", nil), ("2026-02-30", nil), ("9999-01-01", nil),
      ("02-555-0101", nil),
    ] as [(String, String?)])
  func `Korean dates are read year first`(text: String, iso: String?) {
    let hits = DateScanner(scalars: Array(text.unicodeScalars), style: .whole).dates()
    #expect(hits.first?.date.iso == iso)
  }

  @Test(
    arguments: [
      ("14/03/2018", "2018-03-14"), ("03/14/2018", "2018-03-14"), ("14-03-18", "2018-03-14"),
      ("14 MAR 2018", "2018-03-14"),
      ("14-Mar-18", "2018-03-14"), ("MAR 14, 2018", "2018-03-14"), ("2018-03-14", "2018-03-14"),
      ("14/03/20 18", "2018-03-14"),
    ] as [(String, String?)])
  func `other dates are read day first`(text: String, iso: String?) {
    let hits = DateScanner(scalars: Array(text.unicodeScalars), style: .cents).dates()
    #expect(hits.first?.date.iso == iso)
  }

  @Test(
    arguments: [
      ("12:30:59", "12:30:59"), ("오후 7:05", "19:05"), ("7:31:08 PM", "19:31:08"), ("12:17 AM", "00:17"),
      ("18시 05분", "18:05"),
      ("25:00", nil), ("2026-03-1412:30", "12:30"),
    ] as [(String, String?)])
  func `times are read with the half of the day`(text: String, time: String?) {
    #expect(DateScanner(scalars: Array(text.unicodeScalars), style: .whole).times().first?.time.text == time)
  }

  @Test func `syllables are near when one of their letters differs`() {
    func distance(_ one: String, _ other: String) -> Int? {
      editDistance(Jamo.letters(one.unicodeScalars), Jamo.letters(other.unicodeScalars), limit: 3)
    }
    #expect(distance("합계", "함게") == 2)
    #expect(distance("합계", "합계") == 0)
    #expect(distance("승인번호", "승인번허") == 1)
    #expect(distance("합계", "부가세물품") == nil)
  }
}
