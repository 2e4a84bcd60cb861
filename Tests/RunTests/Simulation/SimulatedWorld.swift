import Documents
import Ingest
import RunSupport
import PageModel
import TestSupport

@testable import Run

/// A directory that changes, a store, and runs that meet every kind of fault, all by one seed.
///
/// The scheduler and the worker slots are the program's; the rest is simulated, and does what `RunLoop` does.
struct SimulatedWorld {
  /// A content by its number, and its pages.
  private typealias Pages = [SimulatedWorkers.Page]

  private struct Key: Hashable {
    var content: Int
    var page: Int
  }

  private let faults: Set<SimulatedFault>
  private var random: SeededRandom
  private var now = Duration.zero
  private let attempts: Int
  /// The scans by their names, as contents.
  private var files: [String: Int] = [:]
  private var contents: [Pages] = []
  /// The pages that the store holds; no crash takes them away.
  private var store: [Key: PageOutcome] = [:]
  /// How often a page of a content was read and recorded.
  private var readings: [Key: Int] = [:]
  private(set) var steps = 0
  private(set) var complaints: [String] = []

  /// Longer no run of so few pages takes.
  private static let mostSteps = 5_000

  init(seed: UInt64, faults: Set<SimulatedFault>) {
    self.faults = faults
    random = SeededRandom(seed: seed)
    attempts = Int.random(in: 1...3, using: &random)
    for _ in 0..<Int.random(in: 1...8, using: &random) { addFile() }
    for _ in 0..<Int.random(in: 1...4, using: &random) { run(disturbed: true) }
    run(disturbed: false)
    look()
  }

  private mutating func addFile() {
    // A copy of another, now and then.
    let isCopy = Int.random(in: 0..<5, using: &random) == 0 && !contents.isEmpty
    if !isCopy {
      let count = Int.random(in: 1...4, using: &random)
      let kinds: Pages = [.sound, .sound, .sound, .sound, .damaged, .crashing]
      contents.append((0..<count).map { _ in kinds.randomElement(using: &random) ?? .sound })
    }
    files["\(Int.random(in: 0..<12, using: &random))"] =
      isCopy ? Int.random(in: 0..<contents.count, using: &random) : contents.count - 1
  }

  private mutating func meets(_ fault: SimulatedFault, one: Int) -> Bool {
    let isDue = Int.random(in: 0..<one, using: &random) == 0
    return isDue && faults.contains(fault)
  }

  // MARK: A run

  /// A document that a run has opened.
  private struct Open {
    var name: String
    var content: Int
  }

  private struct Run {
    var scheduler: RunScheduler
    var workers: SimulatedWorkers
    var scan: [String]
    var open: [Int: Open] = [:]
    var isOver = false
  }

  private mutating func run(disturbed: Bool) {
    var limits = RunScheduler.Limits()
    limits.workers = Int.random(in: 1...3, using: &random)
    limits.attempts = attempts
    limits.settle = .zero
    limits.lookAhead = Int.random(in: 1...4, using: &random)
    var run = Run(
      scheduler: RunScheduler(limits: limits),
      workers: SimulatedWorkers(count: limits.workers, faults: disturbed ? faults : []), scan: files.keys.sorted())
    var event: RunScheduler.Event? = .began
    var count = 0
    while let given = event, !run.isOver {
      event = nil
      count += 1
      if count > Self.mostSteps { return complaints.append("a run does not end") }
      if disturbed { disturb() }
      if disturbed, meets(.killedRun, one: 400) { break }
      for action in run.scheduler.handle(given, now: SimulatedTime(elapsed: now).continuous) {
        event = perform(action, &run, disturbed: disturbed)
        if run.isOver { break }
      }
    }
    steps += count
    end(&run)
  }

  /// A user at work beside the run.
  private mutating func disturb() {
    if meets(.changedFile, one: 60), let name = files.keys.sorted().randomElement(using: &random) {
      addFile()
      files[name] = contents.count - 1
    }
    if meets(.removedFile, one: 80), files.count > 1, let name = files.keys.sorted().randomElement(using: &random) {
      files[name] = nil
    }
    if meets(.newFile, one: 60) { addFile() }
  }

  private mutating func end(_ run: inout Run) {
    run.workers.cancelAll(now: now, &random)
    run.workers.retire(now: now, &random)
    for _ in 0..<1_000 where run.workers.hasProcesses {
      now = max(now, run.workers.next ?? now)
      _ = run.workers.advance(to: now, &random)
    }
    if run.workers.hasProcesses { complaints.append("a worker outlives its run") }
  }

