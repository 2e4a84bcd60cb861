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

  let options = RunOptions()
  @Operands(0 ... .max) var inputs: [ScanPath]
  let configuration: Configuration? = Configuration()

  func report(_ failure: RunFailure, console: Console) {
    guard options.log == .json else { return tell(failure, console) }
    let line = JSONValue.object([
      "event": "error", "status": .integer(Int(failure.status.code)), "message": .string(failure.description),
    ])
    console.error(verbatim: line.lineText + "\n")
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
    let scratch = try options.keepsNothing ? ScratchStore() : nil
    defer { withExtendedLifetime(scratch) {} }
    var settings = try options.settings(reading: inputs, scratchStore: scratch?.path)
    try checkPatterns()
    // Five descriptors go to each worker: many jobs need more than the usual 1024.
    let descriptors: UInt64 = 65_536
    if cposix_limit_now(cposix_open_files) < descriptors { _ = cposix_limit(0, cposix_open_files, descriptors, 0) }
    let signals = try SignalWatch()
    let metrics = options.metrics.map { MetricsFile($0, store: settings.store) }
    let reporter = RunReporter(console: console, isQuiet: options.isQuiet, format: options.log, metrics: metrics)
    func warn(_ problem: Message?) { if let problem { reporter.run(.warning("\(problem)")) } }
    warn(metrics?.problem.map { "\($0)" })
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
        shard?.observer = reporter
        let observer: any RunObserver = shard ?? reporter
        summary = try BatchRun(settings: settings, observer: observer, sink: stream, signals: signals).run()
        if let complaint = summary.complaint { shard?.fail(complaint) } else { try shard?.finish(summary) }
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
    metrics?.finish(summary, status: status, endsWatch: options.watches)
    warn(metrics?.problem.map { "\($0)" })
    let text = summary.text(results: results)
    let told = (summary.complaint.map { "hanscan: \($0.message)\n" } ?? "") + text
    warn(notify?.tell(told, summary.notifiedCounts, status: status, event: "run", interruption: signals.descriptor))
    // A stream that a signal has cut has no proper close.
    if summary.signal == nil, case .closed(let reason)? = stream?.finish() {
      throw RunFailure(.inputOutput, "standard output can't be written: \(reason); what was read is in the store")
    }
    reporter.tell(text, summary.json(results: results))
    if options.isQuiet, summary.gaveUp {
      console.error("hanscan: the run gave up: more pages failed than --max-failures allows\n")
    }
    if status == .inputMissing, let complaint = summary.complaint { throw complaint }
    return status
  }
}
