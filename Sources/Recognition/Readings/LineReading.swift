package import PageModel

package struct CharacterReading: Hashable, Sendable {
  /// NFC; usually one character.
  package var text: String
  package var box: Box
  package var confidence: Double
  /// Alternatives, best first, without the chosen one; empty unless candidates were asked for.
  package var alternatives: [Candidate] = []
}

package struct WordReading: Hashable, Sendable {
  package var word: Word
  package var characters: [CharacterReading]

  /// Replaces characters of the word, of its candidates and of its character readings.
  ///
  /// - Parameter change: gives a text of as many characters; nil leaves the text as it is.
  mutating func rewrite(_ change: (String) -> String?) {
    for index in word.candidates.indices {
      word.candidates[index].text = change(word.candidates[index].text) ?? word.candidates[index].text
    }
    guard let text = change(word.text) else { return }
    if text.count == characters.count, characters.map(\.text).joined() == word.text {
      for (index, character) in text.enumerated() { characters[index].text = String(character) }
    }
    word.text = text
    word.script = TextNormalisation.script(of: text)
  }

  /// Keeps the first of equal candidates, and only the alternatives of a character that differ from it.
  mutating func removeRepeated() {
    var seen: Set<String> = []
    word.candidates.removeAll { !seen.insert($0.text).inserted }
    for index in characters.indices {
      let text = characters[index].text
      characters[index].alternatives.removeAll { $0.text == text }
    }
  }
}

/// One reading of one line, the basis of a choice among several.
package struct LineReading: Hashable, Sendable {
  package var kind: Line.Kind = .text
  package var box: Box
  package var baseline: Baseline?
  /// The block of the page, from 0.
  package var block = 0
  package var words: [WordReading] = []
  /// Of the network's layer before the last, step by step, for the corrector of letters; empty if nobody keeps them.
  var activations: [Int16] = []
}

extension LineReading {
  /// Joins the lines that an engine saw in a picture of one line; nil if it saw none.
  init?(joining pieces: [LineReading]) {
    guard var line = pieces.first else { return nil }
    for piece in pieces.dropFirst() {
      line.words += piece.words
      line.box = line.box.union(piece.box)
      if piece.kind == .text { line.kind = .text }
    }
    self = line
  }

  /// The same reading with all its boxes in other coordinates.
  package func mapped(_ map: (Box) -> Box) -> LineReading {
    var line = self
    line.box = map(box)
    line.baseline = baseline?.mapped { x, y in
      let place = map(Box(x: Int(x.rounded()), y: Int(y.rounded()), width: 0, height: 0))
      return (Double(place.x), Double(place.y))
    }
    for word in line.words.indices {
      line.words[word].word.box = map(line.words[word].word.box)
      for character in line.words[word].characters.indices {
        line.words[word].characters[character].box = map(line.words[word].characters[character].box)
      }
    }
    return line
  }

  /// The words joined by one space; also for a ruling line.
  package var text: String {
    words.map(\.word.text).joined(separator: " ")
  }

  /// The raw network confidence: the mean over the line's characters, 0 to 1; 0 without any.
  ///
  /// It only ranks readings of one line: most wrong lines also have 0.99.
  package var confidence: Double {
    let characters = words.flatMap(\.characters)
    guard !characters.isEmpty else { return 0 }
    return characters.reduce(0) { $0 + $1.confidence } / Double(characters.count)
  }
}
