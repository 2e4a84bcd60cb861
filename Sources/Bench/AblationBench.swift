import PageModel
import Scoring

/// The gain of each step of the reading: the same pictures with one step switched off at a time.
struct AblationBench {
  /// The reading without one step, or the full one.
  struct Row: Codable {
    /// Nil for the full reading.
    var without: ReaderSettings.Step?
    var total: QualityBench.Rates
    /// Texts with more and with fewer errors by line than the full reading has.
    var worse: Int
    var better: Int
    /// The least of all rounds.
    var cpuSeconds: Double
  }

  struct Report: Codable {
    var folder: String
    var pages: Int
    var rows: [Row]
  }

  var pictures: KnownPictures
  var steps: [ReaderSettings.Step]
  var rounds: Int

  func run(say: (String) -> Void) throws -> Report {
    let wanted: [ReaderSettings.Step?] = [nil] + steps
    var results = [QualityBench.Result?](repeating: nil, count: wanted.count)
    var times = [Double](repeating: .infinity, count: wanted.count)
    try withScratchFolder { scratch in
      for round in 1...rounds {
        for (index, step) in wanted.enumerated() {
          let output = "\(scratch)/\(round)-\(index)"
          let off = step.map { ["--without", $0.rawValue] } ?? []
          let measured = try pictures.read(with: pictures.reader(off), into: output, scratch: scratch)
          say("\(step?.rawValue ?? "nothing") left out: \(decimals(measured.cpuSeconds, 1)) s")
          times[index] = min(times[index], measured.cpuSeconds)
          // Every round reads the same.
          if round == 1 { results[index] = pictures.score(output) }
        }
      }
    }
    return Self.report(folder: pictures.set.root, wanted, results.compactMap { $0 }, times)
  }

  /// The first result is that of the full reading.
  static func report(
    folder: String, _ steps: [ReaderSettings.Step?], _ results: [QualityBench.Result], _ times: [Double]
  ) -> Report {
    let full = results.first?.pages ?? []
    let rows = zip(zip(steps, results), times).map { found, time in
      let errors = zip(found.1.pages, full).map { $0.score.lineErrors - $1.score.lineErrors }
      return Row(
        without: found.0, total: found.1.total, worse: errors.count { $0 > 0 }, better: errors.count { $0 < 0 },
        cpuSeconds: time)
    }
    return Report(folder: folder, pages: full.count, rows: rows)
  }
}

extension AblationBench.Report: CustomStringConvertible {
  /// A table in Markdown: differences from the full reading, above 0 if the step earns something.
  var description: String {
    guard let full = rows.first else { return "" }
    let count = Double(max(pages, 1))
    let lines = rows.map { row in
      let isFull = row.without == nil
      return [
        row.without.map { "`\($0.rawValue)`" } ?? "nothing",
        percent(row.total.lineErrorRate, 2),
        isFull ? "" : Self.signed((row.total.lineErrorRate - full.total.lineErrorRate) * 100, 2),
        percent(row.total.numbersExact),
        isFull ? "" : Self.signed((row.total.numbersExact - full.total.numbersExact) * 100, 1),
        isFull ? "" : "\(row.worse) / \(row.better)",
        decimals(row.cpuSeconds / count, 2),
        isFull ? "" : Self.signed((full.cpuSeconds - row.cpuSeconds) / max(full.cpuSeconds, 1e-9) * 100, 0) + " %",
      ]
    }
    let heading = [
      "left out", "line error", "points", "amounts", "points", "pages worse / better", "CPU s/page", "its time",
    ]
    return ([heading, ["---"] + heading.dropFirst().map { _ in "--:" }] + lines)
      .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private static func signed(_ value: Double, _ places: Int) -> String {
    let text = decimals(value, places)
    return value > 0 && text.contains { "123456789".contains($0) } ? "+\(text)" : text
  }
}
