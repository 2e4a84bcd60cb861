import Documents
import Ingest
import RunSupport
import PageModel
import PageWorker
import PictureFormats
import Recognition
import ResultStore
import Support
import Workers

/// Carries out the decisions of `RunScheduler`, on the calling thread, in one loop over one poll(2).
final class RunLoop {
  private let resources: RunResources
  private let scanner: Scanner
  private let ledger: PageLedger
  private let intake: DocumentIntake
  private let pool: PagePool
  private let drawings: PageDrawings
  private(set) var scheduler: RunScheduler
  /// Documents that are being read, by their numbers in this run.
  private var documents: [Int: OpenDocument] = [:]
  /// The same by their content, so that a copy is not read beside its original.
  private var originals: [ContentDigest: OpenDocument] = [:]
  /// The file that is being opened over several slices.
  private var opening: DocumentIntake.Opening?
  /// The document of the page that is being recorded, while its bytes are hashed again.
  private var rehashing: (document: OpenDocument, hash: ContentHash)?
  /// A list of files without anything to read at the moment.
  private var listDescriptor: CInt?
  /// A signal came while the sink waited for its reader: its output stops within a document.
  private var sinkIsInterrupted = false

  private var batch: BatchRun { resources.batch }
  private var watch: WatchLoop? { resources.watch }

  init(_ resources: RunResources, _ scanner: Scanner, _ ledger: PageLedger) {
    (self.resources, self.scanner, self.ledger) = (resources, scanner, ledger)
    drawings = PageDrawings(resources.batch.settings)
    intake = DocumentIntake(ledger: ledger, scanner: scanner)
    pool = resources.workers.pool
    var limits = RunScheduler.Limits(resources.batch.settings)
    // The watch comes back to changing files instead of waiting for them.
    if resources.watch != nil { limits.settle = .zero }
    scheduler = RunScheduler(limits: limits, hasHadWorker: !pool.processes.isEmpty)
  }

  func perform() throws {
    defer {
      drawings.cancelAll()
      // After a failure pages may still be in work; their results are dropped.
      _ = pool.cancelAll()
    }
    var event: RunScheduler.Event? = .began
    while let given = event {
      event = nil
      // All actions but the last, the step, have no answer.
      for action in scheduler.handle(given, now: .now) { event = try perform(action) }
    }
    ledger.summary.signal = scheduler.signal
    ledger.summary.gaveUp = scheduler.gaveUp
    ledger.summary.leftNothing = scheduler.leftNothing
  }

  private func perform(_ action: RunScheduler.Action) throws -> RunScheduler.Event? {
    switch action {
    case .tell(let event): batch.observer.run(event)
    case .tellReading:
      batch.observer.run(.reading(models: resources.resolved.models.map(\.name), workers: batch.settings.workers))
    case .progress(let finished, let found, let isComplete):
      ledger.summary.files = found
      batch.observer.run(.progress(finished: finished, found: found, isComplete: isComplete))
    case .noteSeen(let path):
      if let known = try ledger.store.document(path) { try ledger.store.noteSeen(known.id, in: ledger.run) }
      try ledger.store.exclude(below: path, in: ledger.run)
    case .leave(let path):
      ledger.summary.unsettled += 1
      if let watch { watch.inputs.leave(path) } else { batch.observer.run(.unsettled(path: path)) }
    case .close(let number): try close(number)
    case .release(let path): try release(path)
    case .giveBack:
      drawings.cancelAll()
      _ = pool.cancelAll()
    case .look: return try look()
    case .lookAgain(let file): return scanner.lookAgain(at: file).map { .found($0) } ?? .gone
    case .open(let number, let entry): return try open(number, entry)
    case .lookUp(let page): return try lookUp(page)
    case .submit(let job, let task, let reduction): return try submit(job, task, reduction: reduction)
    case .record(let page): return try record(page)
    case .wait(let until): return try wait(until: until)
    case .fail(let kind, let reason): throw RunFailure(kind, "\(reason)")
    case .finish: break
    }
    return nil
  }

