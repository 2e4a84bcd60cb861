import Imaging
import PageModel
import Testing

@testable import Recognition

/// Words drawn as blocks: a crop of 48 rows whose letters are 28 pixels high.
struct WordSpacesTests {
  private var image = GrayImage(width: 400, height: 48, filledWith: 255)

  /// A word whose characters are as wide as given, with so much room behind each.
  private mutating func word(_ text: String, x: Int, _ letters: [(width: Int, gap: Int)]) -> WordReading {
    var column = x
    var characters: [CharacterReading] = []
    for (character, letter) in zip(text, letters) {
      for row in 10..<38 { for place in column..<column + letter.width { image.pixels[row * 400 + place] = 0 } }
      characters.append(
        CharacterReading(
          text: String(character), box: Box(x: column, y: 0, width: letter.width + letter.gap, height: 48),
          confidence: 0.9))
      column += letter.width + letter.gap
    }
    let width = column - x - (letters.last?.gap ?? 0)
    return WordReading(
      word: Word(
        text: text, box: Box(x: x, y: 10, width: width, height: 28), confidence: 0.9,
        candidates: [Candidate(text: text, confidence: 0.9)]), characters: characters)
  }

  private func line(_ words: [WordReading]) -> LineReading {
    LineReading(box: Box(x: 0, y: 0, width: 400, height: 48), words: words)
  }

  @Test mutating func `a space behind a comma is left, its words have the boxes of their ink`() throws {
    let read = line([
      word("12,345", x: 20, [(12, 2), (12, 2), (4, 13), (12, 2), (12, 2), (12, 2)]),
      word("by", x: 130, [(12, 2), (12, 2)]),
    ])
    let spaced = read.spaced(by: image)
    #expect(spaced.words.map(\.word.text) == ["12,", "345", "by"])
    #expect(spaced.words[0].word.box == Box(x: 20, y: 10, width: 32, height: 28))
    #expect(spaced.words[1].word.box == Box(x: 65, y: 10, width: 40, height: 28))
    #expect(spaced.words.flatMap(\.characters) == read.words.flatMap(\.characters))
    #expect(spaced.words[1].word.candidates == [Candidate(text: "345", confidence: 0.9)])
  }

  @Test mutating func `in typewriters' letters, whose comma has room on both sides, none is left`() {
    let read = line([word("12,345", x: 20, [(12, 4), (12, 12), (4, 12), (12, 4), (12, 4), (12, 4)])])
    #expect(read.spaced(by: image) == read)
  }

  @Test mutating func `between letters the word as it was read counts`() {
    let read = line([word("AVON", x: 20, [(12, 2), (12, 13), (12, 2), (12, 2)])])
    #expect(read.spaced(by: image) == read)
  }

  @Test mutating func `the hyphen of a divided word belongs to it, a dash far behind one doesn't`() {
    let letters = Array(repeating: (width: 10, gap: 2), count: 5)
    let words = [word("about", x: 20, letters), word("proce", x: 94, letters)]
    let near = line(words + [word("-", x: 162, [(8, 0)])])
    #expect(near.spaced(by: image).words.map(\.word.text) == ["about", "proce-"])
    #expect(near.spaced(by: image).words[1].word.box == Box(x: 94, y: 10, width: 76, height: 28))
    // As far as a word is.
    let far = line(words + [word("-", x: 168, [(8, 0)])])
    #expect(far.spaced(by: image).words.map(\.word.text) == ["about", "proce", "-"])
  }
}
