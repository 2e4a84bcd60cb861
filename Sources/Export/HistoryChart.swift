import Foundation
package import PageModel
import Support
package import Understanding

/// The medians of the runs over time as an SVG picture: a panel each for quality, skew and confidence.
///
/// The template repeats the sides of the panels, 64 and 704 pixels, and the size of the picture: change them together.
package enum HistoryChart {
  private static let (left, top, width, height, gap) = (64.0, 34.0, 640.0, 130.0, 56.0)

  package static func svg(_ runs: [RunQuality], trends: [QualityTrend]) -> String {
    func panel(
      _ index: Int, _ name: Message, _ kind: QualityTrend.Kind, from least: Double, to most: Double,
      _ value: (RunQuality) -> Double?
    ) -> JSONValue {
      let top = top + Double(index) * (height + gap)
      func across(_ place: Int) -> String {
        number(left + width * (Double(place) + 0.5) / Double(max(runs.count, 1)), 1)
      }
      func up(_ value: Double) -> String {
        let share = (min(max(value, least), most) - least) / (most - least)
        return number(top + height * (1 - share), 1)
      }
      let points = runs.enumerated().compactMap { place, run in
        value(run).flatMap { $0.isFinite ? (x: across(place), y: up($0)) : nil }
      }
      let changes = trends.filter { $0.kind == kind }.compactMap { runs.firstIndex(of: $0.since) }
      // Of thousands of runs the line alone is to be seen.
      let circles = points.count <= 200 ? points : []
      return .object([
        "title": .string(name.text), "above": .string(number(top - 10, 0)),
        "below": .string(number(top + height + 18, 0)),
        "line": .string(points.map { "\($0.x),\($0.y)" }.joined(separator: " ")),
        "marks": .array(
          [least, (least + most) / 2, most].map { mark in
            let label = number(mark, mark == mark.rounded() ? 0 : 1)
            return .object(["y": .string(up(mark)), "label": .string(label)])
          }),
        "points": .array(circles.map { .object(["x": .string($0.x), "y": .string($0.y)]) }),
        "trends": .array(
          changes.map {
            .object(["x": .string(across($0)), "bottom": .string(up(least)), "top": .string(up(most))])
          }),
      ])
    }
    func day(_ run: RunQuality) -> JSONValue { .string(String(run.started.prefix(10))) }
    let steepest = max(1, (runs.compactMap(\.skew).map { abs($0) }.max() ?? 0).rounded(.up))
    let panels = [
      panel(0, "Quality, of 100", .score, from: 0, to: 100) { $0.score },
      panel(1, "Skew, in degrees clockwise", .skew, from: -steepest, to: steepest) { $0.skew },
      panel(2, "Confidence, in percent", .confidence, from: 0, to: 100) { $0.confidence.map { 100 * $0 } },
    ]
    let days = runs.first.flatMap { first in
      runs.last.map { JSONValue.object(["first": day(first), "last": day($0)]) }
    }
    return Template(PackageResources.history_svg) { $0.markupEscaped }.text(["panels": .array(panels), "days": days])
  }

  private static func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
}
