import Ingest
package import RunSupport
import Recognition
import ResultStore
import Support
import Workers

extension BatchRun {
  /// Reads existing files and then arrivals, until a signal, a failure of the run as a whole, or a set idle time.
  ///
  /// Files that arrive together are read together as a run: it has its own row in the store, and its pages get their
  /// files when it has finished; the store is held only during it. Each file is read when it has settled. The summary
  /// is that of all of them; its signal is the one that left something unread, and nil if the run was stopped while
  /// nothing was in work.
  ///
  /// Throws `usage` if an input is no directory.
  package func watch(_ watcher: any WatchObserver) throws(RunFailure) -> RunSummary {
    try RunFailure.catching {
      try settings.check()
      try settings.pictures.checkSandbox()
      let resolved = try resolve()
      let scanner = try makeScanner()
      if let other = settings.inputs.first(where: { !Self.isDirectory($0) }) {
        throw RunFailure.usage("--watch takes directories, and \(other) is none")
      }
      guard settings.fileList == nil else { throw RunFailure.usage("--watch takes directories, and no list") }
      return try WatchLoop(self, scanner, resolved, watcher).perform()
    }
  }
}

/// Waits for arrivals, and lets the same workers read them burst by burst.
final class WatchLoop {
  private let run: BatchRun
  private let scanner: Scanner
  private let resolved: ResolvedReader
  private let workers: RunWorkers
  private let watcher: any WatchObserver
  let inputs: InputWatch
  private var isHeld = false

  /// Workers are stopped after this idle time, because they hold some 100 MB each.
  private static let idleLimit = Duration.seconds(600)

  /// The retry interval while another program holds the store: people correct pages, another run reads other
  /// directories.
  private static let heldInterval = Duration.seconds(1)

  init(_ run: BatchRun, _ scanner: Scanner, _ resolved: ResolvedReader, _ watcher: any WatchObserver) throws {
    (self.run, self.scanner, self.resolved, self.watcher) = (run, scanner, resolved, watcher)
    workers = try RunWorkers(run.settings)
    inputs = InputWatch(scanner, settle: Duration(clamping: run.settings.settle))
  }

  func perform() throws -> RunSummary {
    var total = RunSummary()
    // A fault that keeps the run from its first page keeps it from all of them.
    var resources: RunResources? = try RunResources(run, resolved, scanner, workers, watch: self)
    for warning in resolved.warnings { run.observer.run(.warning(warning)) }
    tellNotices()
    watcher.watchHasBegun()
    var idleSince = ContinuousClock.now
    let limit = run.settings.untilIdle.map { Duration(clamping: $0) }
    while true {
      attend()
      if run.signals?.next() != nil { return total }
      if let task = inputs.task(alive: watcher.watchIsAlive) {
        guard let held = try resources ?? open(for: task) else { continue }
        resources = nil
        guard let part = try read(task, held) else { continue }
        total.add(part)
        if part.signal != nil || part.gaveUp {
          if part.leftNothing { total.signal = nil }
          return total
        }
        idleSince = .now
        continue
      }
      let idle = ContinuousClock.now - idleSince
      if let limit, !inputs.isWaiting, idle >= limit { return total }
      if idle > Self.idleLimit, !workers.pool.processes.isEmpty {
        workers.pool.shutdown(grace: .seconds(2))
      }
      var wait = max(.zero, ContinuousClock.now.duration(to: inputs.next))
      if let limit { wait = min(wait, max(.milliseconds(50), limit - idle)) }
      _ = workers.pool.wait(
        timeout: min(wait, watcher.patience ?? wait),
        also: [run.signals?.descriptor, inputs.descriptor].compactMap { $0 })
    }
  }

  /// The current store; nil while another program holds it, and the task waits.
  private func open(for task: InputWatch.Task) throws -> RunResources? {
    do {
      let resources = try RunResources(run, resolved, scanner, workers, watch: self, creating: false)
      isHeld = false
      return resources
    } catch {
      let failure = RunFailure(cause: error)
      guard failure.status == .held else { throw failure }
      if !isHeld { run.observer.run(.warning("\(failure); what has arrived waits")) }
      isHeld = true
      inputs.postpone(task, until: .now + Self.heldInterval)
      return nil
    }
  }

  /// Reads a task's files; nil if its changes had no effect.
  private func read(_ task: InputWatch.Task, _ resources: RunResources) throws -> RunSummary? {
    var selection: ScanSelection?
    if case .parts(let parts, let gone) = task {
      // An entry that went away before it was read never counted.
      let missed = try gone.filter { try resources.store.hasDocuments(at: $0) }
      guard !parts.isEmpty || !missed.isEmpty else { return nil }
      selection = ScanSelection(parts + missed)
    }
    watcher.burstBegins()
    let part = try run.pass(over: Scanner(again: scanner, selection: selection), resources, started: .now)
    var told = part
    // A signal after everything was read has stopped nothing.
    if part.leftNothing { told.signal = nil }
    watcher.burstHasFinished(told)
    return part
  }

  private func tellNotices() {
    for notice in inputs.takeNotices() { run.observer.run(.warning(notice)) }
  }

  /// The longest time until `attend` is called again; nil for no limit.
  var patience: Duration? { watcher.patience }

  /// Handles events, and never waits.
  func attend() {
    inputs.gather()
    tellNotices()
    watcher.watchIsAlive()
  }
}
