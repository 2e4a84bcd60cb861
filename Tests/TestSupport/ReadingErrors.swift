import Foundation

/// The errors of texts against known ones, as `Tests/Bench/bench.py` counts them.
package struct ReadingErrors: Decodable {
  package var lineErrorRate: Double
  package var characterErrorRate: Double
  package var wordErrorRate: Double
  package var wordF1: Double
  package var numbersExact: Double
  package var numbers: Int
  package var numbersRight: Int
  package var characters: Int
  package var lineErrors: Int

  private struct Report: Decodable {
    struct Result: Decodable {
      var total: ReadingErrors
    }

    var results: [Result]
  }

  /// The sum over pairs of a reading and its known text.
  package init(_ texts: [(reading: String, truth: String)], foldCase: Bool = false) throws {
    let folder = try ScratchFolder()
    for (index, text) in texts.enumerated() {
      try folder.write(text.truth, to: "truth/\(index).gt.txt")
      try folder.write(text.reading, to: "read/\(index).txt")
    }
    let report = folder.path(of: "report.json")
    let outcome = try Self.bench(
      ["compare", folder.path(of: "truth"), folder.path(of: "read"), "--json", report]
        + (foldCase ? ["--fold-case"] : []))
    guard outcome.status == 0 else { throw CocoaError(.executableLoad, userInfo: ["errors": outcome.errorText]) }
    let data = try Data(contentsOf: URL(fileURLWithPath: report))
    self = try JSONDecoder().decode(Report.self, from: data).results[0].total
  }

  /// Runs `bench.py` until it exits.
  package static func bench(_ arguments: [String]) throws -> ChildProgram.Outcome {
    let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Bench/bench.py").path
    return try ChildProgram.run("/usr/bin/python3", [program] + arguments)
  }
}
