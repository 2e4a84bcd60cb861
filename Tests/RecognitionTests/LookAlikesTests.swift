import PageModel
import Testing

@testable import Recognition

struct LookAlikesTests {
  @Test(arguments: [("MSCl", "MSCI"), ("(BlIB.O)", "(BIIB.O)"), ("BlLL", "BILL"), ("BlLL5O0", "BILL500")])
  func `a small L among capitals is a capital I`(_ read: String, _ written: String) {
    #expect(LookAlikes.restored(read) == written)
  }

  @Test(arguments: ["Bill", "ml", "El", "XL", "500ml", "AlA1b", "Hotel", "l", "", "총l", "HCl", "(KCl)"])
  func `a small L elsewhere stays`(_ word: String) { #expect(LookAlikes.restored(word) == nil) }

  @Test func `a capital's character and candidates agree with the word`() {
    let characters = "MSCl".map { character in
      CharacterReading(
        text: String(character), box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 0.9,
        alternatives: character == "l" ? [Candidate(text: "I", confidence: 0.6)] : [])
    }
    let word = Word(
      text: "MSCl", box: Box(x: 0, y: 0, width: 4, height: 1), confidence: 0.9,
      candidates: [("MSCl", 0.9), ("MSCI", 0.6)].map { Candidate(text: $0.0, confidence: $0.1) })
    var words = [WordReading(word: word, characters: characters)]
    LookAlikes.restore(in: &words)
    #expect(words[0].word.text == "MSCI")
    #expect(words[0].characters.last?.text == "I" && words[0].characters.last?.alternatives.isEmpty == true)
    #expect(words[0].word.candidates.map(\.text) == ["MSCI"])
  }

  @Test func `a zero's character and candidates agree with the word`() {
    let others = [Candidate(text: "0", confidence: 0.7), Candidate(text: "Q", confidence: 0.1)]
    let characters = "9OMG".map { character in
      CharacterReading(
        text: String(character), box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 0.9,
        alternatives: character == "O" ? others : [])
    }
    let word = Word(
      text: "9OMG", box: Box(x: 0, y: 0, width: 4, height: 1), confidence: 0.9,
      candidates: [("9OMG", 0.9), ("90MG", 0.7), ("9QMG", 0.1)].map { Candidate(text: $0.0, confidence: $0.1) })
    var words = [WordReading(word: word, characters: characters)]
    LookAlikes.restore(in: &words)
    #expect(words[0].word.text == "90MG")
    #expect(words[0].characters.map(\.text) == ["9", "0", "M", "G"])
    #expect(words[0].characters[1].alternatives.map(\.text) == ["Q"])
    #expect(words[0].word.candidates.map(\.text) == ["90MG", "9QMG"])
    #expect(words[0].word.candidates.first?.confidence == 0.9)
    // What is no row of single characters is left alone.
    words = [WordReading(word: word, characters: Array(characters.dropLast()))]
    LookAlikes.restore(in: &words)
    #expect(words[0].word == word)
  }
}
