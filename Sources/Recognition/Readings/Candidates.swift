import PageModel

/// Makes whole-word candidates out of the alternatives of each character.
enum Candidates {
  /// The chosen word, then words that differ in the most doubtful characters, best first.
  static func of(_ word: String, confidence: Double, characters: [CharacterReading], atMost count: Int) -> [Candidate] {
    let chosen = Candidate(text: word, confidence: confidence)
    guard count > 1, characters.map(\.text).joined() == word else { return [chosen] }
    var best: [(text: [String], weight: Double)] = [([], 1)]
    for character in characters {
      // An alternative is never better than the choice, which the dictionary may have decided.
      let others = character.alternatives.filter { $0.text != character.text }.map {
        (text: $0.text, weight: min($0.confidence / max(character.confidence, 0.01), 0.999))
      }
      let options = [(text: character.text, weight: 1)] + others
      var longer = best.flatMap { prefix in options.map { (prefix.text + [$0.text], prefix.weight * $0.weight) } }
      // Stable: equal weights keep their order, so that the same picture gives the same candidates.
      longer = longer.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element)
      best = Array(longer.prefix(count))
    }
    var candidates = [chosen]
    for reading in best {
      let text = TextNormalisation.cleaned(reading.text.joined())
      if text.isEmpty || reading.weight <= 0 || candidates.contains(where: { $0.text == text }) { continue }
      candidates.append(Candidate(text: text, confidence: confidence * reading.weight))
    }
    return Array(candidates.prefix(count))
  }
}
