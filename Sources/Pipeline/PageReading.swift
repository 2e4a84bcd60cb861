import Export
import Glibc
import Ingest
import PageModel
import PageWorker
import PictureFormats
import Recognition
import ResultStore
import Sandbox
import Workers

/// The loop of a run: hands pages to the workers in order, takes their ends as they come, tries again what failed.
final class PageReading {
  private let settings: RunSettings
  private let resolved: ResolvedReader
  private let scanner: Scanner
  private let ledger: PageLedger
  private let intake: DocumentIntake
  private let signals: SignalWatch
  private let observer: any RunObserver
  private let sink: (any ResultSink)?
  private let pool: WorkerPool
  private let replies = WorkerReplies()

  private let order = InOrder()
  private var tickets: [DocumentID: Int] = [:]
  /// What the scan has found and nobody has looked at yet.
  private var found: ArraySlice<ScanEntry> = []
  private var scanIsOver = false
  /// A list of files that has nothing to read at the moment.
  private var listDescriptor: CInt?
  /// The document whose pages are being handed out.
  private var current: OpenDocument?
  private var open: [ContentDigest: OpenDocument] = [:]
  private var again: [PageTask] = []
  private var inWork: [UInt64: PageTask] = [:]
  private var lastJob: UInt64 = 0
  private var isStopping = false
  private var stopsAt: ContinuousClock.Instant?
  /// Whether a second signal came, so that nothing is waited for.
  private var endsAtOnce = false
  private var hasSaidReading = false
  private var hasLookedAtSandbox = false
  /// Places where no worker could be started, in a row; each has been tried several times.
  private var failedStarts = 0
  private var filesEnded = 0
  /// A signal came while the sink waited for its reader: what it wrote ends in the midst of a document.
  private var sinkIsInterrupted = false

  /// Entries found ahead of the reading, so that the progress knows how much is left; some 300 bytes each.
  private static let lookAhead = 10_000
  private static let failedStartsAtMost = 8
  /// How long pages in work may take after a signal before they are given back.
  private static let stopGrace: Duration = .seconds(10)

  init(
    settings: RunSettings, resolved: ResolvedReader, scanner: Scanner, ledger: PageLedger, signals: SignalWatch,
    observer: any RunObserver, sink: (any ResultSink)?
  ) throws {
    self.settings = settings
    self.resolved = resolved
    self.scanner = scanner
    self.ledger = ledger
    self.signals = signals
    self.observer = observer
    self.sink = sink
    intake = DocumentIntake(settings: settings, reader: ledger.reader, ledger: ledger, scanner: scanner)
    var limits = WorkerLimits(count: settings.workers)
    // One thread can't use more than the time that passes; this ends a worker that nobody watches any more.
    limits.cpuSeconds = UInt64(settings.limits.timeout.rounded(.up)) + 5
    limits.addressSpace = settings.limits.memory
    limits.renewAfter = settings.renewAfter
    limits.maximumFrame = settings.limits.answer
    let confinement = WorkerConfinement(addressSpace: settings.limits.memory)
    pool = WorkerPool(
      command: WorkerCommand(executable: settings.executable, arguments: ["worker"] + confinement.arguments),
      limits: limits,
      conversation: try PageConversation.conversation(
        settings: settings.reader, requiresSandbox: settings.requiresSandbox, keeping: replies))
  }

  /// Whether the scan came to its end and everything that it met has ended.
  private(set) var sawEverything = false

  func perform() throws {
    defer { pool.shutdown(grace: endsAtOnce ? .zero : .seconds(2)) }
    while true {
      try handOut()
      let isIdle = inWork.isEmpty && again.isEmpty && current == nil && found.isEmpty
      if isIdle, scanIsOver { break }
      if isStopping, inWork.isEmpty { break }
      try handle(pool.wait(timeout: patience, also: [signals.descriptor] + (listDescriptor.map { [$0] } ?? [])))
      try ledger.store.checkIsStillThere()
      // Only now: what had ended by itself is kept.
      if endsAtOnce || ledger.summary.gaveUp { giveBack() }
      if let stopsAt, stopsAt <= .now { giveBack() }
    }
    sawEverything = scanIsOver && !isStopping
  }

  /// How long the workers may be waited for; nothing while the scan can go on beside them.
  private var patience: Duration? {
    if let stopsAt { return max(.zero, ContinuousClock.now.duration(to: stopsAt)) }
    if isStopping { return nil }
    if !scanIsOver, listDescriptor == nil, found.count < Self.lookAhead { return .zero }
    // A turn may have ended among files that need no worker: nobody would wake us for the rest.
    return pool.freeSlots > 0 && (current != nil || !found.isEmpty || !again.isEmpty) ? .zero : nil
  }

