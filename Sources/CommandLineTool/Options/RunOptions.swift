import Bookkeeping
import Glibc
import PageModel
import Run
import RunSupport
import Support
import Understanding

/// The options of `run`, which configuration files may hold and `config` shows.
struct RunOptions: OptionGroup {
  @Option("out", "o", value: "DIR", .path, "Where the files and the store go.") var output: ScanPath?
  @Option("store", value: "FILE", .path, "The store's place. Default: OUT/hanscan.sqlite.") var store: ScanPath?
  var format = FormatOptions()
  @Option("stdout", "Write results to standard output instead of files, pages in order; fresh files come last.")
  var isStream: Bool
  @Option(
    "files-from", value: "FILE", .path, "Read the list of files from FILE, or from standard input with '-'.")
  private var listFile: ScanPath?
  @Option("null", "0", "The list is separated by NUL, not by newlines.") private var isSeparatedByNUL: Bool
  @Option(
    "include", value: "GLOB", all: .text, addsUp: true,
    "Only files that match; may be repeated. Names that are left out by default are read if GLOB stands for them.")
  private var include: [String]
  @Option("exclude", value: "GLOB", all: .text, addsUp: true, "Leave out files that match; may be repeated.")
  private var exclude: [String]
  @Option("base", value: "DIR", .path, "The directory that the scans' names start from.") private var base: ScanPath?
  @Option(
    "settle", value: "TIME", .seconds(0...86400),
    "Leave a file that still changes after TIME for the next run. Default: 2 s.")
  private var settle: Double?
  @Option(
    "watch",
    "Go on after that: read what is put into the directories IN as soon as it has settled, until SIGTERM or Ctrl-C. "
      + "Tells systemd how it does (Type=notify, WatchdogSec).")
  var watches: Bool
  @Option(
    "until-idle", value: "TIME", .seconds(0...86400), "With --watch: stop by itself when nothing has come for TIME.")
  private var untilIdle: Double?
  @Option(
    "jobs", "j", value: "N", .integer(1...1024), "Worker processes. Default: the cores that this process may use.")
  private var jobs = Program.availableCores
  @Option("attempts", value: "N", .integer(1...10), "Times a page is tried. Default: 3.") private var attempts: Int?
  @Option("max-depth", value: "N", .integer(1...1000), "Directories within each other. Default: 128.")
  private var depth: Int?
  @Option(
    "max-failures", value: "N|P%", .failureLimit, "Give up (exit 65) when more pages than this fail. Default: never.")
  private var failureLimit = FailureLimit.none
  @Option("renew-after", value: "N", .integer(1...1_000_000), "Renew a worker after N pages. Default: 200.")
  private var renewAfter: Int?
  @Option("verify", "Hash files that look unchanged, too.") private var verifies: Bool
  @Option("retry-failed", "Try pages again that failed in earlier runs.") private var retriesFailed: Bool
  @Option(
    "reread", "Read pages again whose result another model or other settings gave, and keep both: see 'hanscan diff'.")
  private var rereads: Bool
  @Option("force", "Read every page again.") private var readsAll: Bool
  @Option("require-sandbox", "Refuse to run (exit 69) where a layer of the workers' sandbox is missing.")
  private var requiresSandbox: Bool
  @Option("strict", "Exit 65 for unsupported files and pages that are cut off, too.") var isStrict: Bool
  @Option(
    "lexicon", value: "FILE", .path,
    "Shops by business number ('[shop]', and below it '123-45-67891 = The Paper Boat'), labels and other words for "
      + "receipts; kept for later runs until another is given.")
  private var lexiconFile: ScanPath?
  private let tags = MarkTagOptions()
  @Option(
    "split-at", value: "CODE", all: .text,
    "Divide PDF and TIFF files into documents at sheets with this bar code or QR code (PATCHT); may be repeated. "
      + "A code such as ASN00042 names its document. Kept for later runs; 'none' forgets all.")
  private var splitCodes: [String]
  @Option("quiet", "q", "Print only problems.") var isQuiet: Bool
  @Option("log", value: "FORMAT", .word, "Messages as text or json (one object a line). Default: text.")
  var log = LogFormat.text
  @Option(
    "metrics", value: "FILE", .metricsFile,
    "Tell Prometheus about the run in FILE, whose name ends in .prom, for node_exporter's textfile collector.")
  var metrics: String?
  @Option(
    "notify-command", value: "CMD", .text,
    "Run CMD by /bin/sh when the run is over, and with --watch beside it after each burst that brought something (what "
      + "finishes while CMD is at work is told together): the summary is on its standard input, counts are in HANSCAN_EXIT, "
      + "HANSCAN_EVENT (run or burst), HANSCAN_FILES, HANSCAN_PAGES, HANSCAN_READ, HANSCAN_FAILED and the like, the results "
      + "in HANSCAN_RESULTS. It has 60 s; that it fails is a warning.")
  var notifyCommand: String?
  @Option(
    "config", value: "FILE", .path,
    "Options from FILE instead of \(ConfigurationFile.usualPlaces.joined(separator: " and ")).")
  private var configuration: ScanPath?
  let shard = ShardOptions()
  private let limits = LimitOptions()
  private let reader = ReaderOptions()

