import Support
import Foundation
import Scoring

/// The errors of several readers on the same pictures with known texts.
struct QualityBench {
  struct Page: Codable {
    var name: String
    var score: Rates
  }

  struct Result: Codable {
    var name: String
    var options: [String]
    var seconds: Double
    var missing: Int
    var total: Rates
    var pages: [Page]
  }

  /// A score as shares of 1.
  struct Rates: Codable {
    var lineErrorRate: Double
    var characterErrorRate: Double
    var wordErrorRate: Double
    var wordF1: Double
    var numbersExact: Double
    var numbers: Int
    var numbersRight: Int
    var characters: Int
    var lineErrors: Int

    init(_ score: Score) {
      lineErrorRate = score.lineErrorRate
      characterErrorRate = score.characterErrorRate
      wordErrorRate = score.wordErrorRate
      wordF1 = score.wordF1
      numbersExact = score.numbersExact
      numbers = score.numbers
      numbersRight = score.numbersRight
      characters = score.characters
      lineErrors = score.lineErrors
    }
  }

  struct Report: Codable {
    var folder: String
    var results: [Result]
  }

  var pictures: KnownPictures
  var readers: [Reader]
  /// The folder that keeps the readings; nil removes them after counting.
  var keep: String?

  func run(say: (String) -> Void) throws -> Report {
    let results = try withScratchFolder { scratch in
      try readers.enumerated().map { index, reader in
        let output = "\(keep ?? scratch)/\(reader.name.replacing(" ", with: "-").replacing("/", with: "-"))"
        try? FileManager.default.removeItem(atPath: output)
        let measured = try pictures.read(with: reader, into: output, scratch: scratch)
        say("\(reader.name): \(decimals(measured.seconds, 1)) s")
        var result = pictures.score(output)
        result.name = reader.name
        result.options = reader.options
        result.seconds = measured.seconds
        return result
      }
    }
    return Report(folder: pictures.set.root, results: results)
  }

  /// Scores what lies in a folder against the known texts of another.
  static func score(truth: String, readings: String, foldCase: Bool) -> Result {
    let files = Texts.files(in: readings)
    var total = Score()
    var missing = 0
    let pages = Texts.known(in: truth).map { known in
      let text = Texts.reading(of: known, among: files, in: readings)
      if text == nil { missing += 1 }
      let score = Score(
        reading: ScoredText(text ?? "", foldCase: foldCase),
        truth: ScoredText(Texts.read(known.path) ?? "", foldCase: foldCase))
      total += score
      return Page(name: known.label, score: Rates(score))
    }
    return Result(name: readings, options: [], seconds: 0, missing: missing, total: Rates(total), pages: pages)
  }
}

extension QualityBench.Report: CustomStringConvertible {
  var description: String {
    var rows = [["line-CER / exact numbers"] + results.map(\.name)]
    let pages = results.first?.pages ?? []
    for (index, page) in pages.enumerated() {
      rows.append(
        [page.name]
          + results.map { result in
            let score = result.pages[index].score
            return "\(percent(score.lineErrorRate)) \(score.numbersRight)/\(score.numbers)"
          })
    }
    let totals = TextTable(
      rows: [
        [
          "in all, \(counted(pages.count, "text"))", "line-CER", "CER", "WER", "word F1", "exact numbers", "missing",
          "s/text",
        ]
      ]
        + results.map { result in
          [
            result.name, percent(result.total.lineErrorRate), percent(result.total.characterErrorRate),
            percent(result.total.wordErrorRate), decimals(result.total.wordF1, 3), percent(result.total.numbersExact),
            String(result.missing),
            result.seconds > 0 ? decimals(result.seconds / Double(max(pages.count, 1)), 2) : "-",
          ]
        })
    return "\(TextTable(rows: rows).description)\n\n\(totals.description)"
  }
}