  private var tally: RunScheduler.Tally {
    RunScheduler.Tally(failed: ledger.summary.count(.failed), pages: ledger.summary.pages.values.reduce(0, +))
  }

  private func look() throws -> RunScheduler.Event {
    switch try scanner.step() {
    case .entry(let entry): return .found(entry)
    case .end: return .scanFinished
    case .waiting(let descriptor):
      listDescriptor = descriptor
      return .listIsEmpty
    }
  }

  private func open(_ number: Int, _ entry: ScanEntry) throws -> RunScheduler.Event {
    let verdict: DocumentIntake.Verdict
    switch entry {
    case .refused(let refusal):
      try intake.refuse(refusal.relative, kind: "refused", problem: refusal.problem)
      return .holds([], tally)
    case .document(let file), .unsettled(let file):
      verdict =
        try opening.map { begun in try intake.proceed(begun) { originals[$0] } } ?? intake.take(file) { originals[$0] }
    }
    opening = nil
    switch verdict {
    case .unfinished(let rest):
      opening = rest
      return .unfinished
    case .holds(let files): return .holds(files.map { .document($0) }, tally)
    case .read(let document, let members):
      documents[number] = document
      originals[document.digest] = document
      return .opened(pageCount: document.session.pageCount, members: members.map { .document($0) })
    }
  }

  private func close(_ number: Int) throws {
    guard let document = documents.removeValue(forKey: number) else { return }
    try ledger.removePagesPastEnd(of: document.id)
    if originals[document.digest] === document { originals[document.digest] = nil }
    // A changed file gives its copy no result, so the next run reads the copy.
    for copy in document.copies where try ledger.store.page(of: copy.id, 0) == nil {
      let problem = PageProblem(.changed, "\(document.file.relative), which held the same, changed while it was read")
      try intake.refuse(copy.file.relative, kind: copy.session.kind.name, problem: problem)
    }
  }

  private func release(_ path: ScanPath) throws {
    guard let sink = batch.sink, !sinkIsInterrupted else { return }
    // The descriptor no longer shows a signal that was taken before.
    let patience: SinkPatience =
      scheduler.signal != nil ? .never : batch.signals.map { .untilReadable($0.descriptor) } ?? .always
    try ledger.joinReceipts(of: path)
    switch try sink.documentFinished(path, in: ledger.store, waiting: patience) {
    case .taken: break
    case .interrupted: sinkIsInterrupted = true
    case .closed(let reason):
      throw RunFailure(.inputOutput, "standard output can't be written: \(reason); what was read is in the store")
    }
  }

  private func document(of page: RunScheduler.Page) throws -> OpenDocument {
    guard let document = documents[page.document] else {
      throw RunFailure(.internal, "page \(page.index + 1) of a document that is not open")
    }
    return document
  }

  private func lookUp(_ page: RunScheduler.Page) throws -> RunScheduler.Event {
    try intake.known(document(of: page), page.index).map { .known($0.outcome) } ?? .unknown
  }

  private func submit(_ job: UInt64, _ task: RunScheduler.PageTask, reduction: Int) throws -> RunScheduler.Event {
    let session = try document(of: task.page).session
    do {
      if session.kind.format != nil || session.kind == .taxInvoice {
        let request = PageRequest(
          id: job, kind: session.kind.format, index: task.page.index,
          offset: session.page(at: task.page.index)?.byteOffset ?? 0, reduction: reduction)
        try pool.submit(
          request, deadline: batch.settings.limits.deadline, needsFreshWorker: task.attemptNumber > 1,
          descriptor: session.openAnother())
      } else {
        try drawings.start(task.page.index, of: session, for: job, attempt: task.attemptNumber, reduction: reduction)
      }
    } catch let error as DocumentError {
      return .unreadable(error.problem)
    }
    return .submitted
  }

