@testable import Documents
import Ingest
import PageModel
import Sandbox
import TestSupport

@testable import Run

/// Carries out a scheduler's actions without processes, files or clocks, and notes what becomes of every page.
struct SchedulerDriver {
  typealias Scheduler = RunScheduler

  /// What an entry of the scan turns out to be.
  enum Content {
    /// Every page has its outcome without reading.
    case settled
    /// So many pages; `slices` is how often the opening has to be asked for again.
    case pages(Int, slices: Int = 0)
  }

  var scheduler: Scheduler
  var now = ContinuousClock.now
  let start: ContinuousClock.Instant
  /// What the scan gives, with what each entry holds.
  var scan: [(entry: ScanEntry, content: Content)] = []
  private(set) var actions: [Scheduler.Action] = []
  private(set) var recorded: [Scheduler.Page: [PageOutcome]] = [:]
  private(set) var released: [ScanPath] = []
  private(set) var left: [ScanPath] = []
  private(set) var jobs: [UInt64: Scheduler.PageTask] = [:]
  private(set) var reductions: [UInt64: Int] = [:]
  private(set) var closed: Set<Int> = []
  private(set) var givenBack = 0
  private(set) var failure: String?
  private(set) var isFinished = false
  private(set) var progress = (finished: 0, found: 0)
  private var contents: [ScanPath: Content] = [:]
  private var slices: [ScanPath: Int] = [:]
  /// Pages whose outcome is known without reading.
  var known: [Scheduler.Page: PageOutcome] = [:]
  /// Pages whose file can't be opened any more.
  var unreadable: Set<Scheduler.Page> = []
  /// Pages whose file has to be hashed again, longer than any test waits.
  var rehashed: Set<Scheduler.Page> = []
  /// What a fresh file turns out to be at the second look; it is gone where nothing is said.
  var secondLook: [ScanPath: ScanEntry] = [:]
  /// The list of files gives nothing before this is set.
  var listIsEmpty = false
  private var failed = 0

  init(_ change: (inout Scheduler.Limits) -> Void = { _ in }) {
    var limits = Scheduler.Limits()
    change(&limits)
    scheduler = Scheduler(limits: limits)
    start = now
  }

  static func file(_ name: String) -> ScanFile {
    ScanFile(
      path: ScanPath("/in/" + name), relative: ScanPath(name), size: 1, modified: 0, changed: 0, inode: 1, device: 1)
  }

  mutating func add(_ name: String, _ content: Content = .pages(1)) {
    scan.append((.document(Self.file(name)), content))
  }

  /// Goes on until the scheduler waits, finishes or fails; the step that it stops at.
  @discardableResult
  mutating func proceed(_ first: Scheduler.Event = .began) -> Scheduler.Action {
    var event: Scheduler.Event? = first
    while let given = event {
      event = nil
      for action in scheduler.handle(given, now: now) {
        actions.append(action)
        if case .wait(let until) = action, until != now { return action }
        event = perform(action)
      }
    }
    return actions.last ?? .finish
  }

  /// Tells what a look at the workers gave, and goes on.
  @discardableResult
  mutating func report(_ reports: Scheduler.Report...) -> Scheduler.Action { report(reports) }

  @discardableResult
  mutating func report(_ reports: [Scheduler.Report]) -> Scheduler.Action {
    for report in reports {
      switch report {
      case .read(let job, _), .attemptFailed(let job, _), .notStarted(let job): jobs[job] = nil
      default: break
      }
    }
    return proceed(.polled(reports))
  }

  /// The number of the job of a page, by its document's name.
  func job(_ name: String, _ index: Int = 0) -> UInt64? {
    jobs.first { $0.value.path == ScanPath(name) && $0.value.page.index == index }?.key
  }

  private mutating func perform(_ action: Scheduler.Action) -> Scheduler.Event? {
    switch action {
    case .tell, .tellReading, .noteSeen: return nil
    case .progress(let finished, let found, _): progress = (finished, found)
    case .leave(let path): left.append(path)
    case .close(let number): closed.insert(number)
    case .release(let path): released.append(path)
    case .giveBack:
      givenBack += jobs.count
      jobs = [:]
    case .look: return look()
    case .lookAgain(let file):
      guard let entry = secondLook[file.relative] else { return .gone }
      contents[file.relative] = contents[file.relative] ?? .pages(1)
      return .found(entry)
    case .open(_, let entry): return open(entry)
    case .lookUp(let page): return known[page].map { .known($0) } ?? .unknown
    case .submit(let job, let task, let reduction):
      if unreadable.contains(task.page) { return .unreadable(PageProblem(.vanished, "gone")) }
      jobs[job] = task
      reductions[job] = reduction
      return .submitted
    case .record(let page):
      if rehashed.contains(page.page) {
        now += .milliseconds(10)
        return .unfinished
      }
      recorded[page.page, default: []].append(page.outcome)
      if page.outcome.state == .failed { failed += 1 }
      return .recorded(Scheduler.Tally(failed: failed, pages: recorded.count))
    case .wait: return .polled([])
    case .fail(_, let reason): failure = reason
    case .finish: isFinished = true
    }
    return nil
  }

  private mutating func look() -> Scheduler.Event {
    if listIsEmpty { return .listIsEmpty }
    guard !scan.isEmpty else { return .scanFinished }
    let (entry, content) = scan.removeFirst()
    contents[entry.relative] = content
    return .found(entry)
  }

  private mutating func open(_ entry: ScanEntry) -> Scheduler.Event {
    switch contents[entry.relative] {
    case .pages(let count, let slices):
      let done = self.slices[entry.relative, default: 0]
      self.slices[entry.relative] = done + 1
      return done < slices ? .unfinished : .opened(pageCount: count)
    case .settled, nil: return .holds([], Scheduler.Tally(failed: failed, pages: recorded.count))
    }
  }
}

extension PageOutcome {
  static let empty = PageOutcome.blank(width: 1, height: 1)
}

extension PageProblem {
  static let crash = PageProblem(.crashed, "it crashed")
  static let damage = PageProblem(.damaged, "it is damaged")
}
