import PageModel
import Testing

@testable import Recognition

struct TextNormalisationTests {
  @Test func `text is composed and holds no blanks`() {
    #expect(TextNormalisation.cleaned(" 가 \n") == "가")
    #expect(Array(TextNormalisation.cleaned("\u{1112}\u{1161}\u{11AB}").unicodeScalars) == ["한"])
    #expect(Array(TextNormalisation.cleaned("e\u{301}").unicodeScalars) == ["é"])
    #expect(TextNormalisation.cleaned("a\u{3000}\u{0007}b") == "ab")
    #expect(TextNormalisation.cleaned("２０Ｌ：") == "20L:")
  }

  @Test(arguments: ["--------", "= = = = =", "****", "ㅡㅡㅡㅡㅡ", "-----.--", "...... ......"])
  func `a ruling line is one`(text: String) {
    #expect(TextNormalisation.isRule(text.split(separator: " ").map(String.init)))
  }

  @Test(arguments: ["---", "-1,000", "*** 감사합니다 ***", "1234****5678", "", "-=*.", "=합계="])
  func `what is no ruling line is none`(text: String) {
    #expect(!TextNormalisation.isRule(text.split(separator: " ").map(String.init)))
  }

  @Test func `a word's script is that of all its letters`() {
    #expect(TextNormalisation.script(of: "합계12") == "Hangul")
    #expect(TextNormalisation.script(of: "Total") == "Latin")
    #expect(TextNormalisation.script(of: "A급") == nil)
    #expect(TextNormalisation.script(of: "12,000") == nil)
  }

  @Test func `candidates are the likeliest changes of the chosen word`() {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    let characters = [
      CharacterReading(text: "상", box: box, confidence: 0.5, alternatives: [Candidate(text: "삼", confidence: 0.4)]),
      CharacterReading(
        text: "품", box: box, confidence: 0.9,
        alternatives: [Candidate(text: "폼", confidence: 0.09), Candidate(text: "풍", confidence: 0)]),
    ]
    let candidates = Candidates.of("상품", confidence: 0.5, characters: characters, atMost: 5)
    #expect(candidates.map(\.text) == ["상품", "삼품", "상폼", "삼폼"])
    #expect(candidates.map(\.confidence) == [0.5, 0.4, 0.05, 0.04])
    #expect(Candidates.of("상품", confidence: 0.5, characters: characters, atMost: 1).count == 1)
    // Characters that do not add up to the word say nothing about it.
    #expect(Candidates.of("상 품", confidence: 0.5, characters: characters, atMost: 5).count == 1)
  }

  @Test func `a backslash before an amount is the won sign, and no other is`() {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    func restored(_ texts: String...) -> [String] {
      var words = texts.map { text in
        let candidate = Candidate(text: text, confidence: 1)
        return WordReading(
          word: Word(text: text, box: box, confidence: 1, candidates: [candidate]),
          characters: text.map { CharacterReading(text: String($0), box: box, confidence: 1) })
      }
      WonSign.restore(in: &words)
      #expect(words.map(\.word.text) == words.map { $0.characters.map(\.text).joined() })
      #expect(words.map(\.word.text) == words.compactMap { $0.word.candidates.first?.text })
      return words.map(\.word.text)
    }
    #expect(restored("합계", "\\12,000") == ["합계", "₩12,000"])
    #expect(restored("합계", "\\", "3,500") == ["합계", "₩", "3,500"])
    #expect(restored("C:\\1", "\\", "가", "\\") == ["C:\\1", "\\", "가", "\\"])
  }
}