  private func record(_ page: RunScheduler.FinishedPage) throws -> RunScheduler.Event {
    let document = try document(of: page.page)
    if !page.wasRead, let stored = try intake.known(document, page.page.index)?.stored {
      ledger.countKnown(stored)
      return .recorded(tally)
    }
    var outcome = page.outcome
    var content: ContentDigest? = document.digest
    if page.wasRead {
      guard let isSame = holdsSameBytes(document) else { return .unfinished }
      if !isSame {
        let problem = PageProblem(.changed, "the file changed while it was read; the next run reads it again")
        outcome = .failed(page.attempts + [Attempt(number: page.attempts.count + 1, problem: problem)])
        // Without its facts the file never counts as unchanged; without its content the result serves no other file.
        content = nil
        try ledger.store.record(
          DocumentEntry(
            path: document.file.relative, facts: nil, digest: nil, kind: document.session.kind.name,
            pageCount: document.session.pageCount), in: ledger.run)
      }
    }
    try ledger.record(
      outcome, of: document.file.relative, index: page.page.index, pageCount: document.session.pageCount,
      document: document.id, content: content, attempts: page.attempts, wasRead: page.wasRead)
    return .recorded(tally)
  }

  /// Whether a document's bytes are unchanged since it was opened; nil while they must be hashed further.
  private func holdsSameBytes(_ document: OpenDocument) -> Bool? {
    if rehashing?.document !== document {
      rehashing = nil
      switch document.session.content() {
      case .same: return true
      case .other: return false
      case .unknown: rehashing = (document, ContentHash(document.session))
      }
    }
    do throws(DocumentError) {
      guard let digest = try rehashing?.hash.proceed(atMost: DocumentIntake.slice) else { return nil }
      let isSame = digest == document.digest
      if isSame, let hash = rehashing?.hash { document.session.confirm(hash) }
      rehashing = nil
      return isSame
    } catch {
      rehashing = nil
      return false
    }
  }

  private func wait(until: RunScheduler.Instant?) throws -> RunScheduler.Event {
    let timeout = until.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    let watched =
      [batch.signals?.descriptor, listDescriptor, watch?.inputs.descriptor].compactMap { $0 } + drawings.notices
    var reports: [RunScheduler.Report] = []
    let patience = [timeout, drawings.patience, watch?.patience].compactMap { $0 }.min()
    for event in pool.wait(timeout: patience, also: watched) { reports += self.reports(of: event) }
    watch?.attend()
    for (job, outcome) in drawings.takeFinished() {
      switch outcome {
      case .failure(let error): reports.append(.drawingFailed(job, error.problem))
      case .success(let page):
        try pool.submit(
          page.request, deadline: page.deadline, needsFreshWorker: page.attempt > 1, descriptor: page.descriptor)
      }
    }
    try ledger.store.checkIsStillThere()
    return .polled(reports)
  }

  private func reports(of event: WorkerEvent<WorkerReply>) -> [RunScheduler.Report] {
    switch event {
    case .finished(let job, .success(let reply)):
      if let outcome = reply.reading {
        return [drawings.doubt(outcome, of: job).map { .drawingFailed(job, $0) } ?? .read(job, outcome)]
      }
      return [.attemptFailed(job, reply.problem ?? PageProblem(.garbled, "the worker answered nothing"))]
    case .finished(let job, .failure(let loss)):
      if case .notStarted = loss.cause { return [.notStarted(job)] }
      return [.attemptFailed(job, PageProblem(loss, memory: batch.settings.limits.memory))]
    case .ready(let reply):
      return [.workerReady(reply.layers ?? [])]
    case .startFailed(let loss):
      return [.startFailed("no worker can be started: \(loss); 'hanscan doctor' looks for the cause")]
    case .descriptorReady(let descriptor):
      if descriptor == listDescriptor {
        listDescriptor = nil
        return [.listIsReady]
      }
      var reports: [RunScheduler.Report] = []
      while let signal = batch.signals?.next() { reports.append(.signal(signal)) }
      return reports
    }
  }
}
