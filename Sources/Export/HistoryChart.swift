import Foundation
package import Understanding

/// The medians of the runs over time as an SVG picture: a panel each for quality, skew and confidence.
package struct HistoryChart {
  private let runs: [RunQuality]
  private let trends: [QualityTrend]

  private static let (left, top, width, height, gap) = (64.0, 34.0, 640.0, 130.0, 56.0)

  package init(_ runs: [RunQuality], trends: [QualityTrend]) {
    (self.runs, self.trends) = (runs, trends)
  }

  package var svg: String {
    let (width, height) = (Self.left + Self.width + 24, Self.top + 3 * (Self.height + Self.gap))
    let skews = runs.compactMap(\.skew).map { abs($0) }
    let steepest = max(1, (skews.max() ?? 0).rounded(.up))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width, 0)) \(Self.number(height, 0))" \
      font-family="sans-serif" font-size="12" fill="#333">
      <rect width="100%" height="100%" fill="#fff"/>
      \(panel(0, "Quality, of 100", .score, from: 0, to: 100) { $0.score })
      \(panel(1, "Skew, in degrees clockwise", .skew, from: -steepest, to: steepest) { $0.skew })
      \(panel(2, "Confidence, in percent", .confidence, from: 0, to: 100) { $0.confidence.map { 100 * $0 } })
      </svg>

      """
  }

  private func panel(
    _ index: Int, _ title: String, _ kind: QualityTrend.Kind, from least: Double, to most: Double,
    _ value: (RunQuality) -> Double?
  ) -> String {
    let top = Self.top + Double(index) * (Self.height + Self.gap)
    func across(_ place: Int) -> String {
      Self.number(Self.left + Self.width * (Double(place) + 0.5) / Double(max(runs.count, 1)), 1)
    }
    func up(_ value: Double) -> String {
      let share = (min(max(value, least), most) - least) / (most - least)
      return Self.number(top + Self.height * (1 - share), 1)
    }
    let (right, name) = (Self.number(Self.left + Self.width, 0), Self.number(top - 10, 0))
    var parts = ["<text x=\"\(Self.number(Self.left, 0))\" y=\"\(name)\" font-size=\"14\">\(title)</text>"]
    for mark in [least, (least + most) / 2, most] {
      parts.append("<path d=\"M\(Self.number(Self.left, 0)) \(up(mark))H\(right)\" stroke=\"#e4e4e4\"/>")
      parts.append(
        "<text x=\"\(Self.number(Self.left - 6, 0))\" y=\"\(up(mark))\" dy=\"4\" text-anchor=\"end\">"
          + "\(Self.number(mark, mark == mark.rounded() ? 0 : 1))</text>")
    }
    let points = runs.enumerated().compactMap { place, run in
      value(run).flatMap { $0.isFinite ? (x: across(place), y: up($0)) : nil }
    }
    let line = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    parts.append("<polyline points=\"\(line)\" fill=\"none\" stroke=\"#1455b8\" stroke-width=\"1.5\"/>")
    // Of thousands of runs the line alone is to be seen.
    if points.count <= 200 {
      parts += points.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\" fill=\"#1455b8\"/>" }
    }
    for trend in trends where trend.kind == kind {
      guard let place = runs.firstIndex(of: trend.since) else { continue }
      parts.append("<path d=\"M\(across(place)) \(up(least))V\(up(most))\" stroke=\"#c33\" stroke-dasharray=\"4 4\"/>")
    }
    let below = Self.number(top + Self.height + 18, 0)
    if let first = runs.first, let last = runs.last {
      parts.append("<text x=\"\(Self.number(Self.left, 0))\" y=\"\(below)\" fill=\"#666\">\(Self.day(first))</text>")
      parts.append("<text x=\"\(right)\" y=\"\(below)\" fill=\"#666\" text-anchor=\"end\">\(Self.day(last))</text>")
    }
    return parts.joined(separator: "\n")
  }

  private static func day(_ run: RunQuality) -> String { String(run.started.prefix(10)).markupEscaped }

  private static func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
}
