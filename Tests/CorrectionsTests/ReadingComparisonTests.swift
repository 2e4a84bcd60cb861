@testable import Corrections
import PageModel
import Testing

@Suite struct ReadingComparisonTests {
  private func page(_ texts: [(String, Int)]) -> RecognisedPage {
    RecognisedPage(
      width: 600, height: 800, confidence: 0.7,
      lines: texts.map { text, y in
        let box = Box(x: 10, y: y, width: 400, height: 24)
        return Line(box: box, confidence: 0.7, words: [Word(text: text, box: box, confidence: 0.7)])
      })
  }

  private func correction(_ y: Int, _ old: String, _ new: String) -> Correction {
    Correction(
      target: .line(0), box: Box(x: 10, y: y, width: 400, height: 24), old: old, new: new, made: "", author: "")
  }

  @Test func `lines are compared by their places, and judged by what people put right`() {
    let old = page([("같은줄", 20), ("함계", 60), ("영수즘", 100), ("금액", 140), ("바뀜", 180), ("사라짐", 220), ("오류", 260)])
    let new = page([
      ("새줄", 300), ("같은줄", 22), ("합계", 62), ("영수중", 101), ("금핵핵", 141), ("바뀐", 180), ("오류", 260),
    ])
    let comparison = ReadingComparison(
      old: old, new: new,
      corrections: [
        correction(60, "함계", "합계"), correction(100, "영수즘", "영수증"), correction(140, "금액", "금액!"),
        correction(260, "오류", "옳음"),
      ])
    #expect(comparison.lines == 8)
    #expect(comparison.same == 2)
    #expect(comparison.corrected == 4)
    let verdicts = comparison.changes.map { "\($0.old ?? "") \($0.new ?? "") \($0.verdict.rawValue)" }
    #expect(
      verdicts == [
        "함계 합계 confirms", "영수즘 영수중 changed", "금액 금핵핵 worse", "바뀜 바뀐 changed", "사라짐  changed",
        " 새줄 changed",
      ])
  }
}
