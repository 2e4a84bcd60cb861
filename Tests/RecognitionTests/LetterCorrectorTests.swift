import Foundation
import PageModel
import Testing

@testable import Recognition

/// Letters that the model of characters corrects.
@Suite struct LetterCorrectorTests {
  private let model = CharacterModel.own

  private func codes(of text: String) throws -> [Int] {
    try text.unicodeScalars.flatMap { scalar in
      Array(model.spelling(try #require(model.number(of: scalar), "the network writes \(scalar)")))
    }
  }

  /// Steps that say one text with this probability, and another of as many codes with what is left.
  private func steps(_ likelier: String, _ other: String, probability: Float) throws -> [Float] {
    let (first, second) = (try codes(of: likelier), try codes(of: other))
    try #require(first.count == second.count)
    var steps: [Float] = []
    for (one, two) in zip(first, second) {
      var step = [Float](repeating: 1e-7, count: model.codes)
      step[two] = one == two ? 0.999 : 1 - probability
      if one != two { step[one] = probability }
      var blank = [Float](repeating: 1e-7, count: model.codes)
      blank[model.blank] = 0.999
      steps += step + blank
    }
    return steps
  }

  private func reading(_ text: String) -> LineReading {
    let box = Box(x: 0, y: 0, width: 10, height: 10)
    let words = text.split(separator: " ").map { word in
      WordReading(
        word: Word(
          text: String(word), box: box, confidence: 0.9, candidates: [Candidate(text: String(word), confidence: 0.9)],
          script: TextNormalisation.script(of: String(word))),
        characters: word.map { CharacterReading(text: String($0), box: box, confidence: 0.9) })
    }
    return LineReading(box: box, words: words)
  }

  private func corrected(_ read: String, _ other: String, probability: Float = 0.55) throws -> LineReading {
    let corrector = try #require(LetterCorrector(codes: model.codes))
    return corrector.corrected(reading(read), try steps(read, other, probability: probability))
  }

  @Test(arguments: [
    ("합게 금액", "합계 금액"), ("신용카트 결제", "신용카드 결제"), ("TOTAI DUE", "TOTAL DUE"), ("영수중을 지참", "영수증을 지참"),
  ])
  func `a letter becomes the one that the words of receipts have there`(_ read: String, _ right: String) throws {
    let result = try corrected(read, right)
    #expect(result.text == right)
    let changed = zip(zip(read.split(separator: " "), right.split(separator: " ")), result.words)
    for ((old, new), word) in changed where old != new {
      #expect(word.characters.map(\.text).joined() == new)
      #expect(word.word.candidates.map(\.text) == [String(new)])
    }
  }

  @Test func `a letter of which the network is sure stays`() throws {
    #expect(try corrected("합게 금액", "합계 금액", probability: 0.9999).text == "합게 금액")
  }

  @Test func `a letter stays where the other one is no likelier`() throws {
    #expect(try corrected("합계 금액", "합게 금액").text == "합계 금액")
  }

  @Test(arguments: [("합계 8,000", "합계 3,000"), ("합계 9.000", "합계 9,000"), ("]2,000", "12,000"), ("A0", "AO")])
  func `digits and symbols stay, even if the network prefers others`(_ read: String, _ other: String) throws {
    #expect(try corrected(read, other, probability: 0.05).text == read)
  }

  @Test func `the letter becomes the first candidate, without repetition`() throws {
    var line = reading("합게 금액")
    line.words[0].word.candidates.append(Candidate(text: "합계", confidence: 0.4))
    line.words[0].characters[1].alternatives = [
      Candidate(text: "계", confidence: 0.4), Candidate(text: "개", confidence: 0.1),
    ]
    let corrector = try #require(LetterCorrector(codes: model.codes))
    let said = try steps("합게 금액", "합계 금액", probability: 0.55)
    let word = corrector.corrected(line, said).words[0]
    #expect(word.word.candidates.map(\.text) == ["합계"])
    #expect(word.characters[1].text == "계" && word.characters[1].alternatives.map(\.text) == ["개"])
  }

  @Test func `a line stays that is too long, has no steps, or whose probabilities are no numbers`() throws {
    let corrector = try #require(LetterCorrector(codes: model.codes))
    let (line, said) = (reading("합게 금액"), try steps("합게 금액", "합계 금액", probability: 0.55))
    var blank = [Float](repeating: 1e-7, count: model.codes)
    blank[model.blank] = 0.999
    let padding = [[Float]](repeating: blank, count: LetterCorrector.mostSteps).joined()
    let none = [Float](repeating: .nan, count: said.count)
    for steps in [said + padding, [], Array(said.prefix(model.codes)), none] {
      #expect(corrector.corrected(line, steps).text == line.text)
    }
    #expect(corrector.corrected(reading(""), said).words.isEmpty)
  }

  @Test func `of two runs of letters only the likelier one changes`() throws {
    #expect(try corrected("합게 금액 QZKX", "합계 금액 ZQXK").text == "합계 금액 QZKX")
  }

  @Test func `the model of characters fits only the codes of its network`() {
    #expect(LetterCorrector(codes: model.codes + 1) == nil)
  }

  @Test func `probabilities after any beginning add up to one`() throws {
    for beginning in ["", "합계", "TOTAL A", "서울특별시 "] {
      var context = CharacterModel.start
      for scalar in beginning.unicodeScalars {
        _ = model.logProbability(of: try #require(model.number(of: scalar)), in: &context)
      }
      // Digits share one id, and so do all rare characters.
      var seen: Set<UInt16> = []
      var sum = exp(Double(model.logProbabilityOfEnd(in: context)))
      for number in 0..<model.characterCount where seen.insert(model.ids[number]).inserted {
        var next = context
        sum += exp(Double(model.logProbability(of: number, in: &next)))
      }
      #expect(abs(sum - 1) < 0.05, "after \(beginning): \(sum)")
    }
  }
}
