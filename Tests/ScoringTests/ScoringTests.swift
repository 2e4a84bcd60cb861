import Scoring
import Support
import Testing
import TestSupport

@Suite struct `Edit distance` {
  @Test(arguments: [("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("금액", "금맥", 1)])
  func `counts insertions, deletions and replacements`(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first), Array(second)) == distance)
    #expect(editDistance(Array(second), Array(first)) == distance)
  }
}

@Suite struct `The cheapest assignment` {
  @Test func `is cheaper than taking the cheapest column row by row`() {
    #expect(cheapestAssignment([[1, 2], [1, 100]]) == [1, 0])
  }

  @Test func `leaves rows over where columns are fewer`() {
    #expect(cheapestAssignment([[5], [1], [3]]) == [nil, 0, nil])
  }

  @Test func `is empty without columns`() {
    #expect(cheapestAssignment([]) == [])
    #expect(cheapestAssignment([[], []]) == [nil, nil])
  }

  @Test func `costs as little as the best of all permutations`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let rows = Int.random(in: 1...5, using: &random)
      let columns = Int.random(in: 1...5, using: &random)
      let costs = (0..<rows).map { _ in (0..<columns).map { _ in Int.random(in: -20...5, using: &random) } }
      let answer = cheapestAssignment(costs)
      let chosen = answer.compactMap { $0 }
      #expect(Set(chosen).count == chosen.count)
      #expect(chosen.count == min(rows, columns))
      let cost = answer.enumerated().reduce(0) { sum, pair in sum + (pair.element.map { costs[pair.offset][$0] } ?? 0) }
      #expect(cost == bestByTrying(costs[...], free: Set(0..<columns), pairs: min(rows, columns)))
    }
  }

  private func bestByTrying(_ rows: ArraySlice<[Int]>, free: Set<Int>, pairs: Int) -> Int {
    guard pairs > 0, let row = rows.first else { return pairs > 0 ? 1_000_000 : 0 }
    let skipped = rows.count > pairs ? bestByTrying(rows.dropFirst(), free: free, pairs: pairs) : 1_000_000
    return free.reduce(skipped) { best, column in
      min(best, row[column] + bestByTrying(rows.dropFirst(), free: free.subtracting([column]), pairs: pairs - 1))
    }
  }
}

@Suite struct `Text for scoring` {
  @Test func `has no ruling lines, outer spaces and empty lines`() {
    let text = ScoredText("  합계  1,000 \n-----------\n\n==== 2 ====\r\na--b\u{0C}끝")
    #expect(text.lines == ["합계  1,000", "2", "a--b", "끝"])
  }

  @Test func `is the same for composed, decomposed and full-width forms`() {
    #expect(ScoredText("１２３ 한").lines == ScoredText("123 \u{1112}\u{1161}\u{11AB}").lines)
  }

  @Test func `folds case where the known text holds capitals alone`() {
    #expect(ScoredText("Total", foldCase: true).lines == ["TOTAL"])
    #expect(ScoredText("Total").lines == ["Total"])
  }

  @Test func `holds numbers from their first digit to their last`() {
    let text = ScoredText("합계 12,000원 (2025-03-14) -1,000 12:31. 3.5 99 1,2 No.0042/")
    #expect(text.numbers == ["12,000", "2025-03-14", "1,000", "12:31", "0042"])
  }
}

@Suite struct `A score` {
  private func score(_ reading: String, _ truth: String) -> Score {
    Score(reading: ScoredText(reading), truth: ScoredText(truth))
  }

  @Test func `of the truth itself is perfect`() {
    let score = score("합계 1,000\n감사합니다", "합계 1,000\n감사합니다")
    #expect(score.lineErrors == 0 && score.orderedErrors == 0 && score.wordErrors == 0)
    #expect(score.numbersExact == 1 && score.wordF1 == 1)
  }

  @Test func `ignores white space in characters, but not in words`() {
    let score = score("합 계 1,000", "합계 1,000")
    #expect(score.lineErrors == 0 && score.orderedErrors == 0)
    #expect(score.wordErrors == 2 && score.words == 2)
  }

  @Test func `ignores the order of lines in the line error alone`() {
    let score = score("나라\n가방", "가방\n나라")
    #expect(score.lineErrors == 0)
    #expect(score.orderedErrors == 4)
  }

  @Test func `counts the length of a line without a partner as errors`() {
    #expect(score("", "가나다").lineErrors == 3)
    #expect(score("가나다\n헛것", "가나다").lineErrors == 2)
    #expect(score("가나다", "").lineErrors == 3)
  }

  @Test func `counts a number once for each time that it was printed`() {
    let score = score("1,000\n1,000\n5.000", "1,000\n5,000")
    #expect(score.numbers == 2 && score.numbersRight == 1)
  }

  @Test func `of a set is the sum over its pages, not the mean`() {
    var total = score("가", "나")
    total += score("가나다라마바사아자", "가나다라마바사아자")
    #expect(total.lineErrorRate == 0.1)
  }
}
