import PageModel
import Testing

@testable import Recognition

struct RepeatedPrintTests {
  /// Words of twenty pixels a letter, one after the other, each so much lower than the one before.
  private func line(_ text: String, x: Int = 100, y: Int, skew: Int = 0, confidence: Double = 0.9) -> Line {
    var left = x
    var top = y
    let words = text.split(separator: " ").map { word in
      defer {
        left += 20 * word.count + 15
        top += skew
      }
      let box = Box(x: left, y: top, width: 20 * word.count, height: 30)
      return Word(text: String(word), box: box, confidence: confidence)
    }
    let right = words.map { $0.box.x + $0.box.width }.max() ?? x
    let box = Box(x: x, y: min(y, top), width: right - x, height: 30 + abs(top - y))
    return Line(box: box, confidence: confidence, words: words)
  }

  private func texts(_ lines: Line...) -> [String] {
    lines.withoutRepeatedPrint().map { $0.words.map(\.text).joined(separator: " ") }
  }

  @Test func `the end of a row that was found again, a little lower and a letter off, is left out`() {
    let row = line("거래번호: 7564 총 5개 판매원 셀프3", y: 200)
    let again = line("총 5개 판매원 :셀프3", x: row.words[2].box.x, y: 206, skew: 1)
    #expect(texts(row, again) == ["거래번호: 7564 총 5개 판매원 셀프3"])
    #expect(texts(again, row) == ["거래번호: 7564 총 5개 판매원 셀프3"])
    #expect(texts(row, line("합계 5,000", y: 250), again) == ["거래번호: 7564 총 5개 판매원 셀프3", "합계 5,000"])
  }

  @Test func `of two equal rows on one place the surer one stays`() {
    let rows = [line("합계 5,000", y: 200), line("합계 5,000", y: 204, confidence: 0.95)]
    #expect(rows.withoutRepeatedPrint().map(\.confidence) == [0.95])
  }

  @Test func `rows that say the same below or beside one another stay`() {
    #expect(texts(line("커피 4,500", y: 200), line("커피 4,500", y: 228)).count == 2)
    #expect(texts(line("커피 4,500", y: 200), line("4,500", x: 400, y: 204)).count == 2)
  }

  @Test func `another text on the same place stays, and so does a rule`() {
    #expect(texts(line("합계 금액 5,000", y: 200), line("신용카드", y: 204)).count == 2)
    let rule = Line(kind: .rule, box: Box(x: 100, y: 210, width: 300, height: 4), confidence: 0, words: [])
    #expect([line("합계 5,000", y: 200), rule].withoutRepeatedPrint().count == 2)
  }
}
