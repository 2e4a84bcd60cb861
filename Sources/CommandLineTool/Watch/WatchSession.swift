import PageModel
import Run
import Support
import Workers

/// Tells how a run that watches its inputs does: to a person or a log, to Prometheus, and to the service manager.
final class WatchSession: WatchObserver {
  private let reporter: RunReporter
  private let manager = ServiceManager()
  private let notices: BurstNotices?
  private let results: String
  private var signals: NotedSignals?
  private var hasToldReading = false
  private var isReading = false
  private var files = (finished: 0, found: 0)
  private var pagesRead = 0
  /// Pages that have failed and were not read well since, with the reason.
  private var failed: [PageReference: PageProblem.Code] = [:]
  private var told = ContinuousClock.now

  /// The status is brought up to date so often while pages are read.
  private static let statusInterval = Duration.seconds(2)

  init(_ reporter: RunReporter, notify: NotifyCommand?, results: String) {
    (self.reporter, self.results) = (reporter, results)
    notices = notify.map { command in
      BurstNotices(command, results: results) { reporter.run(.warning("\($0)")) }
    }
  }

  private var metrics: MetricsFile? { reporter.metrics }

  /// The signals of a source, which are passed to the service manager.
  func noting(_ signals: any SignalSource) -> any SignalSource {
    let noted = NotedSignals(signals, manager)
    self.signals = noted
    return noted
  }

  var patience: Duration? { [manager?.interval, metrics?.interval, notices?.patience].compactMap { $0 }.min() }

  func run(_ event: RunEvent) {
    switch event {
    case .reading where hasToldReading: return
    case .reading: hasToldReading = true
    case .progress(let finished, let found, _): files = (finished, found)
    case .page(let path, let index, .failed(let attempts), _):
      failed[PageReference(path: path, index: index)] = attempts.last?.problem.code ?? .engine
    case .page(let path, let index, _, _): failed[PageReference(path: path, index: index)] = nil
    default: break
    }
    reporter.run(event)
  }

  func runHasCounted(_ summary: RunSummary) { metrics?.note(summary) }

  func watchHasBegun() {
    reporter.tell("hanscan: watching; what arrives is read when it has settled\n", .object(["event": "watching"]))
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
    let status = summary.exitStatus(strict: false)
    metrics?.finish(summary, status: status)
    pagesRead += summary.read
    if summary.hasNews {
      reporter.tell("hanscan: \(summary.line)\n", summary.json(results: results, event: "burst"))
      notices?.add(summary)
    }
    tellStatus()
  }

  /// The total of all bursts, without failures of pages that a later burst read.
  func settled(_ summary: RunSummary) -> RunSummary {
    var summary = summary
    summary.pages[.failed] = failed.isEmpty ? nil : failed.count
    summary.failuresByReason = failed.values.reduce(into: [:]) { counts, code in counts[code, default: 0] += 1 }
    var named: Set<PageReference> = []
    summary.failures.removeAll { failure in
      let page = PageReference(path: failure.path, index: failure.index)
      return failed[page] == nil || !named.insert(page).inserted
    }
    return summary
  }

  /// Waits until the user's command has reported everything.
  func end() {
    notices?.finish(isHurried: signals?.hasStopped == true) { manager?.alive() }
  }

  func watchIsAlive() {
    manager?.alive()
    notices?.attend()
    if !isReading { metrics?.stillDone() }
    guard isReading, ContinuousClock.now - told >= Self.statusInterval else { return }
    tellStatus()
  }

  private func tellStatus() {
    told = .now
    let failed: Message = failed.isEmpty ? "" : ", \(failed.count) failed"
    manager?.say(
      (isReading ? "reading: \(files.finished) of \(counted(files.found, "file"))" : "waiting")
        + "; \(counted(pagesRead, "page")) read since the start" + failed)
  }
}

/// Signals as they come from their source; the service manager hears of them first.
private final class NotedSignals: SignalSource {
  private let source: any SignalSource
  private let manager: ServiceManager?
  /// Whether one has asked the run to stop.
  private(set) var hasStopped = false

  init(_ source: any SignalSource, _ manager: ServiceManager?) { (self.source, self.manager) = (source, manager) }

  var descriptor: CInt { source.descriptor }

  func next() -> CInt? {
    let signal = source.next()
    if signal != nil {
      hasStopped = true
      manager?.stopping()
    }
    return signal
  }
}
