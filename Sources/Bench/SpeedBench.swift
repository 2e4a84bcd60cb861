import Support
import Foundation

/// The same pictures by several readers, in turns, so that a busy machine slows all of them alike.
///
/// Speed is in pages that have a text. Readers that leave different numbers of texts did different work, and are not
/// compared.
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

  /// The ratio of two readers' pages per second, round by round.
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
    /// Pictures with the bytes of another one; HanScan gives them its text without reading them again.
    var repeated: Int
    /// Pages that every reader left a text for.
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
    var pages: Int?
    try withScratchFolder { scratch in
      for round in 1...rounds {
        var counts: [Int] = []
        for (index, reader) in readers.enumerated() {
          let output = "\(scratch)/\(round)-\(index)"
          let measurement = try reader.read(set, into: output, scratch: scratch, jobs: jobs, hanscan: hanscan)
          say("round \(round): \(reader.name): \(decimals(measurement.seconds, 1)) s")
          measured[index].append(measurement)
          counts.append(reader.pagesRead(in: output))
          try FileManager.default.removeItem(atPath: output)
        }
        pages = try commonCount(counts, before: pages)
      }
    }
    let read = pages ?? 0
    let results = zip(readers, measured).map { reader, rounds in
      Result(
        name: reader.name, options: reader.options, rounds: rounds,
        pagesPerSecond: rounds.map { Double(read) / $0.seconds },
        largestProcessBytes: rounds.map(\.largestProcessBytes).max() ?? 0,
        treeBytes: rounds.map(\.treeBytes).max() ?? 0)
    }
    return Report(
      folder: set.root, pictures: set.pictures.count, repeated: set.countRepeated(), pages: read, jobs: jobs,
      results: results, ratios: ratios(results))
  }

  /// The number of pages that every reader left a text for, in this round and in those before.
  private func commonCount(_ counts: [Int], before: Int?) throws(BenchError) -> Int {
    guard let count = counts.first, counts.allSatisfy({ $0 == before ?? count }) else {
      let each = zip(readers, counts).map { "\n  \($0.name): \(counted($1, "text"))" }.joined()
      let other = before.map { ", and \($0) from each in an earlier round" } ?? ""
      throw BenchError(
        "the same pictures gave different numbers of texts\(other), so that speeds do not compare:\(each)\n"
          + "Leave out pictures that one of them doesn't read (`hanscan list --out OUT --state failed,unsupported`).")
    }
    guard count > 0 else { throw BenchError("nothing was read: no reader left a text for any picture of \(set.root)") }
    return count
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
    let table = TextTable(
      rows: heading
        + results.map { result in
          [
            result.name, spread(result.pagesPerSecond, 2),
            spread(result.rounds.map { $0.cpuSeconds / Double(pages) }, 2), mebibytes(result.largestProcessBytes),
            mebibytes(result.treeBytes),
          ]
        })
    let compared = TextTable(
      rows: [["pages per second against", "median", "lowest-highest"]]
        + ratios.map { ["\($0.name) : \($0.comparedWith)", decimals($0.median, 2), spread($0.rounds, 2)] })
    let repeats = "\(counted(repeated, "picture")) repeated byte for byte, which hanscan reads once: not comparable"
    let warning = repeated > 0 ? "\n\(repeats)" : ""
    return """
      \(counted(pages, "page")) in \(counted(pictures, "picture")) of \(folder), \
      \(counted(results.first?.rounds.count ?? 0, "round")), \(jobs) at a time\(warning)

      \(table.description)

      \(compared.description)
      """
  }
}