  private mutating func perform(
    _ action: RunScheduler.Action, _ run: inout Run, disturbed: Bool
  ) -> RunScheduler.Event? {
    now += .microseconds(100)
    switch action {
    case .tell, .tellReading, .progress, .noteSeen, .leave, .release: return nil
    case .close(let number): run.open[number] = nil
    case .giveBack: run.workers.cancelAll(now: now, &random)
    case .look:
      guard let name = run.scan.first else { return .scanFinished }
      run.scan.removeFirst()
      return .found(.document(SchedulerDriver.file(name)))
    case .lookAgain: return .gone
    case .open(let number, let entry): return open(number, "\(entry.relative)", &run)
    case .lookUp(let page):
      guard let open = run.open[page.document] else { return .unknown }
      return store[Key(content: open.content, page: page.index)].map { .known($0) } ?? .unknown
    case .submit(let job, let task, _):
      guard let open = run.open[task.page.document] else { return .unreadable(.damage) }
      let page = contents[open.content][task.page.index]
      run.workers.submit(job, page, isFirst: task.attempts.isEmpty, now: now, &random)
      return .submitted
    case .record(let page): return record(page, &run, disturbed: disturbed)
    case .wait(let until): return wait(until, &run, disturbed: disturbed)
    case .fail(let status, let reason):
      if status == .internal { complaints.append("internal: \(reason)") }
      if !disturbed { complaints.append("an undisturbed run fails: \(reason)") }
      run.isOver = true
    case .finish:
      run.isOver = true
      if !disturbed, !run.scheduler.leftNothing { complaints.append("an undisturbed run leaves something") }
    }
    return nil
  }

  private func open(_ number: Int, _ name: String, _ run: inout Run) -> RunScheduler.Event {
    guard let content = files[name] else { return .holds([], .init()) }
    let isKnown = contents[content].indices.allSatisfy { store[Key(content: content, page: $0)] != nil }
    // A copy of what is being read shares its pages.
    if isKnown || run.open.values.contains(where: { $0.content == content }) { return .holds([], .init()) }
    run.open[number] = Open(name: name, content: content)
    return .opened(pageCount: contents[content].count)
  }

  private mutating func record(
    _ page: RunScheduler.FinishedPage, _ run: inout Run, disturbed: Bool
  ) -> RunScheduler.Event? {
    if disturbed, meets(.fullDisk, one: 100) {
      run.isOver = true
      return nil
    }
    guard let open = run.open[page.page.document] else {
      complaints.append("a page of a document that is not open")
      return .recorded(.init())
    }
    // The bytes that were opened are no more the file's: it has no result, and the next run reads it.
    guard !page.wasRead || files[open.name] == open.content else { return .recorded(.init()) }
    let key = Key(content: open.content, page: page.page.index)
    if page.wasRead {
      if store[key] != nil { complaints.append("\(key) is read again") }
      readings[key, default: 0] += 1
    }
    store[key] = page.outcome
    return .recorded(.init())
  }

  private mutating func wait(
    _ until: ContinuousClock.Instant?, _ run: inout Run, disturbed: Bool
  ) -> RunScheduler.Event {
    let end = until.map { SimulatedTime.elapsed(at: $0) }
    var reports = run.workers.advance(to: now, &random)
    if disturbed, meets(.signal, one: 200) { reports.append(.signal(15)) }
    if run.scheduler.signal != nil, meets(.secondSignal, one: 20) { reports.append(.signal(15)) }
    while reports.isEmpty, end.map({ now < $0 }) ?? true {
      guard let next = [end, run.workers.next].compactMap({ $0 }).min() else {
        complaints.append("a run waits for nothing")
        run.isOver = true
        break
      }
      now = max(now, next)
      reports = run.workers.advance(to: now, &random)
    }
    return .polled(reports)
  }

  // MARK: Afterwards

  /// Each page of each scan has one state, which is its own, and none was read twice.
  private mutating func look() {
    for (name, content) in files.sorted(by: { $0.key < $1.key }) {
      for (index, page) in contents[content].enumerated() {
        let key = Key(content: content, page: index)
        switch (page, store[key]) {
        case (_, nil): complaints.append("page \(index) of \(name) has no state")
        case (.sound, .failed(let failed)) where failed.count != attempts:
          complaints.append("page \(index) of \(name) failed after \(failed.count) of \(attempts) attempts")
        case (.damaged, .blank), (.crashing, .blank):
          complaints.append("page \(index) of \(name) can't be read, and was")
        default: break
        }
        if readings[key, default: 0] > 1 { complaints.append("page \(index) of \(name) was read twice") }
      }
    }
  }
}
