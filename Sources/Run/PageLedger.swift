import StoreFiles
import RunSupport
import Export
import PageModel
import ResultStore
import Support
import Understanding

/// Records the outcomes of pages: the store first, then the files, then the count and the observer.
///
/// The store records a file's name before it exists, and calls it up to date when it is safe on disk. So the store
/// knows every file, and misses none.
final class PageLedger {
  let run: RunID
  let resources: RunResources
  private let formats: [any PageExporter]
  var store: ResultStore { resources.store }
  var reader: ReaderRecord { resources.reader }
  private var writer: FileWriter? { resources.writer }
  var summary = RunSummary()
  /// The documents with pages that finished in this run.
  private var finished: Set<DocumentID> = []
  /// The pages whose receipts the summary counts, by their numbers.
  private var counted: [Int64: PageID] = [:]
  /// Pages whose files are synced together: a small file mostly waits for the disk.
  private static let pagesAtATime = 64
  /// Failed pages that the summary names; the store has them all.
  static let namedFailures = 20

  init(_ run: RunID, _ resources: RunResources) {
    (self.run, self.resources) = (run, resources)
    formats = (resources.batch.settings.output?.formats ?? []).compactMap { $0 as? any PageExporter }
  }

  /// Whether the text of a mail is a receipt or an invoice: it has a total, and its kind is no letter.
  func isReceipt(_ page: RecognisedPage) -> Bool {
    let record = PageRecord(
      path: ScanPath(""), index: 0, pageCount: 1, content: nil, reader: nil, outcome: .recognised(page))
    let derived = resources.stages.derive(record)
    let hasTotal = (derived.value(of: ReceiptsStage.self) ?? []).contains { $0.fields[.total] != nil }
    return hasTotal && ![.document, .registration].contains(derived.value(of: KindsStage.self)?.first?.label)
  }

  func record(
    _ outcome: PageOutcome, of path: ScanPath, index: Int, pageCount: Int, document: DocumentID,
    content: ContentDigest?, attempts: [Attempt] = [], wasRead: Bool
  ) throws {
    // Every reading passes here before it is stored, written or reported.
    let settings = resources.batch.settings
    let outcome = settings.reader.showsIdentityNumbers == true ? outcome : outcome.withoutIdentityNumbers
    // Pages by another reader keep their visible result; the new one is kept beside it.
    if settings.rereading == .changedReader, let content, let shown = try store.page(path, index)?.record,
      shown.content == content, shown.outcome.state == .recognised, let other = shown.reader, other.key != reader.key
    {
      if wasRead {
        try store.keep(outcome, by: reader, of: content, index: index)
        count(outcome, path: path, index: index, wasRead: true)
      }
      return
    }
    var record = PageRecord(
      path: path, index: index, pageCount: pageCount, content: content, reader: content == nil ? nil : reader,
      outcome: outcome)
    // A correction belongs to the page, whatever the new reading says.
    record.corrections = try store.corrections(content: content, index: index)
    if case .recognised(let page) = outcome { record.outcome = .recognised(page.corrected(by: record.corrections)) }
    record.derived = resources.stages.derive(record)
    let failures = if case .failed(let failures) = outcome { failures } else { [Attempt]() }
    // One stop of the machine is no fault of the page; a page that stops several workers is at fault.
    let isQuarantined =
      !failures.isEmpty && failures.allSatisfy { $0.problem.killedWorker } && failures.map(\.problem.code) != [.stalled]
    // Receipts of a page that was joined, and of those beside a page that is blank now, are settled again.
    let known = try content.flatMap { try store.page(content: $0, index: index)?.id }
    let isJoined = try known.map { try store.isJoined($0) } ?? false
    let joined = isJoined || outcome.state == .blank ? [known].compactMap(\.self) : []
    // The file of a duplicate names its representative, and is written when all documents are known.
    let drafts =
      try writer != nil && !isJoined && store.isRepresentative(document)
      ? store.drafts(of: record, wanted(beside: try store.files(of: document, index: index))) : []
    try store.markStale(Exporters.ofDocuments.map(\.name), of: document)
    let entry = PageEntry(
      document: document, index: index, reader: record.reader, outcome: outcome,
      earlierAttempts: outcome.state == .failed ? [] : attempts, isQuarantined: isQuarantined,
      derived: record.derived, files: drafts.map(\.announcement))
    let id = try store.transaction { () throws(StoreError) in
      let id = try store.record(entry, in: run)
      _ = try DerivedUpdate(store: store, writer: nil).joinReceipts(of: joined, resources.stages)
      return id
    }
    try write([(id, drafts)])
    try removeOutdated(id, outcome.state)
    finished.insert(document)
    counted[id.number] = id
    count(record, wasRead: wasRead)
  }