  // MARK: Handing out

  private func handOut() throws {
    // A look at the workers and signals at least so often, however long the scan goes on.
    let turn = ContinuousClock.now + .milliseconds(50)
    while !isStopping {
      if pool.freeSlots > 0, let task = try nextTask() {
        try submit(task)
        continue
      }
      guard !scanIsOver, listDescriptor == nil, found.count < Self.lookAhead, ContinuousClock.now < turn else { break }
      try look()
    }
  }

  /// The next page that needs reading; settles on the way what needs none.
  private func nextTask() throws -> PageTask? {
    if !again.isEmpty { return again.removeFirst() }
    let turn = ContinuousClock.now + .milliseconds(50)
    while ContinuousClock.now < turn {
      if let document = current {
        guard !document.isHandedOut else {
          current = nil
          continue
        }
        let index = document.takeNext()
        guard let known = try intake.endWithoutReading(document, index) else {
          return PageTask(document: document, index: index)
        }
        let task = PageTask(document: document, index: index)
        try end(task, known.outcome, wasRead: false, isEarlier: known.isEarlier)
        if isStopping { return nil }
      } else if let entry = found.popFirst() {
        try take(entry)
        if isStopping { return nil }
      } else {
        return nil
      }
    }
    return nil
  }

  /// Takes one more entry from the scan.
  private func look() throws {
    switch try scanner.step() {
    case .entry(let entry):
      found.append(entry)
      ledger.summary.files += 1
      sayProgress()
    case .waiting(let descriptor): listDescriptor = descriptor
    case .end:
      scanIsOver = true
      sayProgress()
    }
  }

  private func sayProgress() {
    observer.run(.progress(ended: filesEnded, found: ledger.summary.files, isComplete: scanIsOver))
  }

  private func fileEnded() {
    filesEnded += 1
    sayProgress()
  }

  private func take(_ entry: ScanEntry) throws {
    switch entry {
    case .unsettled(let file):
      ledger.summary.unsettled += 1
      if let known = try ledger.store.document(file.relative) { try ledger.store.noteSeen(known.id, in: ledger.run) }
      observer.run(.unsettled(path: file.relative))
      fileEnded()
    case .refused(let refusal):
      let ticket = order.ticket(refusal.relative)
      try intake.refuse(refusal.relative, kind: "refused", problem: refusal.problem)
      fileEnded()
      try giveOn(ticket)
      judgeFailures()
    case .document(let file):
      let ticket = order.ticket(file.relative)
      switch try intake.take(file, inWork: { self.open[$0] }) {
      case .settled:
        fileEnded()
        try giveOn(ticket)
        judgeFailures()
      case .read(let document):
        tickets[document.id] = ticket
        current = document
        open[document.digest] = document
      }
    }
  }

  private func submit(_ task: PageTask) throws {
    sayReading()
    lastJob += 1
    let slot = task.document.session.page(at: task.index)
    guard let format = task.document.session.kind.format else {
      throw RunFailure(.internal, "a page of no picture format was to be read")
    }
    let isLastOfSeveral = settings.limits.attempts > 1 && task.attemptNumber == settings.limits.attempts
    let request = PageRequest(
      id: lastJob, kind: format, index: task.index, offset: slot?.byteOffset ?? 0,
      reduction: isLastOfSeveral ? 2 : 1)
    let descriptor: CInt
    switch Self.openAnother(task.document.session) {
    case .success(let opened): descriptor = opened
    case .failure(let error):
      let attempt = Attempt(number: task.attemptNumber, problem: error.problem)
      try end(task, .failed(task.attempts + [attempt]), wasRead: false)
      return
    }
    inWork[lastJob] = task
    pool.submit(
      Job(
        id: lastJob, payload: try PageConversation.encode(.page(request)),
        deadline: .milliseconds(Int64(settings.limits.timeout * 1000)), needsFreshWorker: task.attemptNumber > 1,
        descriptor: descriptor))
  }

  private static func openAnother(_ session: DocumentSession) -> Result<CInt, DocumentError> {
    do throws(DocumentError) { return .success(try session.openAnother()) } catch { return .failure(error) }
  }

  private func sayReading() {
    guard !hasSaidReading else { return }
    hasSaidReading = true
    observer.run(.reading(models: resolved.models.map(\.name), workers: settings.workers))
  }

  // MARK: Taking ends

