import Foundation
import TestSupport
import Testing

/// The value of an expression of the Python modules in `Tests/Bench`, decoded from JSON.
func python<Value: Decodable>(_ expression: String, after statements: String = "") throws -> Value {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Bench").path
  let code = """
    import json, sys, random, itertools, os
    sys.path.insert(0, sys.argv[1])
    import bench, figures, measurement, readings, scoring
    from scoring import Text
    \(statements)
    print(json.dumps(\(expression)))
    """
  let outcome = try ChildProgram.run("/usr/bin/python3", ["-c", code, folder])
  if outcome.status != 0 { Issue.record("\(outcome.errorText)") }
  return try JSONDecoder().decode(Value.self, from: Data(outcome.output))
}

@Suite struct `A score` {
  private func score(_ reading: String, _ truth: String) throws -> ReadingErrors {
    try ReadingErrors([(reading, truth)])
  }

  @Test func `of the truth itself is perfect`() throws {
    let score = try score("합계 1,000\n감사합니다", "합계 1,000\n감사합니다")
    #expect(score.lineErrors == 0 && score.characterErrorRate == 0 && score.wordErrorRate == 0)
    #expect(score.numbersExact == 1 && score.wordF1 == 1)
  }

  @Test func `ignores white space in characters, but not in words`() throws {
    let score = try score("합 계 1,000", "합계 1,000")
    #expect(score.lineErrors == 0 && score.characterErrorRate == 0)
    #expect(score.wordErrorRate == 1)
  }

  @Test func `ignores the order of lines in the line error alone`() throws {
    let score = try score("나라\n가방", "가방\n나라")
    #expect(score.lineErrors == 0)
    #expect(score.characterErrorRate == 1)
  }

  @Test(arguments: [("", "가나다", 3), ("가나다\n헛것", "가나다", 2), ("가나다", "", 3)])
  func `counts the length of a line without a partner as errors`(reading: String, truth: String, errors: Int) throws {
    #expect(try score(reading, truth).lineErrors == errors)
  }

  @Test func `counts a number once for each time that it was printed`() throws {
    let score = try score("1,000\n1,000\n5.000", "1,000\n5,000")
    #expect(score.numbers == 2 && score.numbersRight == 1)
  }

  @Test func `of a set is the sum over its pages, not the mean`() throws {
    #expect(try ReadingErrors([("가", "나"), ("가나다라마바사아자", "가나다라마바사아자")]).lineErrorRate == 0.1)
  }

  @Test func `folds case if the known text holds capitals alone`() throws {
    #expect(try ReadingErrors([("Total", "TOTAL")], foldCase: true).lineErrors == 0)
    #expect(try ReadingErrors([("Total", "TOTAL")]).lineErrors == 4)
  }
}

@Suite struct `Text for scoring` {
  @Test func `has no ruling lines, outer spaces and empty lines`() throws {
    let text = #"Text("  합계  1,000 \n-----------\n\n==== 2 ====\r\na--b\f끝").lines"#
    #expect(try python(text) == ["합계  1,000", "2", "a--b", "끝"])
  }

  @Test func `is the same for composed, decomposed and full-width forms`() throws {
    #expect(try python(#"Text("１２３ 한").lines == Text("123 \u1112\u1161\u11AB").lines"#))
  }

  @Test func `holds numbers from their first digit to their last`() throws {
    let text = #"Text("합계 12,000원 (2025-03-14) -1,000 12:31. 3.5 99 1,2 No.0042/").numbers"#
    #expect(try python(text) == ["12,000", "2025-03-14", "1,000", "12:31", "0042"])
  }
}

