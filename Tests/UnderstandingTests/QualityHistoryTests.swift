import PageModel
import Testing

@testable import Understanding

@Suite struct QualityHistoryTests {
  private func runs(_ values: [(score: Double, skew: Double)], pages: Int = 20) -> [RunQuality] {
    values.enumerated().map { index, value in
      RunQuality(
        run: Int64(index + 1), started: "2026-03-\(index < 9 ? "0" : "")\(index + 1)T21:00:00Z",
        scores: Array(repeating: value.score, count: pages), skews: Array(repeating: value.skew, count: pages),
        confidences: Array(repeating: value.score / 100, count: pages))
    }
  }

  @Test func `medians are those of the pages, and of none where there are none`() {
    let run = RunQuality(run: 1, started: "", scores: [90, 10, 80], skews: [], confidences: [0.5, 1, .nan, 0])
    #expect(run.score == 80)
    #expect(run.skew == nil)
    #expect(run.confidence == 0.5)
    #expect(run.pages == 4)
  }

  @Test func `a feeder that begins to pull pages askew is a trend, with its day and side`() throws {
    let trends = QualityTrend.trends(
      of: runs([(95, 0.1), (94, -0.1), (95, 0.2), (96, 0), (95, -1.7), (94, -1.9), (95, -1.8)]))
    let trend = try #require(trends.first)
    #expect(trends.count == 1)
    #expect(trend.kind == .skew)
    #expect(trend.since.run == 5)
    #expect(trend.sentence.contains("2026-03-05"))
    #expect(trend.sentence.contains("1.8° anticlockwise"))
  }

  @Test func `a score that stays lower is a trend, and its confidence is not told twice`() throws {
    let trends = QualityTrend.trends(of: runs([(95, 0), (94, 0), (95, 0), (71, 0), (72, 0)]))
    #expect(trends.map(\.kind) == [.score])
    #expect(trends.first?.sentence.contains("--quality-below 73") == true)
  }

  @Test(arguments: [
    [(95.0, 0.1), (94, 0.1), (60, 3), (95, 0.1), (94, 0.2)],  // One bad evening.
    [(70, 2.5), (71, 2.4), (70, 2.6), (95, 0.1), (96, 0)],  // For the better.
    [(95, 0.1), (60, 3)],  // Too few runs to tell.
    [(95, 1.5), (70, -1.2), (92, 0.1), (96, 1.9), (81, -1.4), (95, 1.6)],  // No two alike.
    [],
  ])
  func `what does not last, is better, or varies anyway is no trend`(values: [(Double, Double)]) {
    #expect(QualityTrend.trends(of: runs(values.map { (score: $0.0, skew: $0.1) })).isEmpty)
  }

  @Test func `runs of a page or two say nothing, and odd numbers do no harm`() {
    let steep = [(95.0, 0.0), (95, 0), (95, 0), (40, 5), (40, 5)].map { (score: $0.0, skew: $0.1) }
    #expect(QualityTrend.trends(of: runs(steep, pages: 2)).isEmpty)
    let odd = [(1e300, -1e300), (-1e300, 1e300), (.nan, .infinity), (1e300, 1e300), (-1e300, 1e300)]
      .map { (score: $0.0, skew: $0.1) }
    for trend in QualityTrend.trends(of: runs(odd)) { #expect(!trend.sentence.isEmpty) }
  }
}
