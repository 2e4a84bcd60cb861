import PageModel
import Testing

@testable import Recognition

/// Which of several readings of a line is taken.
@Suite struct ReadingVoteTests {
  private func reading(_ text: String, confidence: Double) -> LineReading {
    let box = Box(x: 0, y: 0, width: 10 * text.count, height: 20)
    let characters = text.map { CharacterReading(text: String($0), box: box, confidence: confidence) }
    return LineReading(
      box: box,
      words: [WordReading(word: Word(text: text, box: box, confidence: confidence), characters: characters)])
  }

  @Test(arguments: [[0, 1, 0, 1], [1, 0, 0, 1], [0, 0, 1, 1], [1, 1, 0, 0]])
  func `of two readings against two the surer ones win`(order: [Int]) throws {
    let readings = [reading("5k", confidence: 0.989), reading("5kg", confidence: 0.994)]
    let chosen = try #require(ReadingVote.choice(among: order.map { readings[$0] }))
    #expect(order[chosen] == 1)
  }

  @Test func `three that agree outvote one that is surer`() {
    let readings = ["12,500", "12,500", "12.500", "12,500"].enumerated()
      .map { reading($1, confidence: $0 == 2 ? 0.98 : 0.96) }
    #expect(ReadingVote.choice(among: readings) != 2)
  }

  @Test func `where nothing was read nothing is chosen`() {
    #expect(ReadingVote.choice(among: []) == nil)
    #expect(ReadingVote.choice(among: [reading("", confidence: 0.9)]) == nil)
  }
}
