import Foundation

/// The same pictures by several readers, in turns, so that a busy machine is busy for all of them alike.
struct SpeedBench {
  /// One reader over all rounds.
  struct Result: Codable {
    var name: String
    var options: [String]
    var rounds: [Measurement]
    var pagesPerSecond: [Double]
    var largestProcessBytes: Int
    var treeBytes: Int
  }

  /// How many times as many pages per second one reader read as another, round by round.
  struct Ratio: Codable {
    var name: String
    var comparedWith: String
    var rounds: [Double]
    var median: Double
    var lowest: Double
    var highest: Double
  }

  struct Report: Codable {
    var folder: String
    var pictures: Int
    var pages: Int
    var jobs: Int
    var results: [Result]
    var ratios: [Ratio]
  }

  static let plain = Reader(name: "tesseract, plain loop", kind: .plainLoop, options: Reader.languages)
  static let tuned = Reader(name: "tesseract, tuned loop", kind: .tunedLoop, options: Reader.languages)
  static let tunedBlock = Reader(
    name: "tesseract, tuned loop, psm 6", kind: .tunedLoop, options: Reader.languages + ["--psm", "6"])

  /// The bare engine with the settings of the tuned loop, and what a user gets without asking.
  static func ours(_ further: [String]) -> [Reader] {
    [
      Reader(
        name: "hanscan, psm 6, model kor+eng, picture as it is", kind: .hanscan,
        options: ["--model", "kor+eng", "--psm", "6", "--prepare", "none", "--level", "fast"]),
      Reader(name: (["hanscan"] + further).joined(separator: " "), kind: .hanscan, options: further),
    ]
  }

  var set: PictureSet
  var readers: [Reader]
  var rounds: Int
  var jobs: Int
  var hanscan: String

  func run(say: (String) -> Void) throws -> Report {
    var measured = [[Measurement]](repeating: [], count: readers.count)
    var pages = 0
    try withScratchFolder { scratch in
      for round in 1...rounds {
        for (index, reader) in readers.enumerated() {
          let output = "\(scratch)/\(round)-\(index)"
          let measurement = try reader.read(set, into: output, scratch: scratch, jobs: jobs, hanscan: hanscan)
          say("round \(round): \(reader.name): \(decimals(measurement.seconds, 1)) s")
          measured[index].append(measurement)
          // HanScan writes a file for each page; the loops write one for each picture, whatever its pages.
          if reader.kind == .hanscan { pages = max(pages, Texts.files(in: output).count { $0.hasSuffix(".txt") }) }
          try FileManager.default.removeItem(atPath: output)
        }
      }
    }
    if pages == 0 { pages = set.pictures.count }
    let results = zip(readers, measured).map { reader, rounds in
      Result(
        name: reader.name, options: reader.options, rounds: rounds,
        pagesPerSecond: rounds.map { Double(pages) / $0.seconds },
        largestProcessBytes: rounds.map(\.largestProcessBytes).max() ?? 0,
        treeBytes: rounds.map(\.treeBytes).max() ?? 0)
    }
    return Report(
      folder: set.root, pictures: set.pictures.count, pages: pages, jobs: jobs, results: results,
      ratios: ratios(results))
  }

  private func ratios(_ results: [Result]) -> [Ratio] {
    let kinds = Dictionary(readers.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
    let (ours, theirs) = (results.filter { kinds[$0.name] == .hanscan }, results.filter { kinds[$0.name] != .hanscan })
    return ours.flatMap { mine in theirs.map { Self.ratio(mine, $0) } }
  }

  static func ratio(_ mine: Result, _ other: Result) -> Ratio {
    let rounds = zip(mine.pagesPerSecond, other.pagesPerSecond).map { $0 / $1 }
    let sorted = rounds.sorted()
    let median =
      sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    return Ratio(
      name: mine.name, comparedWith: other.name, rounds: rounds, median: median, lowest: sorted.first ?? 0,
      highest: sorted.last ?? 0)
  }
}

extension SpeedBench.Report: CustomStringConvertible {
  var description: String {
    let spread = { (values: [Double], places: Int) in
      "\(decimals(values.min() ?? 0, places))-\(decimals(values.max() ?? 0, places))"
    }
    let heading = [["", "pages/s", "CPU s/page", "largest process", "all processes"]]
    let table = Table(
      rows: heading
        + results.map { result in
          [
            result.name, spread(result.pagesPerSecond, 2),
            spread(result.rounds.map { $0.cpuSeconds / Double(pages) }, 2), mebibytes(result.largestProcessBytes),
            mebibytes(result.treeBytes),
          ]
        })
    let compared = Table(
      rows: [["pages per second against", "median", "lowest-highest"]]
        + ratios.map { ["\($0.name) : \($0.comparedWith)", decimals($0.median, 2), spread($0.rounds, 2)] })
    return """
      \(pages) pages in \(pictures) pictures of \(folder), \(results.first?.rounds.count ?? 0) rounds, \(jobs) at a time

      \(table.description)

      \(compared.description)
      """
  }
}