  /// Counts a page of this run whose result is already stored.
  func countKnown(_ page: StoredPage) {
    finished.insert(page.id.document)
    // An earlier run has reported a failure, unless the file itself shows it.
    if case .failed(let attempts) = page.record.outcome, page.run != run, attempts.last?.isOfFile != true {
      summary.failedEarlier += 1
    } else {
      if page.record.outcome.state != .duplicate { counted[page.id.number] = page.id }
      count(page.record, wasRead: false)
    }
  }

  /// Counts a page whose content another document holds, which is being read.
  func countDuplicate(of original: PageReference, in document: DocumentID, path: ScanPath, index: Int) {
    finished.insert(document)
    count(.duplicate(of: original), path: path, index: index, wasRead: false)
  }

  private func count(_ record: PageRecord, wasRead: Bool) {
    summary.receipts.add(record.derived.value(of: ReceiptsStage.self) ?? [])
    if case .recognised(let page) = record.outcome {
      summary.confidences.add(page.confidence)
      if page.isCutOff { summary.cutOff += 1 }
    }
    if let quality = record.derived.value(of: QualityStage.self) {
      summary.qualities.add(Double(quality.score) / 100)
    }
    count(record.outcome, path: record.path, index: record.index, wasRead: wasRead)
  }

  /// Joins the receipts of a document's pages, which the run otherwise does at its end.
  func joinReceipts(of path: ScanPath) throws {
    guard let document = try store.document(path), document.entry.pageCount > 1 else { return }
    let pages = try (0..<document.entry.pageCount).compactMap { try store.page(of: document.id, $0)?.id }
    _ = try store.transaction { () throws(StoreError) in
      try DerivedUpdate(store: store, writer: nil).joinReceipts(of: pages, resources.stages)
    }
  }

  /// Counts the receipts of this run's pages again, now that those over several pages are joined.
  func countJoinedReceipts() throws {
    summary.receipts = ReceiptTally()
    for (number, page) in counted {
      var tally = ReceiptTally()
      tally.add(try store.derivedValue(ReceiptsStage.name, of: page)?.value(of: ReceiptsStage.self) ?? [])
      summary.receipts.add(tally)
      if resources.watch != nil { summary.receiptsOfPages[number] = tally }
    }
  }

  /// Counts a failure of this run that leaves the store's content untouched.
  func countFailure(_ problem: PageProblem, of path: ScanPath) {
    count(.failed([Attempt(number: 1, problem: problem)]), path: path, index: 0, wasRead: false)
  }

  /// Removes the files of scans that moved, and their entries.
  func removeMoved() throws {
    try store.releaseFiles(in: resources.batch.settings.output?.directory, by: writer)
    let moved = try store.supersededDocuments().filter { writer != nil || $0.files.isEmpty }
    try remove(moved.flatMap(\.files))
    try store.forget(moved.map(\.document))
    // A killed run may have left files of pages that a document no longer has.
    for document in try store.documentsWithFilesPastEnd() { try removePagesPastEnd(of: document) }
  }

