import Foundation
import Scoring
import Support

/// The calibration error of HanScan's confidences, on pictures with known text.
struct CalibrationBench {
  struct Page: Codable {
    var name: String
    var page: Calibration.Sample
    var lines: [Calibration.Sample]
  }

  struct Report: Codable {
    var folder: String
    var pages: [Page]
    /// Known texts that nothing was read for.
    var missing: Int

    /// Lines count by their characters.
    var lines: Calibration { Calibration(pages.flatMap(\.lines), bins: 10) }
    var byPage: Calibration { Calibration(pages.map(\.page), bins: min(10, max(1, pages.count / 5))) }
  }

  /// The members of a page's JSON that count here.
  private struct PageJSON: Decodable {
    struct Line: Decodable {
      var kind: String
      var text: String
      var confidence: Double
    }

    var confidence: Double?
    var lines: [Line]?
  }

  var pictures: KnownPictures

  func run(say: (String) -> Void) throws -> Report {
    try withScratchFolder { scratch in
      let output = "\(scratch)/read"
      let reader = pictures.reader(["--format", "json"])
      let measured = try pictures.read(with: reader, into: output, scratch: scratch)
      say("read in \(decimals(measured.seconds, 1)) s")
      return try Self.score(truth: pictures.set.root, readings: output, foldCase: pictures.foldCase)
    }
  }

  /// Scores the JSON that lies in a folder against the known texts of another.
  static func score(truth: String, readings: String, foldCase: Bool) throws -> Report {
    let files = Texts.files(in: readings)
    var report = Report(folder: truth, pages: [], missing: 0)
    for known in Texts.known(in: truth) {
      let paths = Texts.files(of: known, ending: ".json", among: files)
      let pages = try paths.map { path in
        try JSONDecoder().decode(PageJSON.self, from: Data((Texts.read("\(readings)/\(path)") ?? "").utf8))
      }
      if pages.isEmpty {
        report.missing += 1
      } else {
        let text = ScoredText(Texts.read(known.path) ?? "", foldCase: foldCase)
        report.pages.append(score(pages, name: known.label, truth: text, foldCase: foldCase))
      }
    }
    return report
  }

  private static func score(_ pages: [PageJSON], name: String, truth: ScoredText, foldCase: Bool) -> Page {
    let read = pages.flatMap { $0.lines ?? [] }.filter { $0.kind == "text" }.map { line in
      (confidence: line.confidence, text: ScoredText(line.text, foldCase: foldCase).squeezedLines.flatMap { $0 })
    }.filter { !$0.text.isEmpty }
    let known = truth.squeezedLines
    let pairs = Score.pairs(known, read.map(\.text))
    var lines = read.map { Calibration.Sample(confidence: $0.confidence, right: 0, weight: Double($0.text.count)) }
    var wrong = known.reduce(0) { $0 + $1.count } + read.reduce(0) { $0 + $1.text.count }
    for (line, partner) in zip(known, pairs) {
      guard let partner else { continue }
      let errors = editDistance(line, read[partner].text)
      let longer = max(line.count, read[partner].text.count)
      lines[partner].right = Double(longer - errors) / Double(longer)
      wrong += errors - line.count - read[partner].text.count
    }
    let characters = known.reduce(0) { $0 + $1.count }
    let share = characters == 0 ? (wrong == 0 ? 1 : 0) : max(0, 1 - Double(wrong) / Double(characters))
    // Of a document of several pages one confidence is made, as the document has one known text.
    let stated = pages.compactMap(\.confidence)
    let confidence = stated.isEmpty ? 0 : stated.reduce(0, +) / Double(stated.count)
    return Page(
      name: name, page: .init(confidence: confidence, right: share, weight: characters == 0 ? 0 : 1), lines: lines)
  }
}

extension CalibrationBench.Report: CustomStringConvertible {
  var description: String {
    var rows = [["page", "confidence", "right"]]
    for page in pages { rows.append([page.name, percent(page.page.confidence), percent(page.page.right)]) }
    let totals = TextTable(
      rows: [
        [
          "in all, \(counted(pages.count, "text"))", "confidence", "right", "ECE", "mean distance",
          "errors in the worst tenth",
        ]
      ]
        + [("lines, by characters", lines), ("pages", byPage)].map { name, all in
          [
            name, percent(all.meanConfidence), percent(all.meanRight), percent(all.expectedError),
            percent(all.meanAbsoluteError), percent(all.errors(inLeast: 0.1)),
          ]
        })
    let bins = TextTable(
      rows: [["lines of confidence", "right", "characters"]]
        + lines.bins.map { [percent($0.confidence), percent($0.right), decimals($0.weight, 0)] })
    let missed = missing > 0 ? "\n\nnothing was read for \(counted(missing, "known text"))" : ""
    return "\(TextTable(rows: rows).description)\n\n\(bins.description)\n\n\(totals.description)\(missed)"
  }
}
