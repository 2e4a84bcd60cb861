import Glibc
import PageModel
import Support

/// Corrects letters of a reading where the network's probabilities and a model of characters together prefer others.
///
/// It changes letters for as many other letters, each run of them judged by itself. Digits and symbols stay, because a
/// model of characters prefers what is frequent (`Letters.md`).
final class LetterCorrector {
  private let model = CharacterModel.own
  private let spelling: SpellingTable
  private let space: Int

  /// Changes are this much likelier than what was read, as a natural logarithm.
  private static let leastGain: Float = 2
  /// A longer line stays as it is, and so does one with more runs: it is a strip of several lines, or no text.
  static let mostSteps = 800
  private static let mostRuns = 16

  /// Nil for a network with other codes than those of the model of characters.
  init?(codes: Int) {
    guard codes == model.codes, let space = model.number(of: " ") else { return nil }
    self.space = space
    spelling = SpellingTable(model)
  }

  /// - Parameter probabilities: of each code at each step.
  func corrected(_ reading: LineReading, _ probabilities: [Float]) -> LineReading {
    guard probabilities.count <= Self.mostSteps * model.codes else { return reading }
    let read = reading.words.map { Array($0.word.text) }
    let places = read.indices.flatMap { word in read[word].indices.map { (word, $0) } }
    var search = LetterSearch(model: model, spelling: spelling)
    guard let text = search.likeliest(probabilities) else { return reading }
    let (own, found) = (read.flatMap(\.self), text.filter { $0 != space }.map(model.character))
    guard own != found else { return reading }
    let runs = Self.letterRuns(own, found)
    guard (1...Self.mostRuns).contains(runs.count) else { return reading }
    let before = score(read, probabilities)
    guard before.isFinite else { return reading }
    var result = read
    for (from, to) in runs {
      var changed = read
      for (place, letter) in zip(places[from], found[to]) { changed[place.0][place.1] = letter }
      guard score(changed, probabilities) - before >= Self.leastGain else { continue }
      for place in places[from] { result[place.0][place.1] = changed[place.0][place.1] }
    }
    var corrected = reading
    for index in result.indices where result[index] != read[index] {
      let (old, new) = (String(read[index]), String(result[index]))
      corrected.words[index].rewrite { $0 == old ? new : nil }
      corrected.words[index].removeRepeated()
    }
    return corrected
  }

  /// The runs of letters that have as many other letters opposite in the cheapest alignment.
  private static func letterRuns(_ own: [Character], _ found: [Character]) -> [(Range<Int>, Range<Int>)] {
    var runs: [(Range<Int>, Range<Int>)] = []
    for case (let left?, let right?) in aligned(own, found, gap: 1, cost: { $0 == $1 ? 0 : 1 })
    where own[left] != found[right] && own[left].isLetter && found[right].isLetter {
      if let (from, to) = runs.last, from.upperBound == left, to.upperBound == right {
        runs[runs.count - 1] = (from.lowerBound..<left + 1, to.lowerBound..<right + 1)
      } else {
        runs.append((left..<left + 1, right..<right + 1))
      }
    }
    return runs
  }

  /// The logarithm of a text's joint probability; characters that the network cannot write are left out.
  private func score(_ words: [[Character]], _ probabilities: [Float]) -> Float {
    let text = words.map { $0.flatMap(\.unicodeScalars).compactMap(model.number) }.joined(separator: [space])
    var context = CharacterModel.start
    var language: Float = 0
    for character in text { language += model.logProbability(of: character, in: &context) }
    language += model.logProbabilityOfEnd(in: context)
    return networkScore(text.flatMap(model.spelling), probabilities) + LetterSearch.modelWeight * language
  }

  /// The logarithm of the probability that the steps say these codes, over all their alignments.
  ///
  /// Source: Graves and others, "Connectionist Temporal Classification", 2006.
  private func networkScore(_ codes: [Int], _ probabilities: [Float]) -> Float {
    var blank = [Double](repeating: 0, count: codes.count + 1)
    var said = blank
    blank[0] = 1
    var score = 0.0
    for start in stride(from: 0, to: probabilities.count, by: model.codes) {
      let ofBlank = Double(probabilities[start + model.blank])
      for place in codes.indices.reversed() {
        let code = codes[place]
        let isRepeated = place > 0 && codes[place - 1] == code
        blank[place + 1] = (blank[place + 1] + said[place + 1]) * ofBlank
        said[place + 1] =
          (said[place + 1] + blank[place] + (isRepeated ? 0 : said[place])) * Double(probabilities[start + code])
      }
      blank[0] *= ofBlank
      // Keeps the sums within the range of numbers.
      let most = max(blank.max() ?? 0, said.max() ?? 0)
      guard most > 0 else { return -.infinity }
      for place in blank.indices {
        blank[place] /= most
        said[place] /= most
      }
      score += log(most)
    }
    return Float(score + log(blank[codes.count] + said[codes.count]))
  }
}