  func check() throws(RunFailure) {
    let (part, joined) = (shard.$shard, "files are made by 'hanscan export' when all shards are joined")
    try part.refuse(with: $isStream, because: "a shard is a store, and files are made from the joined one")
    try part.refuse(with: format.$named, because: joined)
    try part.refuse(with: $store, because: "the shard's folder is OUT/shard-I-of-N; see --scratch")
    try $readsAll.refuse(with: $rereads, because: "--force reads everything, --reread only some")
    try $readsAll.refuse(with: $retriesFailed, because: "--force reads everything, failed pages included")
    for option in [$isStream, $listFile, $readsAll, $rereads, $retriesFailed] as [DeclaredOption] {
      try $watches.refuse(with: option, because: "a run that watches reads what is new, again and again")
    }
    try $untilIdle.needs($watches)
    try $isSeparatedByNUL.needs($listFile)
    try $watches.refuse(with: shard.$shard, because: "a shard is read once, and then joined with the others")
    _ = try format.formats(toStandardOutput: isStream)
  }

  func settings(reading inputs: [ScanPath], scratchStore: ScanPath? = nil) throws(RunFailure) -> RunSettings {
    if shard.shard != nil, output == nil {
      throw .usage("--shard needs --out, the directory that all shards lie in")
    }
    guard let place = store ?? output?.appending("hanscan.sqlite") ?? scratchStore else {
      throw .usage("say where the results go: --out DIR (or --stdout)")
    }
    var settings = RunSettings(store: place, executable: try Program.path())
    settings.inputs = inputs
    settings.fileList = try fileList()
    if settings.inputs.isEmpty, settings.fileList == nil {
      throw .usage("say what to read: a directory, files, or --files-from")
    }
    (settings.include, settings.exclude, settings.base) = (include, exclude, base)
    (settings.settle, settings.untilIdle) = (settle ?? settings.settle, untilIdle)
    if let output {
      let formats = try format.formats(toStandardOutput: isStream)
      settings.output = FileOutput(directory: output, formats: isStream ? [] : formats)
    }
    settings.ownFiles = metrics.map { [ScanPath($0)] } ?? []
    settings.requiresSandbox = requiresSandbox
    (settings.reader, settings.limits) = (try reader.settings(), limits.limits)
    (settings.lexicon, settings.tags) = (try lexicon(), try tags.text())
    settings.exportLanguage = format.language.language?.rawValue
    if !splitCodes.isEmpty { settings.splitCodes = splitCodes == ["none"] ? "" : splitCodes.joined(separator: "\n") }
    settings.limits.attempts = attempts ?? settings.limits.attempts
    (settings.depth, settings.renewAfter) = (depth ?? settings.depth, renewAfter ?? settings.renewAfter)
    (settings.workers, settings.failureLimit) = (jobs, failureLimit)
    (settings.verifies, settings.retriesFailed) = (verifies, retriesFailed)
    settings.rereading = readsAll ? .always : rereads ? .changedReader : .never
    return settings
  }

  /// The text of the user's words; a fault is told with the file and the line.
  private func lexicon() throws(RunFailure) -> String? {
    guard let path = lexiconFile else { return nil }
    let text = try UserFile.text(at: path, of: "lexicon")
    do throws(LexiconError) { _ = try Lexicon.standard.adding(text) } catch {
      throw .usage("--lexicon: \(path) \(error)")
    }
    return text
  }

  private func fileList() throws(RunFailure) -> (descriptor: Int32, separator: UInt8)? {
    guard let path = listFile else { return nil }
    let separator: UInt8 = isSeparatedByNUL ? 0 : UInt8(ascii: "\n")
    if path.bytes == Array("-".utf8) { return (STDIN_FILENO, separator) }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor >= 0 { return (descriptor, separator) }
    throw RunFailure(.inputMissing, "the list \(path) can't be opened: \(SystemError.text(of: errno))")
  }
}

extension ValueFormat<FailureLimit> {
  fileprivate static var failureLimit: Self {
    Self("a count (10) or a share (5%)") { text in
      if text.hasSuffix("%"), let share = Double(text.dropLast()), (0..<100).contains(share) { return .percent(share) }
      return Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
    }
  }
}

extension ValueFormat<String> {
  fileprivate static var metricsFile: Self {
    .text("a file whose name ends in .prom, which the collector looks for") { $0.hasSuffix(".prom") }
  }
}