@Suite struct `The distance and the pairs of lines` {
  @Test func `are as small as those of slower methods`() throws {
    let methods = """
      def slow(a, b):
        row = list(range(len(b) + 1))
        for i, x in enumerate(a, 1):
          before, row[0] = row[0], i
          for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
        return row[-1]
      def best(costs):
        columns = range(len(costs[0]))
        if len(costs) > len(costs[0]):
          return best([list(column) for column in zip(*costs)])
        return min(sum(row[c] for row, c in zip(costs, chosen)) for chosen in itertools.permutations(columns, len(costs)))
      source = random.Random(7)
      def text(): return [source.choice("가나다ab") for _ in range(source.randrange(90))]
      texts = [(text(), text()) for _ in range(300)]
      def grid():
        width = source.randint(1, 5)
        return [[source.randint(-20, 5) for _ in range(width)] for _ in range(source.randint(1, 5))]
      grids = [grid() for _ in range(300)]
      def cost(costs):
        chosen = scoring.cheapest_assignment(costs)
        taken = [column for column in chosen if column is not None]
        assert len(set(taken)) == len(taken) == min(len(costs), len(costs[0]))
        return sum(row[column] for row, column in zip(costs, chosen) if column is not None)
      """
    #expect(
      try python("[scoring.edit_distance(a, b) - slow(a, b) for a, b in texts]", after: methods)
        == [Int](repeating: 0, count: 300))
    #expect(try python("[cost(one) - best(one) for one in grids]", after: methods) == [Int](repeating: 0, count: 300))
  }

  @Test func `leave rows over if columns are fewer, and all without columns`() throws {
    #expect(try python("scoring.cheapest_assignment([[5], [1], [3]])") == [nil, 0, nil] as [Int?])
    #expect(try python("scoring.cheapest_assignment([[], []])") == [nil, nil] as [Int?])
  }
}

@Suite struct `A calibration` {
  private func calibration(_ samples: [[Double]], _ bins: Int, _ value: String) throws -> Double {
    let keys = #"{"confidence": c, "right": r, "weight": w}"#
    return try python("scoring.Calibration([\(keys) for c, r, w in \(samples)], \(bins)).\(value)")
  }

  @Test func `has no error if confidences equal the share of right characters, else their distance`() throws {
    #expect(try calibration([[0.5, 0.5, 10], [0.9, 0.9, 20], [1, 1, 5]], 3, "expected_error") < 1e-12)
    // Right on average, which is what a bin is asked; single samples are 0.5 off.
    let mixed = [[0.5, 0, 10], [0.5, 1, 10]]
    #expect(try calibration(mixed, 1, "expected_error") < 1e-12)
    #expect(abs(try calibration(mixed, 1, "mean(scoring.distance)") - 0.5) < 1e-12)
    let overestimated = (1...10).map { [0.9 + Double($0) / 100, 0.6, 1] }
    #expect(abs(try calibration(overestimated, 5, "expected_error") - 0.355) < 1e-9)
    #expect(try calibration([], 10, "expected_error") == 0)
  }

  @Test func `gives the share of errors in the least confident part`() throws {
    let samples = [[0.2, 0.5, 10], [0.9, 0.9, 40], [0.99, 1, 50]]
    // 5 of 9 wrong characters are in the first tenth, 8 of 9 in the first 40 %.
    #expect(abs(try calibration(samples, 3, "errors_in_least(0.1)") - 5.0 / 9) < 1e-9)
    #expect(abs(try calibration(samples, 3, "errors_in_least(0.4)") - 8.0 / 9) < 1e-9)
  }

  @Test func `pairs the lines of JSON pages with the truth`() throws {
    let folder = try ScratchFolder()
    try folder.write("합계 1,000\n카드\n안녕", to: "a.gt.txt")
    try folder.write("x", to: "b.gt.txt")
    let page = """
      {"confidence": 0.7, "lines": [
        {"kind": "rule", "text": "", "confidence": 0},
        {"kind": "text", "text": "카드", "confidence": 0.9},
        {"kind": "text", "text": "합계 1,800", "confidence": 0.8},
        {"kind": "text", "text": "없는것", "confidence": 0.4}]}
      """
    try folder.write(page, to: "a.jpg.p0001.json")
    let report = "report = bench.calibrated(\"\(folder.path)\", \"\(folder.path)\", False); page = report['pages'][0]"
    #expect(try python("report['missing']", after: report) == 1)
    #expect(try python("[line['right'] for line in page['lines']]", after: report) == [1, 6.0 / 7, 0])
    #expect(try python("[line['weight'] for line in page['lines']]", after: report) == [2, 7, 3])
    // Of 11 characters one is wrong in a number, and three are read for two others.
    let right: Double = try python("page['page']['right']", after: report)
    #expect(abs(right - (1 - 4.0 / 11)) < 1e-9)
    #expect(try python("page['page']['confidence']", after: report) == 0.7)
  }
}
