import Cluster
import Run
import RunSupport
import CPosix
import Export
import Glibc
import PageModel
import Support
import Understanding
import Workers

/// `hanscan run`: reads every new page below the inputs.
enum RunCommand: Command {
  static let name = "run"
  static let summary = "Read every new scan of a directory; leave text or JSON for every page."
  static let usage = "IN... --out OUT [OPTION...]"
  static let discussion = """
    IN is a directory (searched through), a file, or a quoted glob pattern. Files are judged by their bytes, not by \
    their names. A second run over the same input reads only what is new; the store in OUT keeps everything.

    One store holds the scans of one directory. Their names start from IN, or from the deepest directory that holds \
    every IN, or from the working directory for a list; --base says another.

    Exit status: 0 everything was read, 64 wrong usage, 65 some pages failed in this run, 66 input missing, 69 a model \
    or a layer of the sandbox is missing, or no worker starts, 70 internal error, 73 output can't be written, 74 input or \
    output error, 75 another program holds OUT (try later), 128 + N stopped by signal N (130 SIGINT, 143 SIGTERM): what \
    had been read by then is kept, and the next run goes on. A run with --watch that is stopped while nothing is in work \
    exits with 0 or 65.
    """
  static let options: [Option] =
    [
      Option("out", "o", value: "DIR", "Where the files and the store go."),
      Option("store", value: "FILE", "The store's place. Default: OUT/hanscan.sqlite."),
      FormatOptions.several("What is written"),
      Option("stdout", "Write results to standard output instead of files, pages in order; fresh files come last."),
      Option("files-from", value: "FILE", "Read the list of files from FILE, or from standard input with '-'."),
      Option("null", "0", "The list is separated by NUL, not by newlines."),
      Option("include", value: "GLOB", "Only files that match; may be repeated."),
      Option("exclude", value: "GLOB", "Leave out files that match; may be repeated."),
      Option("base", value: "DIR", "The directory that the scans' names start from."),
      Option("settle", value: "TIME", "Leave a file that still changes after TIME for the next run. Default: 2 s."),
      Option(
        "watch",
        "Go on after that: read what is put into the directories IN as soon as it has settled, until SIGTERM or Ctrl-C. "
          + "Tells systemd how it does (Type=notify, WatchdogSec)."),
      Option("until-idle", value: "TIME", "With --watch: stop by itself when nothing has come for TIME."),
      Option("jobs", "j", value: "N", "Worker processes. Default: the cores that this process may use."),
      Option("attempts", value: "N", "Times a page is tried. Default: 3."),
      Option("max-depth", value: "N", "Directories within each other. Default: 128."),
      Option("max-failures", value: "N|P%", "Give up (exit 65) when more pages than this fail. Default: never."),
      Option("renew-after", value: "N", "Renew a worker after N pages. Default: 200."),
      Option("verify", "Hash files that look unchanged, too."),
      Option("retry-failed", "Try pages again that failed in earlier runs."),
      Option(
        "reread",
        "Read pages again whose result another model or other settings gave, and keep both: see 'hanscan diff'."),
      Option("force", "Read every page again."),
      Option("require-sandbox", "Refuse to run (exit 69) where a layer of the workers' sandbox is missing."),
      Option("strict", "Exit 65 for unsupported files, too."),
      Option(
        "lexicon", value: "FILE",
        "Shops by business number ('[shop]', and below it '123-45-67891 = The Paper Boat'), labels and other words for "
          + "receipts; kept for later runs until another is given."),
      MarkTagOption.option,
      Option("quiet", "q", "Print only problems."),
      Option(
        "log", value: "FORMAT", "Messages as text or json (one object a line). Default: text.",
        words: LogFormat.allCases.map(\.rawValue)),
      Option(
        "metrics", value: "FILE",
        "Tell Prometheus about the run in FILE, whose name ends in .prom, for node_exporter's textfile collector."),
      NotifyCommand.option, ConfigurationFile.option,
    ] + ShardOptions.options + FormatOptions.details + ReaderOptions.limits + ReaderOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan run inbox --out texts", "Text for every page below inbox."),
    ("hanscan run inbox --out texts --format text,json --jobs 4", "Text and JSON, four pages at a time."),
    ("find . -name '*.jpg' -print0 | hanscan run --files-from - --null --out texts", "A list from another program."),
    ("hanscan run receipt.jpg --stdout", "One picture's text; nothing is kept."),
  ]

  static func run(_ given: Arguments, console: Console) throws -> ExitStatus {
    try ShardOptions.check(given)
    let configuration = try Configuration(for: given, of: options)
    let arguments = configuration.arguments
    var log = LogFormat.text
    do {
      log = try arguments.choice("log") ?? .text
      return try perform(arguments, log: log, console: console)
    } catch let failure as CommandFailure {
      let failure = configuration.explained(failure)
      guard log == .json else { throw failure }
      let line = JSONValue.object([
        "event": "error", "status": .integer(Int(failure.status.rawValue)), "message": .string(failure.description),
      ])
      console.error(line.lineText + "\n")
      return failure.status
    }
  }

  private static func perform(_ arguments: Arguments, log: LogFormat, console: Console) throws -> ExitStatus {
    let scratch = try ScratchStore(neededBy: arguments)
    defer { scratch?.remove() }
    var settings = try settings(from: arguments, scratchStore: scratch?.path)
    let formats = try FormatOptions.several(of: arguments)
    raiseDescriptorLimit()
    let signals: any SignalSource
    do { signals = try SignalWatch() } catch { throw CommandFailure(.inputOutput, "\(error)") }
    let reporter = RunReporter(console: console, verbosity: arguments.has("quiet") ? .quiet : .normal, format: log)
    let metrics = try arguments.path("metrics").map { try MetricsFile($0, store: settings.store) }
    if let problem = metrics?.problem { reporter.run(.warning(problem)) }
    let command = try arguments.text("notify-command")
    let shard: ShardRun?
    do { shard = try ShardOptions.begin(arguments, &settings, console: console) } catch let failure as CommandFailure {
      tell(failure, metrics, command.map { NotifyCommand(command: $0, results: "\(settings.store)") }, reporter)
      throw failure
    }
    metrics?.store = settings.store
    let metered = MeteredObserver(reporter, metrics: metrics)
    let observer: any RunObserver = shard.map { ShardObserver(metered, shard: $0) } ?? metered
    let stream = arguments.has("stdout") ? ResultStream(console: console, format: formats[0]) : nil
    let place = shard?.folder ?? settings.output?.directory ?? settings.store
    let results = arguments.has("stdout") ? "standard output" : "\(place)"
    let notify = command.map { NotifyCommand(command: $0, results: results) }
    let summary: RunSummary
    do {
      if arguments.has("watch") {
        let session = WatchSession(
          console: console, reporter: reporter, metrics: metrics, notify: notify, results: results,
          isQuiet: arguments.has("quiet"), log: log)
        defer { session.end() }
        let run = BatchRun(settings: settings, observer: session, signals: session.noting(signals))
        summary = session.settled(try run.watch(session))
      } else {
        summary = try BatchRun(settings: settings, observer: observer, sink: stream, signals: signals).run()
        try shard?.finish(summary)
      }
      console.waitsForReader = summary.signal == nil && signals.next() == nil
      reporter.finish()
    } catch {
      if signals.next() != nil { console.waitsForReader = false }
      reporter.finish()
      shard?.fail(error)
      let failure = CommandFailure(error)
      tell(failure, metrics, notify, reporter)
      throw failure
    }
    let status = ExitStatus(rawValue: summary.exitStatus(strict: arguments.has("strict")))
    if arguments.has("watch") {
      metrics?.finishWatch(summary, status: status)
    } else {
      metrics?.finish(summary, status: status)
    }
    if let problem = metrics?.problem { reporter.run(.warning(problem)) }
    if let problem = notify?.tell(
      summary.text(results: results), summary, status: status, event: "run", interruption: signals.descriptor)
    {
      reporter.run(.warning(problem))
    }
    // A stream that a signal has cut has no proper close.
    if summary.signal == nil, case .failed(let reason)? = stream?.finish() {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason); what was read is in the store")
    }
    if !arguments.has("quiet") {
      let text = log == .json ? summary.json(results: results).lineText + "\n" : summary.text(results: results)
      console.error(text, .information)
    } else if summary.gaveUp {
      console.error("hanscan: the run gave up: more pages failed than --max-failures allows\n")
    }
    return status
  }

  /// Tells all who want to know that the run came to nothing.
  private static func tell(
    _ failure: CommandFailure, _ metrics: MetricsFile?, _ notify: NotifyCommand?, _ reporter: RunReporter
  ) {
    metrics?.finish(status: failure.status)
    if let problem = notify?.tell("hanscan: \(failure)\n", RunSummary(), status: failure.status, event: "run") {
      reporter.run(.warning(problem))
    }
  }

  /// Five descriptors go to each worker: many jobs need more than the usual 1024.
  private static func raiseDescriptorLimit() {
    let wanted: UInt64 = 65_536
    if cposix_limit_now(cposix_open_files) < wanted { _ = cposix_limit(0, cposix_open_files, wanted, 0) }
  }

  static func settings(from arguments: Arguments, scratchStore: ScanPath?) throws -> RunSettings {
    let output = try arguments.path("out")
    try arguments.refuse("force", with: "reread", because: "--force reads everything, --reread only some")
    try arguments.refuse("force", with: "retry-failed", because: "--force reads everything, failed pages included")
    for option in ["stdout", "files-from", "force", "reread", "retry-failed"] {
      try arguments.refuse("watch", with: option, because: "a run that watches reads what is new, again and again")
    }
    if arguments.has("until-idle"), !arguments.has("watch") {
      throw CommandFailure.usage("--until-idle goes with --watch")
    }
    try arguments.refuse("watch", with: "shard", because: "a shard is read once, and then joined with the others")
    let ownStore = output?.appending("hanscan.sqlite") ?? scratchStore
    guard let store = try arguments.path("store") ?? ownStore else {
      throw CommandFailure.usage("say where the results go: --out DIR (or --stdout)")
    }
    var settings = RunSettings(store: store, executable: try Program.path())
    settings.inputs = arguments.operands
    settings.fileList = try fileList(from: arguments)
    if settings.inputs.isEmpty, settings.fileList == nil {
      throw CommandFailure.usage("say what to read: a directory, files, or --files-from")
    }
    settings.include = try arguments.texts("include")
    settings.exclude = try arguments.texts("exclude")
    settings.settle = try arguments.seconds("settle", in: 0...86400) ?? settings.settle
    settings.untilIdle = try arguments.seconds("until-idle", in: 0...86400)
    if let output {
      let formats = try FormatOptions.several(of: arguments)
      settings.output = FileOutput(directory: output, formats: arguments.has("stdout") ? [] : formats)
    }
    settings.base = try arguments.path("base")
    settings.ownFiles = try arguments.path("metrics").map { [$0] } ?? []
    settings.requiresSandbox = arguments.has("require-sandbox")
    settings.reader = try ReaderOptions.settings(from: arguments)
    settings.lexicon = try lexicon(from: arguments)
    settings.tags = try MarkTagOption.text(of: arguments)
    settings.limits = try ReaderOptions.limits(from: arguments)
    settings.limits.attempts = try arguments.integer("attempts", in: 1...10) ?? settings.limits.attempts
    settings.depth = try arguments.integer("max-depth", in: 1...1000) ?? settings.depth
    settings.workers = try arguments.integer("jobs", in: 1...1024) ?? Program.availableCores
    settings.renewAfter = try arguments.integer("renew-after", in: 1...1_000_000) ?? settings.renewAfter
    settings.failureLimit = try failureLimit(from: arguments)
    settings.verifies = arguments.has("verify")
    settings.retriesFailed = arguments.has("retry-failed")
    settings.rereading = arguments.has("force") ? .always : arguments.has("reread") ? .changedReader : .never
    return settings
  }

  /// The text of the user's words; a fault is told with the file and the line.
  private static func lexicon(from arguments: Arguments) throws -> String? {
    guard let path = try arguments.path("lexicon") else { return nil }
    let text = try ReaderOptions.text(at: path, of: "lexicon")
    do throws(LexiconError) { _ = try Lexicon.standard.adding(text) } catch {
      throw CommandFailure.usage("--lexicon: \(path) \(error)")
    }
    return text
  }

  /// Refuses values that no run takes, whatever it is to read.
  static func check(_ arguments: Arguments) throws {
    let log: LogFormat? = try arguments.choice("log")
    _ = (log, try FormatOptions.several(of: arguments), try arguments.path("metrics").map(MetricsFile.checkedName))
    // What a call says besides: what to read, and where to.
    let here: (name: String, bytes: [UInt8]) = ("out", Array(".".utf8))
    _ = try settings(from: arguments.reading(ScanPath(".")).preceded(by: [here]), scratchStore: nil)
  }

  private static func fileList(from arguments: Arguments) throws -> (descriptor: Int32, separator: UInt8)? {
    guard let path = try arguments.path("files-from") else {
      if arguments.has("null") { throw CommandFailure.usage("--null goes with --files-from") }
      return nil
    }
    let separator: UInt8 = arguments.has("null") ? 0 : UInt8(ascii: "\n")
    if path.bytes == Array("-".utf8) { return (STDIN_FILENO, separator) }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw CommandFailure(.inputMissing, "the list \(path) can't be opened: \(SystemError.text(of: errno))")
    }
    return (descriptor, separator)
  }

  private static func failureLimit(from arguments: Arguments) throws -> FailureLimit {
    guard let text = try arguments.text("max-failures") else { return .none }
    if text.hasSuffix("%"), let share = Double(text.dropLast()), (0..<100).contains(share) { return .percent(share) }
    if let count = Int(text), count >= 0 { return .count(count) }
    throw CommandFailure.usage("--max-failures takes a count (10) or a share (5%), not '\(text)'")
  }
}

extension CommandFailure {
  init(_ failure: RunFailure) {
    self.init(ExitStatus(rawValue: failure.kind.exitStatus), failure.description)
  }
}
