import Foundation
import Glibc
import PageModel

/// The `hanscan-bench` program.
package enum HanScanBench {
  static let usage = """
    usage: hanscan-bench speed   FOLDER [options] [-- options of hanscan run]
           hanscan-bench quality FOLDER [options] [-- options of hanscan run]
           hanscan-bench ablation FOLDER [options] [-- options of hanscan run]
           hanscan-bench calibration FOLDER [options] [-- options of hanscan run]
           hanscan-bench compare TRUTH READINGS [--limit PERCENT] [--fold-case]
           hanscan-bench receipts PAGES OUT [--lexicon FILE] [--tagger FILE]
           hanscan-bench tokens PAGES OUT
           hanscan-bench candidates PAGES OUT [--tagger FILE]
           hanscan-bench kinds STORE FILE

    speed        pages per second and memory of hanscan and of plain Tesseract, on the same pictures, in turns
    quality      reading errors of hanscan and of plain Tesseract; NAME.gt.txt or NAME.expected.txt beside NAME.jpg
    ablation     reading errors and processor time with each step of the reading left out, as a table in Markdown
    calibration  how far hanscan's confidences are from the share of right characters; NAME.gt.txt beside NAME.jpg
    compare      scores the texts in READINGS (NAME.txt or NAME.jpg.p0001.txt) against those in TRUTH
    receipts     writes the JSON of the pages in PAGES to OUT with what their receipts say, without reading a picture
    tokens       writes the tokens of the receipts in PAGES to OUT with their features, to fit the tagger to
    candidates   writes what the tagger takes for the fields of the receipts in PAGES to OUT, with its probabilities
    kinds        writes what the kinds of a store's pages are told by to FILE, as JSON, to fit their weights to

      --hanscan PROGRAM   the program to measure (.build/release/hanscan)
      --rounds N          turns of `speed` (3) and of `ablation` (1)
      --without STEPS     the steps that `ablation` leaves out, separated by commas (each one)
      --jobs N            pages at a time, for all contenders (the cores)
      --skip-plain        leave out the plain loop, which takes longest
      --fold-case         the known texts hold capitals alone
      --keep FOLDER       keep the texts that `quality` had read there
      --json FILE         write all figures
      --lexicon FILE      words for `receipts`, added to the standard ones
      --tagger FILE       weights of the tagger in place of those that are compiled in
      --limit PERCENT     exit with status 1 where line errors, or the calibration error by line, are above it
    """

  private struct Options {
    var command = ""
    var folders: [String] = []
    var hanscan = ".build/release/hanscan"
    var rounds: Int?
    var without: [ReaderSettings.Step]?
    var jobs = coresAllowed()
    var skipPlain = false
    var foldCase = false
    var keep: String?
    var json: String?
    var lexicon: String?
    var tagger: String?
    var limit: Double?
    var further: [String] = []

    init(_ arguments: [String]) throws(BenchError) {
      let own = arguments.prefix { $0 != "--" }
      further = Array(arguments.dropFirst(own.count + 1))
      var words = own.makeIterator()
      func value(of option: String) throws(BenchError) -> String {
        guard let word = words.next() else { throw BenchError("\(option) wants a value") }
        return word
      }
      func number(of option: String) throws(BenchError) -> Int {
        guard let number = Int(try value(of: option)), number > 0 else {
          throw BenchError("\(option) wants a number above 0")
        }
        return number
      }
      while let word = words.next() {
        switch word {
        case "--hanscan": hanscan = try value(of: word)
        case "--rounds": rounds = try number(of: word)
        case "--without":
          without = try value(of: word).split(separator: ",").map { name throws(BenchError) in
            guard let step = ReaderSettings.Step(rawValue: String(name)) else { throw BenchError("no step \(name)") }
            return step
          }
        case "--jobs": jobs = try number(of: word)
        case "--skip-plain": skipPlain = true
        case "--fold-case": foldCase = true
        case "--keep": keep = try value(of: word)
        case "--json": json = try value(of: word)
        case "--lexicon": lexicon = try value(of: word)
        case "--tagger": tagger = try value(of: word)
        case "--limit":
          limit = Double(try value(of: word))
          if limit == nil { throw BenchError("--limit wants a percentage") }
        case _ where word.hasPrefix("-"): throw BenchError("unknown option \(word)")
        case _ where command.isEmpty: command = word
        default: folders.append(word)
        }
      }
    }
  }

  /// Runs the program and returns its exit status.
  ///
  /// - Parameter print: where results go; messages go to standard error.
  package static func run(_ arguments: [String], print: (String) -> Void = { Swift.print($0) }) -> Int32 {
    if arguments.contains("--help") || arguments.isEmpty {
      print(usage)
      return arguments.isEmpty ? 64 : 0
    }
    do {
      let options = try Options(arguments)
      switch (options.command, options.folders.count) {
      case ("speed", 1): return try speed(options, print)
      case ("quality", 1): return try quality(options, print)
      case ("ablation", 1): return try ablation(options, print)
      case ("calibration", 1): return try calibration(options, print)
      case ("compare", 2): return compare(options, print)
      case ("receipts", 2): return try receipts(options, print)
      case ("tokens", 2), ("candidates", 2):
        let bench = TokenBench(
          folder: options.folders[0], output: options.folders[1], tagger: options.tagger,
          areCandidates: options.command == "candidates")
        print(try bench.run())
        return 0
      case ("kinds", 2):
        print(try KindBench(store: options.folders[0], output: options.folders[1]).run().description)
        return 0
      default:
        say(usage)
        return 64
      }
    } catch {
      say("hanscan-bench: \(error)")
      return 1
    }
  }

  private static func speed(_ options: Options, _ print: (String) -> Void) throws -> Int32 {
    let theirs = [SpeedBench.plain, SpeedBench.tuned, SpeedBench.tunedBlock].dropFirst(options.skipPlain ? 1 : 0)
    let bench = SpeedBench(
      set: try PictureSet(options.folders[0]), readers: theirs + SpeedBench.ours(options.further),
      rounds: options.rounds ?? 3, jobs: options.jobs, hanscan: options.hanscan)
    return try tell(bench.run(say: say), options, print)
  }

  private static func knownPictures(_ options: Options) throws(BenchError) -> KnownPictures {
    try KnownPictures(
      options.folders[0], jobs: options.jobs, hanscan: options.hanscan, foldCase: options.foldCase,
      options: options.further)
  }

  private static func quality(_ options: Options, _ print: (String) -> Void) throws -> Int32 {
    let pictures = try knownPictures(options)
    let bench = QualityBench(
      pictures: pictures, readers: [Reader.stock, Reader.stockBlock, pictures.reader()], keep: options.keep)
    return try tell(bench.run(say: say), options, print)
  }

  private static func ablation(_ options: Options, _ print: (String) -> Void) throws -> Int32 {
    let bench = AblationBench(
      pictures: try knownPictures(options), steps: options.without ?? ReaderSettings.Step.allCases,
      rounds: options.rounds ?? 1)
    return try tell(bench.run(say: say), options, print)
  }

  private static func calibration(_ options: Options, _ print: (String) -> Void) throws -> Int32 {
    let report = try CalibrationBench(pictures: try knownPictures(options)).run(say: say)
    _ = try tell(report, options, print)
    guard let limit = options.limit else { return 0 }
    return report.lines.expectedError * 100 < limit && report.missing == 0 ? 0 : 1
  }

  private static func receipts(_ options: Options, _ print: (String) -> Void) throws -> Int32 {
    var words: String?
    if let file = options.lexicon {
      words = Texts.read(file)
      if words == nil { throw BenchError("cannot read \(file)") }
    }
    let bench = ReceiptBench(
      folder: options.folders[0], output: options.folders[1], lexicon: words, tagger: options.tagger)
    return try tell(bench.run(), options, print)
  }

  private static func compare(_ options: Options, _ print: (String) -> Void) -> Int32 {
    let (truth, readings) = (options.folders[0], options.folders[1])
    let result = QualityBench.score(truth: truth, readings: readings, foldCase: options.foldCase)
    print(QualityBench.Report(folder: truth, results: [result]).description)
    guard !result.pages.isEmpty else {
      say("hanscan-bench: no NAME.gt.txt or NAME.expected.txt in \(truth)")
      return 1
    }
    guard let limit = options.limit else { return 0 }
    let errors = result.total.lineErrorRate
    // A page that is known to hold nothing and of which nothing was written cannot show in the rate.
    let good = errors * 100 < limit && result.missing == 0
    let verdict = good ? "below" : "NOT below"
    print("\(percent(errors)) of \(result.total.characters) characters wrong: \(verdict) \(limit) %")
    return good ? 0 : 1
  }

  /// Prints a report, and writes its figures where they were asked for.
  private static func tell(
    _ report: some Encodable & CustomStringConvertible, _ options: Options, _ print: (String) -> Void
  ) throws -> Int32 {
    print(report.description)
    guard let path = options.json else { return 0 }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(report).write(to: URL(fileURLWithPath: path))
    say("figures: \(path)")
    return 0
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// The cores that this process may use; what the machine has may be more.
  private static func coresAllowed() -> Int {
    let status = Texts.read("/proc/self/status") ?? ""
    let mask = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }?.dropFirst(13) ?? ""
    return max(mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }, 1)
  }
}
