import CPosix
import Cluster
import Ingest
import PageModel
import Run
import RunSupport
import Support
import Workers

/// `hanscan run`: reads every new page below the inputs.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Read every new scan of a directory; leave text or JSON for every page."
  static let usage = "IN... --out OUT [OPTION...]"
  static let discussion = """
    IN is a directory (searched through), a file, or a quoted glob pattern. Files are judged by their bytes, not by \
    their names. A second run over the same input reads only what is new; the store in OUT keeps everything.

    Names that begin with a dot are left out, as is what systems and programs put beside scans: @eaDir, #recycle, \
    lost+found, Thumbs.db, desktop.ini, ~$*, *.part, *.crdownload and the like, and files that HanScan wrote. The summary \
    counts them; --include '@eaDir' or --include '.*' reads such names.

    One store holds the scans of one directory. Their names start from IN, or from the deepest directory that holds \
    every IN, or from the working directory for a list; --base says another.

    Exit status: 0 everything was read, 64 wrong usage, 65 some pages failed in this run, 66 input missing, 69 a model \
    or a layer of the sandbox is missing, or no worker starts, 70 internal error, 73 output can't be written, 74 input or \
    output error, 75 another program holds OUT (try later), 128 + N stopped by signal N (130 SIGINT, 143 SIGTERM): what \
    had been read by then is kept, and the next run goes on. A run with --watch that is stopped while nothing is in work \
    exits with 0 or 65.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan run inbox --out texts", "Text for every page below inbox."),
    ("hanscan run inbox --out texts --format text,json --jobs 4", "Text and JSON, four pages at a time."),
    ("find . -name '*.jpg' -print0 | hanscan run --files-from - --null --out texts", "A list from another program."),
    ("hanscan run receipt.jpg --stdout", "One picture's text; nothing is kept."),
  ]

  let options = RunOptions()
  @Operands(0 ... .max) var inputs: [ScanPath]
  let configuration: Configuration? = Configuration()

  func report(_ failure: RunFailure, console: Console) {
    guard options.log == .json else { return tell(failure, console) }
    let line = JSONValue.object([
      "event": "error", "status": .integer(Int(failure.status.code)), "message": .string(failure.description),
    ])
    console.error(line.lineText + "\n")
  }

  /// Refuses patterns that no file matches; a run that watches waits for one.
  private func checkPatterns() throws {
    for path in inputs where !options.watches {
      let input = ScanInput.argument(path)
      guard case .glob = input else { continue }
      do {
        if try Scanner(inputs: [input]).next() != nil { continue }
      } catch ScannerError.missing {
        // The directory that the pattern starts from is not there.
      }
      throw RunFailure(.inputMissing, "no file matches the pattern '\(path)'")
    }
  }

  func run(console: Console) throws -> ExitStatus {
    let scratch = try ScratchStore(neededBy: options)
    defer { scratch?.remove() }
    var settings = try options.settings(reading: inputs, scratchStore: scratch?.path)
    try checkPatterns()
    raiseDescriptorLimit()
    let signals = try SignalWatch()
    let metrics = options.metrics.map { MetricsFile($0, store: settings.store) }
    let reporter = RunReporter(console: console, isQuiet: options.isQuiet, format: options.log, metrics: metrics)
    func warn(_ problem: String?) { if let problem { reporter.run(.warning(problem)) } }
    warn(metrics?.problem)
    let stream =
      try options.isStream
      ? ResultStream(console: console, format: options.format.formats(toStandardOutput: true)[0]) : nil
    var shard: ShardRun?
    var results: String {
      options.isStream ? "standard output" : "\(shard?.folder ?? settings.output?.directory ?? settings.store)"
    }
    var notify: NotifyCommand? { options.notifyCommand.map { NotifyCommand(command: $0, results: results) } }
    let summary: RunSummary
    do {
      shard = try options.shard.begin(output: options.output, &settings, console: console)
      metrics?.store = settings.store
      if options.watches {
        let session = WatchSession(reporter, notify: notify, results: results)
        defer { session.end() }
        let run = BatchRun(settings: settings, observer: session, signals: session.noting(signals))
        summary = session.settled(try run.watch(session))
      } else {
        let observer: any RunObserver = shard.map { ShardObserver(reporter, shard: $0) } ?? reporter
        summary = try BatchRun(settings: settings, observer: observer, sink: stream, signals: signals).run()
        try shard?.finish(summary)
      }
    } catch {
      if signals.next() != nil { console.waitsForReader = false }
      reporter.finish()
      let failure = RunFailure(error)
      shard?.fail(failure)
      metrics?.finish(status: failure.status)
      warn(notify?.tell("hanscan: \(failure)\n", RunSummary().notifiedCounts, status: failure.status, event: "run"))
      throw failure
    }
    console.waitsForReader = summary.signal == nil && signals.next() == nil
    reporter.finish()
    let status = summary.exitStatus(strict: options.isStrict)
    if options.watches {
      metrics?.finishWatch(summary, status: status)
    } else {
      metrics?.finish(summary, status: status)
    }
    warn(metrics?.problem)
    let text = summary.text(results: results)
    warn(notify?.tell(text, summary.notifiedCounts, status: status, event: "run", interruption: signals.descriptor))
    // A stream that a signal has cut has no proper close.
    if summary.signal == nil, case .failed(let reason)? = stream?.finish() {
      throw RunFailure(.inputOutput, "standard output can't be written: \(reason); what was read is in the store")
    }
    reporter.tell(text, summary.json(results: results))
    if options.isQuiet, summary.gaveUp {
      console.error("hanscan: the run gave up: more pages failed than --max-failures allows\n")
    }
    return status
  }

  /// Five descriptors go to each worker: many jobs need more than the usual 1024.
  private func raiseDescriptorLimit() {
    let wanted: UInt64 = 65_536
    if cposix_limit_now(cposix_open_files) < wanted { _ = cposix_limit(0, cposix_open_files, wanted, 0) }
  }
}
