import Foundation
import PageModel
import Scoring
import Testing

@testable import Bench

@Suite struct `An ablation` {
  private func result(_ readings: [String]) -> QualityBench.Result {
    let truth = ["abcdefghij 1,000", "abcdefghij"]
    var total = Score()
    let pages = zip(readings, truth).enumerated().map { index, pair in
      let score = Score(reading: ScoredText(pair.0), truth: ScoredText(pair.1))
      total += score
      return QualityBench.Page(name: "\(index)", score: QualityBench.Rates(score))
    }
    return QualityBench.Result(
      name: "", options: [], seconds: 0, missing: 0, total: QualityBench.Rates(total), pages: pages)
  }

  @Test func `reports how much worse and how much faster the reading is without a step`() {
    let report = AblationBench.report(
      folder: "pictures", [nil, .skew, .noiseLines],
      [
        result(["abcdefghij 1,000", "abcdefghix"]), result(["abcdefghij 1,008", "abcdefghix"]),
        result(["abcdefghij 1,000", "abcdefghij"]),
      ], [4, 3, 4])
    #expect(report.rows.map(\.worse) == [0, 1, 0])
    #expect(report.rows.map(\.better) == [0, 0, 1])
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2] == "| nothing | 4.00 % |  | 100.0 % |  |  | 2.00 |  |", "\(lines[2])")
    #expect(lines[3] == "| `skew` | 8.00 % | +4.00 | 0.0 % | -100.0 | 1 / 0 | 1.50 | +25 % |", "\(lines[3])")
    #expect(lines[4] == "| `noise-lines` | 0.00 % | -4.00 | 100.0 % | 0.0 | 0 / 1 | 2.00 | 0 % |", "\(lines[4])")
  }

  @Test func `refuses an unknown step`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../samples/hard").path
    #expect(HanScanBench.run(["ablation", folder, "--without", "magic"], print: { _ in }) == 1)
  }
}
