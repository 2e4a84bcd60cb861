import PageModel
import Testing

@testable import Recognition

@Suite struct ZeroDigitsTests {
  @Test(arguments: [
    ("RO00184", "R000184"), ("A0O2#", "A002#"), ("POS0O1", "POS001"), ("BO19", "B019"), ("1O,5OO", "10,500"),
    ("2O.OO", "20.00"), ("5OO원", "500원"), ("NOO048", "NO0048"),
  ])
  func `a letter O among digits is a zero`(read: String, written: String) {
    #expect(ZeroDigits.restored(read) == written)
  }

  @Test(arguments: [
    "NO0048", "PO2201", "POS:0156", "PROMO05", "No.04", "H2O", "CO2", "2O'CLOCK", "O", "20", "VISIO", "O2", "거래NO:0156",
    "3COLOR",
  ])
  func `a letter O of a word stays`(word: String) {
    #expect(ZeroDigits.restored(word) == nil)
  }

  @Test func `the characters and the candidates of a word change with it`() {
    let box = Box(x: 0, y: 0, width: 10, height: 10)
    let word = Word(
      text: "A0O2", box: box, confidence: 0.9, candidates: [Candidate(text: "A0O2", confidence: 0.9)], script: "Latin")
    let characters = "A0O2".map { CharacterReading(text: String($0), box: box, confidence: 0.9) }
    var reading = WordReading(word: word, characters: characters)
    reading.rewrite(ZeroDigits.restored)
    #expect(reading.word.text == "A002")
    #expect(reading.word.candidates.map(\.text) == ["A002"])
    #expect(reading.characters.map(\.text) == ["A", "0", "0", "2"])
  }
}
