import Glibc
import PageModel
import Pipeline
import Support
import Workers

/// Tells how a run that watches its inputs does: to a person or a log, to Prometheus, and to the service manager.
final class WatchSession: WatchObserver {
  private let console: Console
  private let reporter: RunReporter
  private let metrics: MetricsFile?
  private let manager: ServiceManager?
  private let notify: NotifyCommand?
  private var interruption: CInt?
  private let results: String
  private let isQuiet: Bool
  private let log: LogFormat
  private var hasToldReading = false
  private var isReading = false
  private var files = (finished: 0, found: 0)
  private var total = (pages: 0, failed: 0)
  private var told = ContinuousClock.now

  /// The status is brought up to date so often while pages are read.
  private static let statusInterval = Duration.seconds(2)

  init(
    console: Console, reporter: RunReporter, metrics: MetricsFile?, notify: NotifyCommand?, results: String,
    isQuiet: Bool, log: LogFormat
  ) {
    self.notify = notify
    (self.console, self.reporter, self.metrics) = (console, reporter, metrics)
    (self.results, self.isQuiet, self.log) = (results, isQuiet, log)
    manager = ServiceManager()
  }

  /// The signals of a source, which the service manager is told of.
  func noting(_ signals: any SignalSource) -> any SignalSource {
    interruption = signals.descriptor
    return NotedSignals(signals, manager)
  }

  var patience: Duration? { [manager?.interval, metrics?.interval].compactMap { $0 }.min() }

  func run(_ event: RunEvent) {
    switch event {
    case .reading where hasToldReading: return
    case .reading: hasToldReading = true
    case .progress(let finished, let found, _): files = (finished, found)
    default: break
    }
    reporter.run(event)
  }

  func runHasCounted(_ summary: RunSummary) { metrics?.note(summary) }

  func watchHasBegun() {
    let text = "hanscan: watching; what arrives is read when it has settled\n"
    let object = JSONValue.object(["event": "watching"])
    if !isQuiet { console.error(log == .json ? object.lineText + "\n" : text, .information) }
    manager?.ready()
    manager?.say("waiting")
  }

  func burstBegins() {
    isReading = true
    files = (0, 0)
    metrics?.begin()
  }

  func burstHasFinished(_ summary: RunSummary) {
    isReading = false
    reporter.finish()
    let status = ExitStatus(rawValue: summary.exitStatus(strict: false))
    metrics?.finish(summary, status: status)
    total.pages += summary.read
    total.failed += summary.count(.failed)
    if !isQuiet, summary.hasNews {
      let text =
        log == .json ? summary.json(results: results, event: "burst").lineText + "\n" : "hanscan: \(summary.line)\n"
      console.error(text, .information)
    }
    if let notify, summary.hasNews,
      let problem = notify.tell(
        summary.text(results: results), summary, status: status, event: "burst", interruption: interruption,
        alive: { manager?.alive() })
    {
      reporter.run(.warning(problem))
    }
    tellStatus()
  }

  func watchIsAlive() {
    manager?.alive()
    if !isReading { metrics?.stillDone() }
    guard isReading, ContinuousClock.now - told >= Self.statusInterval else { return }
    tellStatus()
  }

  private func tellStatus() {
    told = .now
    let failed = total.failed > 0 ? ", \(total.failed) failed" : ""
    manager?.say(
      (isReading ? "reading: \(files.finished) of \(counted(files.found, "file"))" : "waiting")
        + "; \(counted(total.pages, "page")) read since the start\(failed)")
  }
}

/// Signals as they come from their source; the service manager hears of them first.
private final class NotedSignals: SignalSource {
  private let source: any SignalSource
  private let manager: ServiceManager?

  init(_ source: any SignalSource, _ manager: ServiceManager?) {
    (self.source, self.manager) = (source, manager)
  }

  var descriptor: CInt { source.descriptor }

  func next() -> CInt? {
    let signal = source.next()
    if signal != nil { manager?.stopping() }
    return signal
  }
}
