import Glibc
import PageModel
import Run
import RunSupport
import Support
import Understanding

/// The options of `run`, which configuration files may hold and `config` shows.
struct RunOptions: OptionGroup {
  @Option("out", "o", value: "DIR", .path) var output: ScanPath?
  @Option("store", value: "FILE", .path) var store: ScanPath?
  var format = FormatOptions()
  @Option("stdout") var isStream: Bool
  @Option("files-from", value: "FILE", .path) private var listFile: ScanPath?
  @Option("null", "0") private var isSeparatedByNUL: Bool
  @Option("include", value: "GLOB", all: .text, addsUp: true) private var include: [String]
  @Option("exclude", value: "GLOB", all: .text, addsUp: true) private var exclude: [String]
  @Option("base", value: "DIR", .path) private var base: ScanPath?
  @Option("settle", value: "TIME", .seconds(0...86400)) private var settle: Double?
  @Option("watch") var watches: Bool
  @Option("until-idle", value: "TIME", .seconds(0...86400)) private var untilIdle: Double?
  @Option("jobs", "j", value: "N", .integer(1...1024)) private var jobs = Program.availableCores
  @Option("attempts", value: "N", .integer(1...10)) private var attempts: Int?
  @Option("max-depth", value: "N", .integer(1...1000)) private var depth: Int?
  @Option("max-failures", value: "N|P%", failureCount) private var failureLimit = FailureLimit.none
  @Option("renew-after", value: "N", .integer(1...1_000_000)) private var renewAfter: Int?
  @Option("verify") private var verifies: Bool
  @Option("retry-failed") private var retriesFailed: Bool
  @Option("reread") private var rereads: Bool
  @Option("force") private var readsAll: Bool
  @Option("require-sandbox") private var requiresSandbox: Bool
  @Option("strict") var isStrict: Bool
  @Option("lexicon", value: "FILE", .path) private var lexiconFile: ScanPath?
  private let tags = MarkTagOptions()
  @Option("split-at", value: "CODE", all: .text) private var splitCodes: [String]
  @Option("quiet", "q") var isQuiet: Bool
  @Option("log", value: "FORMAT", .word) var log = LogFormat.text
  @Option(
    "metrics", value: "FILE",
    .text("a file whose name ends in .prom, which the collector looks for") { $0.hasSuffix(".prom") })
  var metrics: String?
  @Option("notify-command", value: "CMD", .text) var notifyCommand: String?
  @Option("config", value: "FILE", .path) private var configuration: ScanPath?
  let shard = ShardOptions()
  private let limits = LimitOptions()
  private let reader = ReaderOptions()

  /// Whether the results go to standard output alone.
  var keepsNothing: Bool { isStream && output == nil && store == nil }

  func check() throws(RunFailure) {
    let part = shard.$shard
    let joined: Message = "files are made by 'hanscan export' when all shards are joined"
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
      // The last of several words that is no file is meant for the output.
      if inputs.count > 1, let last = inputs.last, !last.exists {
        throw .usage("say where the results go: --out DIR (or --stdout); did you mean --out \(last)?")
      }
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
      settings.output = (output, isStream ? [] : formats)
    }
    settings.ownFiles = metrics.map { [ScanPath($0)] } ?? []
    settings.requiresSandbox = requiresSandbox
    (settings.reader, settings.limits) = (try reader.settings(), limits.limits)
    (settings.lexicon, settings.tags) = (try lexicon(), try tags.text())
    settings.exportLanguage = format.language?.rawValue
    if !splitCodes.isEmpty { settings.splitCodes = splitCodes == ["none"] ? "" : splitCodes.joined(separator: "\n") }
    settings.limits.attempts = attempts ?? settings.limits.attempts
    (settings.depth, settings.renewAfter) = (depth ?? settings.depth, renewAfter ?? settings.renewAfter)
    (settings.workers, settings.failureLimit) = (jobs, failureLimit)
    (settings.verifies, settings.retriesFailed) = (verifies, retriesFailed)
    settings.rereading = readsAll ? .always : rereads ? .changedReader : .never
    return settings
  }

  private static var failureCount: ValueFormat<FailureLimit> {
    ValueFormat("a count (10) or a share (5%)") { text in
      if text.hasSuffix("%"), let share = Double(text.dropLast()), (0..<100).contains(share) { return .percent(share) }
      return Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
    }
  }

  /// The text of the user's words; a fault is told with the file and the line.
  private func lexicon() throws(RunFailure) -> String? {
    guard let path = lexiconFile else { return nil }
    let text = try UserFile.text(at: path, of: "lexicon")
    _ = try RunFailure.converting(Lexicon.standard.adding(text)) { .usage("--lexicon: \(path) \($0)") }
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
