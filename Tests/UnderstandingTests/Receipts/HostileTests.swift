import PageModel
import TestSupport
import Testing

@testable import Understanding

struct HostileTests {
  private static let long = String(repeating: "9", count: 40)

  @Test(arguments: [
    "합계 \(long)\n부가세 \(long)\n2026-03-14", "합계 9,999,999,999,999,999,999\n2026-03-14 12:00",
    "합계 -5,000\n현금 -5,000\n2026-03-14", "9999-12-31 23:59:59\n합계 5,000", "0000-00-00 99:99\n합계 5,000",
    "합계\u{0}\u{7}\u{1B}[31m 5,000\n2026-03-14", "\u{202E}합계 5,000\u{202C}\n\u{200F}2026-03-14",
    "=cmd|' /C calc'!A0\n2026-03-14 12:00\n합계 5,000", "합계 .\n합계 ,\n합계 -\n합계 ₩\n합계 RM\n합계 (((((", "[[[[[]]]]]\n:::\n***",
    "1 X 1 X 1 X 1\n0 0 0 0 0\n0 X 0 0", "합계 0\n부가세 0\n과세물품가액 0\n받은금액 0\n거스름돈 0",
    "품명 단가 수량 금액\n별 999,999,999,999 9999 999,999,999,999\n합계 999,999,999,999",
  ])
  func `a value or nothing, whatever stands there`(text: String) throws {
    for receipt in ReceiptReader().receipts(on: RecognisedPage(text: text)) {
      for field in receipt.fields.values {
        #expect((0...1).contains(field.confidence))
        #expect(!field.value.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
      }
      if let total = receipt.value(.total) { #expect(total.count <= 16) }
      #expect(receipt.value(.date).map { $0.hasPrefix("20") } ?? true)
    }
  }

  @Test func `a receipt of ten thousand lines is read to its end`() throws {
    var text = "은하상회\n2026-03-14 12:30\n품명 단가 수량 금액\n"
    for number in 1...10_000 { text += "별사탕\(number % 7)호 1,500 2 3,000\n" }
    text += "합계 30,000,000"
    let receipts = ReceiptReader().receipts(on: RecognisedPage(text: text))
    #expect(receipts.count == 1)
    #expect(receipts.first?.value(.total) == "30000000")
  }

  @Test(arguments: ReceiptTexts.all + [form]) func `boxes of any size do no harm`(text: String) {
    var page = RecognisedPage(text: text)
    let odd = [Int.min, Int.max, 0, -1]
    for line in page.lines.indices {
      for word in page.lines[line].words.indices {
        page.lines[line].words[word].box = Box(
          x: odd[word % 4], y: odd[(word + 3) % 4], width: odd[(word + line) % 4], height: odd[(word + 1) % 4])
      }
      page.lines[line].box = Box(
        x: odd[line % 4], y: odd[(line + 1) % 4], width: odd[(line + 2) % 4], height: odd[(line + 3) % 4])
      page.lines[line].block = odd[line % 2]
    }
    page.preparation = Preparation(rotation: 270, angle: 1e300)
    _ = ReceiptReader().receipts(on: page)
    page.signals = PageSignals()
    page.signals?.grids = [
      TableGrid(
        cells: (0..<4).map { TableGrid.Cell(row: $0, column: 0, rowSpan: 1, columnSpan: 1, corners: Self.square) })
    ]
    _ = ReceiptReader().receipts(on: page)
  }

  private static let square = [(0, 0), (9, 0), (9, 9), (0, 9)].map { TableGrid.Corner(x: $0.0, y: $0.1) }

  private static let form = "거래명세서\n등록번호 123-45-67891\n상호 견본\n대표자 홍길동\n공급가액 3,000 세액\n합계금액\n5,000\n300"

  @Test(arguments: [
    "합계 \(long)\n2026-03-14 12:30", "9999-12-31 23:59:59\n합계 5,000", "합계 -5,000\n현금 -5,000\n2026-03-14",
    "합계\u{0}\u{7}\u{1B}[31m 5,000\n2026-03-14", "\u{202E}합계 5,000\u{202C}\n\u{200F}2026-03-14",
    "=cmd|' /C calc'!A0\n2026-03-14 12:00\n합계 5,000", "",
  ])
  func `what strangers wrote has a kind, and is compared with itself, whatever it is`(text: String) {
    var page = RecognisedPage(text: text)
    let odd = [Int.min, Int.max, 0, -1]
    for line in page.lines.indices {
      page.lines[line].box = Box(
        x: odd[line % 4], y: odd[(line + 1) % 4], width: odd[(line + 2) % 4], height: odd[(line + 3) % 4])
      page.lines[line].confidence = line % 2 == 0 ? .nan : .infinity
    }
    (page.width, page.height) = (.max, 0)
    page.preparation = Preparation(rotation: 90)
    page.picture = PictureFacts(ground: .min, groundShare: -1, colour: .nan, dark: .infinity, tones: 1e300, smooth: 7)
    var record = PageRecord(outcome: .recognised(page))
    record.derived = DerivedStages().derive(record)
    if let kinds = record.derived.value(of: KindsStage.self) {
      #expect(kinds.allSatisfy { (0...1).contains($0.confidence) })
    }
    if let trace = ReceiptTrace(record) {
      #expect(ReceiptTrace(text: trace.text) == trace)
      _ = SameReceipts.find(trace, trace)
    }
  }

  @Test func `changed, cut and doubled texts give the same receipts twice`() {
    var random = SeededRandom(seed: 21)
    let symbols = Array("0123456789,.-:/()[]*₩ 합계부가세원RM\n\u{200F}\u{0}".unicodeScalars)
    for text in ReceiptTexts.all {
      for _ in 0..<40 {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<12 where scalars.count > 2 {
          let place = Int.random(in: 0..<scalars.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: scalars.remove(at: place)
          case 1: scalars[place] = symbols.randomElement(using: &random) ?? "0"
          default: scalars.insert(scalars[place], at: place)
          }
        }
        let page = RecognisedPage(text: scalars.string)
        #expect(ReceiptReader().receipts(on: page) == ReceiptReader().receipts(on: page))
      }
    }
  }
}
