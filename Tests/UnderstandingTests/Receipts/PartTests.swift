import PageModel
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
      ("₩24,050", ["24050"]), ("02-555-0101", []), ("2026-03-14 12:30", []), ("5300-12**-****-1357", []),
      ("5,5OO", ["5500"]),
      ("₩2 4,050", ["24050"]), ("₩24,05 0", ["24050"]), ("₩2 4,050원", ["24050"]), ("₩0 4,050", ["0", "4050"]),
      ("₩4,050 1", ["4050", "1"]), ("₩1,200 2 2,400", ["1200", "2", "2400"]),
      ("₩2 1,050 2,100", ["2", "1050", "2100"]), ("2 4,050", ["2", "4050"]),
      ("▲500", ["-500"]), ("3개 1,200", ["3", "1200"]),
      ("12,000-", ["-12000"]), ("12,000.-", ["12000"]), ("(₩12,000-)", ["12000"]), ("(12,000)", ["12000"]),
      ("\\7 ,453", ["7453"]), ("7 , 453", ["7453"]), ("12 000", ["12000"]), ("12 500", ["12", "500"]),
      ("\\22 2,000", ["222000"]), ("KRW2 4,050", ["24050"]), ("2,4 00", ["2400"]), ("17,04 1", ["17041"]),
      ("1,200 3", ["1200", "3"]), ("28;210", ["28210"]), ("10;30", ["10", "30"]),
      ("82,l81", ["82181"]), ("82,l 81", ["82181"]), ("42,B50원", []), ("500l", ["500"]),
      ("061 685 0204", ["61", "685", "204"]),
    ] as [(String, [String])])
  func `whole amounts are read as tills print them`(text: String, amounts: [String]) {
    #expect(figures(text) == amounts)
  }

  @Test(
    arguments: [
      ("TOTAL RM 1,234.50", ["1234.50"]), ("GST @6% 7.74 0.46", ["6.00", "7.74", "0.46"]), ("ROUNDING -.02", ["-0.02"]),
      ("RM5.00", ["5.00"]), ("-RM0.02", ["-0.02"]), ("1.84-", ["-1.84"]),
      ("3 X 2.9000 8.70", ["3.00", "2.90", "8.70"]),
      ("USD12.00", ["12.00"]), ("-USD12.00", ["-12.00"]), ("US$ 12.00", ["12.00"]), ("12.00USD", ["12.00"]),
      ("¥1200", ["1200.00"]), ("￥1200", ["1200.00"]), ("AB12.00", []), ("12 .00", ["12.00"]), ("12 . 00", ["12.00"]),
      ("2 .50", ["2.00", "0.50"]), (".25 .50", ["0.25", "0.50"]), ("£112.4 7", ["112.47"]), ("RM6.6 0", ["6.60"]),
      ("112.4 7", ["112.40", "7.00"]), ("£1.50 2", ["1.50", "2.00"]), ("£112.4 75", ["112.40", "75.00"]),
      ("2 034.50", ["2.00", "34.50"]),
      ("PT17920", []), ("12/03/2018", []),
    ] as [(String, [String])])
  func `amounts with cents are read as tills print them`(text: String, amounts: [String]) {
    #expect(figures(text, .cents) == amounts)
  }

  @Test func `arithmetic of amounts is checked`() throws {
    let large = try #require(Amount(decimal: "9999999999999"))
    #expect(large + large == nil)
    #expect(large * large == nil)
    #expect(-large - large == nil)
    #expect(Amount(decimal: "9223372036854775807") == nil)
    #expect(Amount(decimal: "9999999999999.9999") != nil)
    #expect(Amount(decimal: "10000000000000") == nil)
    #expect(Amount(whole: [UInt8](repeating: 9, count: 12)) != nil)
    #expect(Amount(whole: [UInt8](repeating: 9, count: 13)) == nil)
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
      ("18시 05분", "18:05"), ("18시 05분 09초", "18:05:09"), ("18시05분09초", "18:05:09"),
      ("25:00", nil), ("2026-03-1412:30", "12:30"), ("10:20 P.M.", "22:20"), ("10:20P.M.", "22:20"),
      ("12:17 a.m", "00:17"), ("8:53:47P", "20:53:47"), ("7:42 P. Main", "07:42"), ("7:42 Pm2", "19:42"),
    ] as [(String, String?)])
  func `times are read with the half of the day`(text: String, time: String?) {
    #expect(DateScanner(scalars: Array(text.unicodeScalars), style: .whole).times().first?.time.text == time)
  }

  @Test(
    arguments: [
      ("10:2 0:59", "10:20:59"), ("12:30:5 9", "12:30:59"), ("12: 30", "12:30"), ("4:3 1.50", nil), ("4:3 1,500", nil),
      ("l7:45", nil), ("09:S0:18", nil), ("O7:45", "07:45"), ("2026-03-14T12:30", "12:30"), ("at7:45", "07:45"),
    ] as [(String, String?)])
  func `a time may have a space within, and loses no digit to a letter`(text: String, time: String?) {
    #expect(DateScanner(scalars: Array(text.unicodeScalars), style: .whole).times().first?.time.text == time)
  }

  @Test(
    arguments: [
      ("2026-03-14(토)", 6), ("2026.03.16 월요일", 1), ("14/03/2026 (Sat)", 6), ("17 Mar 2026, Tues", 2),
      ("SAT 14/03/2026", 6), ("Saturday, 14 March 2026", 6), ("Saturn 14/03/2026", nil), ("Satur 14/03/2026", nil),
      ("14/03/2026", nil), ("2026.03.15 일요일", 0), ("2026-03-15일요일", 0), ("2026년 3월 15일 일요일", 0),
      ("2026년 3월 15일", nil), ("2026년 3월 15일 (일)", 0), ("2026년 3월 15 일 월요일", 1), ("2026.03.15 일", nil),
    ] as [(String, Int?)])
  func `a weekday is read behind its date or before it`(text: String, weekday: Int?) throws {
    let hits = DateScanner(scalars: Array(text.unicodeScalars), style: .cents).dates()
    #expect(try #require(hits.first).weekday == weekday)
  }

  @Test(
    arguments: [
      ("2026.03.15 일시불", "2026.03.15"), ("2026년 3월 15 일시불", "2026년 3월 15"),
      ("2026.03.15 일", "2026.03.15 일"), ("2026년 3월 15 일 월요일", "2026년 3월 15 일"),
      ("2026년 3월 15일시불", "2026년 3월 15일"), ("2026.03.15 일요일", "2026.03.15"), ("2026.03.15일요일", "2026.03.15"),
    ])
  func `a date ends with the suffix of its day, and not within a word behind it`(text: String, date: String) throws {
    let scalars = Array(text.unicodeScalars)
    let hit = try #require(DateScanner(scalars: scalars, style: .whole).dates().first)
    #expect(scalars[hit.range].string == date)
  }

  @Test(
    arguments: [
      (0..<2, ["ab"]), (2..<3, []), (2..<6, ["cde"]), (1..<4, ["ab", "cde"]), (6..<8, ["f"]), (8..<9, []),
    ] as [(Range<Int>, [String])])
  func `a range of a row holds the words that have a symbol in it`(range: Range<Int>, words: [String]) {
    let page = RecognisedPage(text: "ab cde f")
    #expect(Rows.make(page, [0])[0].parts(in: range).map(\.word.text) == words)
  }

  @Test func `letters and digits are those of ASCII, Korean and other scripts up to their last one`() {
    let hangul = "\u{AC00}\u{D7A3}\u{3131}\u{318E}".unicodeScalars
    let latin = "azAZ".unicodeScalars
    let letters = "\u{C0}\u{1FFF}\u{4E00}\u{9FFF}".unicodeScalars
    let none = "@[`{/:\u{BF}\u{2000}\u{3130}\u{318F}\u{4DFF}\u{A000}\u{ABFF}\u{D7A4}".unicodeScalars
    for scalar in hangul { #expect(scalar.isHangul && scalar.isLetter && !scalar.isLatin, "\(scalar)") }
    for scalar in latin { #expect(scalar.isLatin && scalar.isLetter && !scalar.isHangul, "\(scalar)") }
    for scalar in letters { #expect(scalar.isLetter && !scalar.isHangul && !scalar.isLatin, "\(scalar)") }
    for scalar in none { #expect(!scalar.isLetter && !scalar.isDigit, "\(scalar)") }
    #expect("0123456789".unicodeScalars.map(\.digit) == (0...9).map { UInt8($0) })
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