  private func handle(_ events: [WorkerEvent]) throws {
    for event in events {
      switch event {
      case .finished(let job, let end):
        if let task = inWork.removeValue(forKey: job) { try finish(task, job, end) }
      case .ready(let answer):
        failedStarts = 0
        try lookAtSandbox(answer)
      case .startFailed(let loss):
        failedStarts += 1
        // Where workers could start before, they may again: memory was short, or somebody killed them.
        guard hasLookedAtSandbox, failedStarts < Self.failedStartsAtMost else {
          throw RunFailure(.unavailable, "no worker can be started: \(loss); 'hanscan doctor' looks for the cause")
        }
      case .descriptorReady(let descriptor):
        if descriptor == listDescriptor { listDescriptor = nil }
        if descriptor == signals.descriptor { takeSignals() }
      }
    }
  }

  /// Says once which layers the workers lack; a worker that must have them all is unfit without, and says so itself.
  private func lookAtSandbox(_ answer: [UInt8]) throws {
    guard !hasLookedAtSandbox else { return }
    hasLookedAtSandbox = true
    let layers = try PageConversation.decode(answer).layers ?? []
    if let complaint = SandboxLayer.complaint(active: layers) { observer.run(.warning(complaint)) }
  }

  private func finish(_ task: PageTask, _ job: UInt64, _ end: JobEnd) throws {
    let problem: PageProblem
    switch end {
    case .lost(let loss):
      // No worker has looked at the page: that is no attempt.
      if case .notStarted = loss.cause { return again.append(task) }
      problem = PageProblem(loss, memory: settings.limits.memory)
    case .answered(let answer):
      let reply = try replies.take(job, answer)
      switch reply.reading {
      case .recognised(let page): return try self.end(task, .recognised(page), wasRead: true)
      case .blank(let width, let height): return try self.end(task, .blank(width: width, height: height), wasRead: true)
      case nil: problem = reply.problem ?? PageProblem(.garbled, "the worker answered nothing")
      }
    }
    var failed = task
    let attempt = Attempt(number: task.attemptNumber, problem: problem)
    failed.attempts.append(attempt)
    if problem.isWorthAnotherAttempt, failed.attempts.count < settings.limits.attempts {
      observer.run(.retry(path: task.document.file.relative, index: task.index, attempt: attempt))
      again.append(failed)
    } else {
      try self.end(failed, .failed(failed.attempts), wasRead: true)
    }
  }

  private func end(_ task: PageTask, _ outcome: PageOutcome, wasRead: Bool, isEarlier: Bool = false) throws {
    let document = task.document
    var outcome = outcome
    var content: ContentDigest? = document.digest
    if wasRead, document.session.holdsOtherBytes(than: document.digest) {
      let problem = PageProblem(.changed, "the file changed while it was read; the next run reads it again")
      outcome = .failed(task.attempts + [Attempt(number: task.attemptNumber, problem: problem)])
      // Without its facts the file is never taken for unchanged, and without its content this is nobody else's result.
      content = nil
      try ledger.store.record(
        DocumentEntry(
          path: document.file.relative, facts: nil, digest: nil, kind: document.session.kind.name,
          pageCount: document.session.pageCount), in: ledger.run)
    }
    try ledger.record(
      outcome, of: document.file.relative, index: task.index, pageCount: document.session.pageCount,
      document: document.id, content: content, attempts: task.attempts, wasRead: wasRead, isEarlier: isEarlier)
    document.pageEnded()
    if document.isEnded { try close(document) }
    judgeFailures()
  }

  private func close(_ document: OpenDocument) throws {
    try ledger.removePagesPastEnd(of: document.id)
    if open[document.digest] === document { open[document.digest] = nil }
    fileEnded()
    if let ticket = tickets.removeValue(forKey: document.id) { try giveOn(ticket) }
  }

  private func giveOn(_ ticket: Int) throws {
    for path in order.end(ticket) {
      guard let sink, !sinkIsInterrupted else { continue }
      switch try sink.documentEnded(path, in: ledger.store, interruption: signals.descriptor) {
      case .taken: break
      case .interrupted: sinkIsInterrupted = true
      case .closed(let reason):
        throw RunFailure(.inputOutput, "standard output can't be written: \(reason); what was read is in the store")
      }
    }
  }

  // MARK: Ending early

  private func judgeFailures() {
    let pages = ledger.summary.pages.values.reduce(0, +)
    let failed = ledger.summary.count(.failed)
    guard !isStopping, settings.failureLimit.isExceeded(failed: failed, of: pages) else { return }
    ledger.summary.gaveUp = true
    isStopping = true
  }

  private func takeSignals() {
    while let signal = signals.next() {
      if ledger.summary.signal != nil {
        endsAtOnce = true
      } else {
        ledger.summary.signal = signal
        isStopping = true
        stopsAt = .now + Self.stopGrace
      }
    }
  }

  /// Ends the workers; their pages have no result and are read by the next run.
  private func giveBack() {
    _ = pool.cancelAll()
    inWork = [:]
    again = []
  }
}
