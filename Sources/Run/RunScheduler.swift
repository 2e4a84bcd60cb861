import Documents
import Ingest
import PageModel
import RunSupport

/// Decides the next action of a run, pure so that tests need no threads, processes, files and clocks.
///
/// `RunLoop` reports events and carries out the returned actions in order. All but the last have no answer; the last is
/// a step, whose result is the next event. `finish` and `fail` are the last step of all. The documents of a run are
/// numbered in the order of the scan.
package struct RunScheduler: Sendable {
  package typealias Instant = ContinuousClock.Instant
  let limits: Limits
  /// The step that is under way; the next event answers it.
  var step = Action.finish
  /// The actions of the event under way besides the next step.
  var effects: [Action] = []
  var entries = Entries()
  var documents = Documents()
  var work = Work()
  var stop = Stop.notAsked
  package private(set) var signal: Int32?
  /// Whether the run gave up because too many pages failed.
  package private(set) var gaveUp = false
  /// The event that does not answer the step under way, which fails the run: it could lose a page or wait for ever.
  var mismatch: String?
  /// The next time to look at workers and signals, whatever else there is to do.
  private var nextPoll: Instant?

  struct Entries: Sendable {
    enum Scan { case open, waiting, finished }
    var scan = Scan.open
    var queue: ArraySlice<ScanEntry> = []
    /// Members of an opened archive or mail, in reverse; they come before the queue.
    var members: [ScanEntry] = []
    /// Files that were too fresh; they get a second look when nothing else is left and it is time.
    var fresh: ArraySlice<ScanFile> = []
    var freshUntil: Instant?
    /// The entry whose content is being hashed, with its document's number.
    var opening: (document: Int, entry: ScanEntry)?
    var found = 0
    var finished = 0
  }

  /// Documents with pages that are not recorded yet.
  struct Documents: Sendable {
    var open: [Int: (path: ScanPath, pageCount: Int, recorded: Int)] = [:]
    /// The document whose pages are being handed out, and the index of the next.
    var current: (document: Int, next: Int)?
    var last = 0
    var order = ReleaseOrder()
  }

  /// Pages between the store and the workers.
  struct Work: Sendable {
    /// To be read as soon as a worker is free.
    var tasks: ArraySlice<PageTask> = []
    var jobs: [UInt64: PageTask] = [:]
    var lastJob: UInt64 = 0
    /// To be recorded, which comes before everything else.
    var finished: ArraySlice<FinishedPage> = []
    var hasHadWorker = false
    /// Consecutive worker slots without a successful start; each was tried several times.
    var failedStarts = 0
    var failure: String?
  }

  enum Stop: Sendable {
    case notAsked
    /// Pages in work have until then.
    case asked(until: Instant)
    /// Nothing is waited for; only results that a look at the workers finds still count.
    case atOnce(hasLooked: Bool)
  }

  /// - Parameter hasHadWorker: Whether workers already exist.
  package init(limits: Limits, hasHadWorker: Bool = false) {
    self.limits = limits
    work.hasHadWorker = hasHadWorker
  }

  package var isStopping: Bool { if case .notAsked = stop { false } else { true } }
  /// Whether workers get no time to exit by themselves.
  package var stopsAtOnce: Bool { if case .atOnce = stop { signal != nil } else { false } }
  package var sawEverything: Bool { entries.scan == .finished && !isStopping }

  /// Whether all entries of the scan have finished or were left to settle, whenever a signal came.
  package var leftNothing: Bool {
    entries.scan == .finished && entries.queue.isEmpty && entries.opening == nil && documents.open.isEmpty
  }

  /// Takes the answer of the step under way, and returns the next actions.
  package mutating func handle(_ event: Event, now: Instant) -> [Action] {
    effects = []
    if case .wait = step, case .polled(let reports) = event {
      nextPoll = now + limits.pollInterval
      if case .atOnce = stop { stop = .atOnce(hasLooked: true) }
      for report in reports { take(report, now: now) }
    } else {
      if case .began = event { nextPoll = now + limits.pollInterval }
      answer(event, now: now)
    }
    step = next(now: now)
    return effects + [step]
  }

  /// A first signal lets pages in work finish, a second one doesn't.
  mutating func take(signal number: Int32, now: Instant) {
    if signal != nil {
      stop = .atOnce(hasLooked: true)
    } else {
      signal = number
      if !isStopping { stop = .asked(until: now + limits.stopGrace) }
    }
  }

  /// Whether nothing is waited for any more.
  func isOverdue(now: Instant) -> Bool {
    switch stop {
    case .notAsked: false
    case .asked(let until): until <= now
    case .atOnce: true
    }
  }

  mutating func judge(_ tally: Tally) {
    guard !isStopping, limits.failureLimit.isExceeded(failed: tally.failed, of: tally.pages) else { return }
    gaveUp = true
    stop = .atOnce(hasLooked: false)
  }

  private mutating func next(now: Instant) -> Action {
    if let mismatch { return .fail(.internal, mismatch) }
    let pollIsDue = nextPoll.map { $0 <= now } ?? false
    if let page = work.finished.first { return pollIsDue ? .wait(until: now) : .record(page) }
    if isStopping { return nextWhileStopping(now: now) }
    if let failure = work.failure { return .fail(.unavailable, failure) }
    if pollIsDue { return .wait(until: now) }
    if work.jobs.count < max(1, limits.workers), let step = nextHandOut(now: now) { return step }
    if entries.scan == .open, entries.queue.count < limits.lookAhead { return .look }
    if entries.scan == .finished, work.jobs.isEmpty { return finish() }
    return .wait(until: nil)
  }

  private mutating func nextWhileStopping(now: Instant) -> Action {
    guard !work.jobs.isEmpty else { return finish() }
    switch stop {
    case .notAsked: break
    case .asked(let until): if now < until { return .wait(until: until) }
    case .atOnce(let hasLooked): if !hasLooked { return .wait(until: now) }
    }
    // Their pages have no result, so the next run reads them.
    work.jobs = [:]
    effects.append(.giveBack)
    return finish()
  }

  /// A step for a free worker, or towards one; nil if there is nothing to hand out at the moment.
  private mutating func nextHandOut(now: Instant) -> Action? {
    if let task = work.tasks.popFirst() { return submit(task) }
    if let (document, entry) = entries.opening { return .open(document, entry) }
    if let (document, next) = documents.current {
      documents.current = next + 1 < (documents.open[document]?.pageCount ?? 0) ? (document, next + 1) : nil
      return .lookUp(Page(document: document, index: next))
    }
    while let entry = entries.members.popLast() ?? entries.queue.popFirst() {
      guard case .unsettled(let file) = entry else {
        documents.last += 1
        return .open(documents.last, entry)
      }
      entries.fresh.append(file)
      entries.freshUntil = now + limits.settle
      effects.append(.noteSeen(file.relative))
    }
    guard entries.scan == .finished, let file = entries.fresh.first else { return nil }
    if let until = entries.freshUntil, now < until { return .wait(until: until) }
    entries.fresh.removeFirst()
    return .lookAgain(file)
  }

  private mutating func submit(_ task: PageTask) -> Action {
    if work.lastJob == 0 { effects.append(.tellReading) }
    work.lastJob += 1
    work.jobs[work.lastJob] = task
    let isLastOfSeveral = limits.attempts > 1 && task.attemptNumber == limits.attempts
    return .submit(work.lastJob, task, reduction: isLastOfSeveral ? 2 : 1)
  }

  private mutating func finish() -> Action {
    while let file = entries.fresh.popFirst() { leave(file) }
    return .finish
  }

  mutating func leave(_ file: ScanFile) {
    effects.append(.leave(file.relative))
    fileFinished()
  }

  mutating func fileFinished() {
    entries.finished += 1
    tellProgress()
  }

  mutating func tellProgress() {
    effects.append(
      .progress(finished: entries.finished, found: entries.found, isComplete: entries.scan == .finished))
  }
}
