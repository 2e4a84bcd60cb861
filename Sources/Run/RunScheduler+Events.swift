import RunSupport
import Ingest
import PageModel
import Sandbox

extension RunScheduler {
  /// Takes the answer to the step under way; an answer to another step fails the run.
  mutating func answer(_ event: Event, now: Instant) {
    switch (step, event) {
    case (.finish, .began), (.submit, .submitted):
      break
    case (.look, .found(let entry)):
      entries.queue.append(entry)
      entries.found += 1
      tellProgress()
    case (.look, .listIsEmpty):
      entries.scan = .waiting
    case (.look, .scanFinished):
      entries.scan = .finished
      tellProgress()
    case (.lookAgain(let file), .found(.unsettled)):
      leave(file)
    case (.lookAgain, .found(let entry)):
      entries.queue.append(entry)
    case (.lookAgain, .gone):
      fileFinished()
    case (.open(let document, let entry), .unfinished):
      entries.opening = (document, entry)
    case (.open(let document, let entry), .opened(let pageCount, let members)):
      entries.opening = nil
      hold(members)
      documents.open[document] = (entry.relative, max(1, pageCount), 0)
      documents.current = (document, 0)
    case (.open(let document, let entry), .holds(let members, let tally)):
      entries.opening = nil
      hold(members)
      fileFinished()
      release(document, entry.relative)
      judge(tally)
    case (.lookUp(let page), .known(let outcome)):
      work.finished.append(FinishedPage(page: page, outcome: outcome, wasRead: false))
    case (.lookUp(let page), .unknown):
      work.tasks.append(PageTask(page: page, path: documents.open[page.document]?.path ?? ScanPath("")))
    case (.submit(let job, _, _), .unreadable(let problem)):
      guard let task = work.jobs.removeValue(forKey: job) else { return }
      finish(task.failing(with: problem), wasRead: false)
    case (.record, .unfinished):
      // The page gets no result, and the next run reads it.
      if isOverdue(now: now) { work.finished.removeFirst() }
    case (.record(let page), .recorded(let tally)):
      work.finished.removeFirst()
      recorded(page.page)
      judge(tally)
    default:
      func name(_ value: some Any) -> Substring { "\(value)".prefix { $0 != "(" } }
      mismatch = "the run loop answered the step '\(name(step))' with '\(name(event))'"
    }
  }

  /// Takes the members of an entry, which come before all other entries.
  private mutating func hold(_ members: [ScanEntry]) {
    entries.members += members.reversed()
    entries.found += members.count
  }

  /// Takes a report on the workers, the signals and the list of files.
  mutating func take(_ report: Report, now: Instant) {
    switch report {
    case .read(let job, let outcome):
      guard let task = work.jobs.removeValue(forKey: job) else { return }
      work.finished.append(
        FinishedPage(page: task.page, outcome: outcome, attempts: task.attempts, wasRead: true))
    case .attemptFailed(let job, let problem):
      guard let task = work.jobs.removeValue(forKey: job)?.failing(with: problem) else { return }
      if problem.isWorthAnotherAttempt, task.attempts.count < limits.attempts, let last = task.attempts.last {
        effects.append(.tell(.retry(path: task.path, index: task.page.index, attempt: last)))
        work.tasks.append(task)
      } else {
        finish(task, wasRead: true)
      }
    case .drawingFailed(let job, let problem):
      guard let task = work.jobs.removeValue(forKey: job) else { return }
      finish(task.failing(with: problem), wasRead: true)
    case .notStarted(let job):
      // No worker has seen the page, so this is no attempt.
      if let task = work.jobs.removeValue(forKey: job) { work.tasks.append(task) }
    case .workerReady(let layers):
      work.failedStarts = 0
      // Reported once; a worker that requires all layers is unfit without, and says so itself.
      if !work.hasHadWorker, let complaint = SandboxLayer.complaint(active: layers) {
        effects.append(.tell(.warning(complaint)))
      }
      work.hasHadWorker = true
    case .startFailed(let reason):
      work.failedStarts += 1
      // Workers that could start before may start again: memory was short, or somebody killed them.
      if !work.hasHadWorker || work.failedStarts >= limits.failedStarts { work.failure = work.failure ?? reason }
    case .listIsReady:
      if entries.scan == .waiting { entries.scan = .open }
    case .signal(let number):
      take(signal: number, now: now)
    }
  }

  /// Every attempt at a page failed.
  private mutating func finish(_ task: PageTask, wasRead: Bool) {
    work.finished.append(
      FinishedPage(
        page: task.page, outcome: .failed(task.attempts), attempts: task.attempts, wasRead: wasRead))
  }

  private mutating func recorded(_ page: Page) {
    documents.open[page.document]?.recorded += 1
    guard let document = documents.open[page.document], document.recorded >= document.pageCount else { return }
    documents.open[page.document] = nil
    effects.append(.close(page.document))
    fileFinished()
    release(page.document, document.path)
  }

  private mutating func release(_ document: Int, _ path: ScanPath) {
    for path in documents.order.finish(document, path) { effects.append(.release(path)) }
  }
}

extension RunScheduler.PageTask {
  /// The same after one more attempt.
  fileprivate func failing(with problem: PageProblem) -> Self {
    var task = self
    task.attempts.append(Attempt(number: attemptNumber, problem: problem))
    return task
  }
}

/// Holds documents back until those before them have finished.
struct ReleaseOrder: Sendable {
  private var finished: [Int: ScanPath] = [:]
  private var next = 1

  /// Records a finished document, and returns those that may be released now, in order.
  mutating func finish(_ document: Int, _ path: ScanPath) -> [ScanPath] {
    finished[document] = path
    var ready: [ScanPath] = []
    while let path = finished.removeValue(forKey: next) {
      ready.append(path)
      next += 1
    }
    return ready
  }
}