  /// Writes the files that pages lack or that are older than they are.
  func completeFiles(isStopped: () -> Bool) throws {
    guard writer != nil else { return }
    let wanted = Dictionary(uniqueKeysWithValues: formats.map { ($0.name, $0.states) })
    var waiting = try store.pages(lackingFiles: wanted)
    if summary.signal != nil { waiting.removeAll { !finished.contains($0.document) } }
    for pages in waiting.chunks(of: Self.pagesAtATime) {
      if isStopped() { return }
      try makeFiles(of: pages)
    }
  }

  /// Makes the files that these pages lack, with one wait for the disk.
  private func makeFiles(of pages: ArraySlice<PageID>) throws {
    var lacking: [(page: PageID, drafts: [PageDraft])] = []
    for id in pages {
      guard let page = try store.page(id) else { continue }
      let known = try store.files(of: id)
      let fresh = Set(known.filter { !$0.isStale }.map(\.format))
      // A missing page gets no new kinds of files.
      let had = Exporters.ofPages.filter { format in known.contains { $0.format == format.name } }
      let wanted = page.isMissing ? had : wanted(beside: known)
      lacking.append((id, try store.drafts(of: page, wanted.filter { !fresh.contains($0.name) })))
      // Of an earlier outcome of the page, or of an earlier content of the document.
      if known.contains(where: \.isStale) { try removeOutdated(id, page.record.outcome.state) }
    }
    try store.transaction { () throws(StoreError) in
      for (page, drafts) in lacking { try store.record(drafts.map(\.announcement), of: page) }
    }
    try write(lacking)
  }

  /// Writes files whose names the store knows, and records that they are safe on disk.
  private func write(_ pages: [(page: PageID, drafts: [PageDraft])]) throws {
    guard let writer, pages.contains(where: { !$0.drafts.isEmpty }) else { return }
    let written = try pages.map { page, drafts in (page, try drafts.map { try $0.write(by: writer) }) }
    try writer.sync()
    try store.transaction { () throws(StoreError) in
      for (page, files) in written { try store.record(files, of: page) }
    }
  }

  /// The formats of this run, and those of the page's files from other runs, so that none becomes outdated.
  private func wanted(beside known: [StoredFile]) -> [any PageExporter] {
    let names = Set(formats.map(\.name))
    return formats + known.compactMap { names.contains($0.format) ? nil : Exporters.ofPages(named: $0.format) }
  }

  func removePagesPastEnd(of document: DocumentID) throws {
    let files = try store.filesPastEnd(of: document)
    // A run without an output directory leaves both for one that has it.
    guard writer != nil || files.isEmpty else { return }
    try remove(files)
    try store.removePagesPastEnd(of: document)
  }

  /// Removes files of an earlier outcome that a page in this state must not have.
  private func removeOutdated(_ id: PageID, _ state: PageState) throws {
    guard writer != nil else { return }
    let outdated = try store.files(of: id).filter { file in
      file.isStale && Exporters.ofPages(named: file.format)?.states.contains(state) == false
    }
    guard !outdated.isEmpty else { return }
    try remove(outdated)
    try store.forgetFiles(of: id, formats: outdated.map(\.format))
  }

  private func remove(_ files: [StoredFile]) throws {
    guard let writer, !files.isEmpty else { return }
    for file in files { try writer.remove(file.path.components) }
    try writer.sync()
  }

  private func count(_ outcome: PageOutcome, path: ScanPath, index: Int, wasRead: Bool) {
    summary.pages[outcome.state, default: 0] += 1
    if wasRead { summary.read += 1 }
    if case .failed(let attempts) = outcome {
      let reason = attempts.last?.problem ?? PageProblem(.engine, "no reason is known")
      summary.failuresByReason[reason.code, default: 0] += 1
      if summary.failures.count < Self.namedFailures {
        summary.failures.append((path, index, reason))
      }
    }
    resources.batch.observer.run(.page(path: path, index: index, outcome: outcome, read: wasRead))
    resources.batch.observer.runHasCounted(summary)
  }
}
