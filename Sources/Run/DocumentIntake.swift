import RunSupport
import Documents
import Ingest
import Containers
import Export
import PDFPages
package import PageModel
import PictureFormats
import ResultStore
import Support

/// Decides for everything in a scan whether pages have to be read.
struct DocumentIntake {
  let ledger: PageLedger
  let scanner: Scanner
  var settings: RunSettings { ledger.resources.batch.settings }
  var limits: DocumentLimits { settings.pictures.documentLimits }
  var store: ResultStore { ledger.store }
  var run: RunID { ledger.run }

  enum Verdict {
    /// Pages without an outcome have to be read, and then the attached files.
    case read(OpenDocument, holding: [ScanFile])
    /// Nothing is left to do for the file but for the members of an archive or a mail, which come next.
    case holds([ScanFile])
    /// It has to be unpacked, hashed, listed or counted further first.
    case unfinished(Opening)
  }

  enum Opening {
    case unpacking(Met, MemberCopy)
    case hashing(Hashing)
    case looking(Met, ContentDigest, ContainerLook)
    case counting(OpenDocument, PDFCount)
  }

  /// A file as scanned, and as the store knows it.
  typealias Met = (file: ScanFile, facts: FileFacts, known: KnownDocument?)

  /// A file whose bytes are being hashed, a slice at a time.
  typealias Hashing = (met: Met, session: DocumentSession, hash: ContentHash)

  /// Bytes that are hashed between looks at workers and signals: some 10 ms.
  static let slice = 4 << 20

  /// The wait for pages between looks at workers and signals.
  static let patience = Duration.milliseconds(10)

  /// Takes a regular file; `inWork` finds a document of the same content whose pages are being read.
  func take(_ file: ScanFile, inWork: (ContentDigest) -> OpenDocument?) throws -> Verdict {
    let facts = FileFacts(file)
    let known = try store.known(file.relative, reader: ledger.reader.key)
    if let known, known.isUnchanged(facts), !settings.verifies, !hasToReread(known) {
      let isContainer = ContainerFormat(rawValue: known.document.entry.kind) != nil
      if try !isContainer || keepMembers(of: known, facts) {
        try keep(known)
        return .holds([])
      }
    }
    let met: Met = (file, facts, known)
    if let member = file.member { return try unpack(met, member) }
    let session = try attempt(met, or: failToOpen) { () throws(DocumentError) in
      try DocumentSession.open(file, limits: limits)
    }
    return try session.map { try hash(met, $0, inWork: inWork) } ?? .holds([])
  }

  /// Does work on a document; if it fails, records the problem and returns nil.
  func attempt<Value>(
    _ met: Met, or record: (Met, PageProblem) throws -> Void, _ work: () throws(DocumentError) -> Value
  ) throws -> Value? {
    do throws(DocumentError) { return try work() } catch { try record(met, error.problem) }
    return nil
  }

  func hash(
    _ met: Met, _ session: DocumentSession, inWork: (ContentDigest) -> OpenDocument?
  ) throws -> Verdict {
    if session.file.size > limits.maximumBytes {
      try leave(session, met.facts)
      return .holds([])
    }
    if isOwnOutput(session), !scanner.asksFor(met.file.relative) {
      ledger.summary.leftOut.litter += 1
      return .holds([])
    }
    return try proceed((met, session, ContentHash(session)), inWork: inWork)
  }

  /// Whether HanScan made it of a scan: a PDF says so near its end, and a page for browsers at its beginning.
  private func isOwnOutput(_ session: DocumentSession) -> Bool {
    let isPDF = session.kind == .document
    if !isPDF, session.kind.isRead || session.kind.name == PictureFormat.heif.rawValue { return false }
    if !isPDF, LeftOut.isPageFile(session.file.relative) { return true }
    var part = [UInt8](repeating: 0, count: Int(min(session.file.size, isPDF ? 1 << 16 : 1 << 13)))
    let start = isPDF ? UInt64(session.file.size) - UInt64(part.count) : 0
    guard let count = try? readFully(session.descriptor, into: &part, at: start) else { return false }
    return part[..<count].contains((isPDF ? PDFFacts.producer : WebPage.titleEnd).utf8)
      || isPDF && isLayered(session.file)
  }

  /// Whether it is a PDF with a text layer below a store, with the name of its original PDF.
  private func isLayered(_ file: ScanFile) -> Bool {
    guard file.relative.bytes.suffix(8).elementsEqual(".pdf.pdf".utf8) else { return false }
    return file.path.parents.prefix(file.relative.components.count).contains { folder in
      folder.appending("hanscan.sqlite").exists
    }
  }

  func proceed(_ opening: Opening, inWork: (ContentDigest) -> OpenDocument?) throws -> Verdict {
    switch opening {
    case .unpacking(let met, let copy): return try proceed(met, copy, inWork: inWork)
    case .hashing(let hashing): return try proceed(hashing, inWork: inWork)
    case .looking(let met, let digest, let look): return try proceed(met, digest, look)
    case .counting(let document, let count):
      guard count.proceed(atMost: Self.patience) else { return .unfinished(opening) }
      let (file, session) = (document.file, document.session)
      let contents = try attached(to: session, FileFacts(file))
      try store.record(entry(file, contents.isWhole ? FileFacts(file) : nil, document.digest, session), in: run)
      return .read(document, holding: contents.files)
    }
  }

  private func proceed(_ hashing: Hashing, inWork: (ContentDigest) -> OpenDocument?) throws -> Verdict {
    var hashing = hashing
    let (met, session) = (hashing.met, hashing.session)
    let (file, facts, known) = (met.file, met.facts, met.known)
    let found = try attempt(met, or: failToOpen) { () throws(DocumentError) in
      try hashing.hash.proceedUnchanged(atMost: Self.slice)
    }
    guard let found else { return .holds([]) }
    guard let digest = found else { return .unfinished(.hashing(hashing)) }
    if case .container(let format) = session.kind { return try look(into: session, format, met, digest) }
    // The files attached to a PDF are found with its pages.
    let mayHold =
      try session.kind == .document
      && (known?.mayLackMembers == true || !store.documents(below: file.relative).isEmpty)
    if let known, known.isSettled, known.document.entry.digest == digest, !hasToReread(known), !mayHold {
      try store.record(entry(file, facts, digest, session, known), in: run)
      try keep(known)
      return .holds([])
    }
    ledger.summary.leftOut.thumbnails += session.thumbnails
    let other = session.kind.isRead ? inWork(digest) : nil
    if let other, !session.isCounted { session.take(pagesOf: other.session) }
    // A PDF gets its facts after its members: if this run is killed between, the next one looks for them again.
    let contents = session.isCounted ? try attached(to: session, facts) : nil
    let id = try store.record(entry(file, contents?.isWhole == true ? facts : nil, digest, session, known), in: run)
    for holder in try store.holders(beside: id, notSeenIn: run) where try !stillHolds(holder) {
      try store.markMissing(holder)
    }
    let document = OpenDocument(file: file, id: id, session: session, digest: digest)
    if let other {
      other.copies.append(document)
      try ledger.removePagesPastEnd(of: id)
      for index in 0..<session.pageCount {
        let original = PageReference(path: other.file.relative, index: index)
        ledger.countDuplicate(of: original, in: id, path: file.relative, index: index)
      }
      return .holds(contents?.files ?? [])
    }
    guard contents == nil else { return .read(document, holding: []) }
    return try attempt(met, or: failToOpen) { () throws(DocumentError) in
      let count = try PDFCount(session, tools: settings.pictures.tools, limit: settings.limits.pages)
      return .unfinished(.counting(document, count))
    } ?? .holds([])
  }

  /// Records a file that can't be opened, without removing valid results from the store.
  func failToOpen(_ met: Met, _ problem: PageProblem) throws {
    // Gone since the scan: its pages stay, and the run marks them missing when it finishes.
    if problem.code == .vanished, met.known != nil { return }
    // It is unchanged since its pages were read; only this second look failed.
    if let known = met.known, known.isUnchanged(met.facts), problem.code == .unreadable {
      // Members of a container went missing with it: it stays missing, so that the run that opens it looks for them.
      if !known.document.isMissing { try store.noteSeen(known.document.id, in: run) }
      // Nobody looked for its members, so they are not missing.
      try store.exclude(below: met.file.relative, in: run)
      return ledger.countFailure(problem, of: met.file.relative)
    }
    try refuse(met.file.relative, kind: "unreadable", problem: problem)
  }

  /// Records a file that is too large to be read, or even hashed: a disk image or a film can have a terabyte.
  private func leave(_ session: DocumentSession, _ facts: FileFacts) throws {
    let problem: PageProblem
    switch session.page(at: 0)?.state {
    case .failed(let found), .unsupported(let found): problem = found
    case .readable, nil: problem = PageProblem(.tooLarge, "the file is larger than --max-file-size allows")
    }
    try refuse(session.file.relative, kind: session.kind.name, facts: facts, problem: problem)
  }

  /// Records an unopened entry: a special file, a link that leaves the input, an unreadable folder.
  func refuse(_ path: ScanPath, kind: String, facts: FileFacts? = nil, problem: PageProblem) throws {
    let id = try store.record(
      DocumentEntry(path: path, facts: facts, digest: nil, kind: kind, pageCount: 1), in: run)
    try ledger.record(problem.outcome(), of: path, index: 0, pageCount: 1, document: id, content: nil, wasRead: false)
    try ledger.removePagesPastEnd(of: id)
    // The contents of a folder that can't be read today are not missing.
    if problem.code == .unreadable || problem.code == .tooDeep { try store.exclude(below: path, in: run) }
  }

  /// A result of a page; it has no stored page if the file's bytes show the result.
  typealias Known = (outcome: PageOutcome, stored: StoredPage?)

  /// Finds the result of a page by any reader, or a fault of its own; nil if the page has to be read.
  func known(_ document: OpenDocument, _ index: Int) throws -> Known? {
    let own = try Self.ownOutcome(document, index)
    guard let page = try store.page(of: document.id, index) else { return own.map { ($0, nil) } }
    let stored: Known = (page.record.outcome, page)
    if page.run == run { return stored }
    let isRetried = page.isPassingFailure || settings.retriesFailed && page.record.outcome.state == .failed
    if isRetried || settings.rereading == .always { return own.map { ($0, nil) } }
    if let own { return page.record.outcome == own ? stored : (own, nil) }
    if settings.rereading == .changedReader {
      let isOwn = page.record.reader?.key == ledger.reader.key
      if try !isOwn && !store.hasKept(document.digest, index: index, by: ledger.reader.key) { return nil }
    }
    return stored
  }

  /// The outcome of a page by its file's bytes alone; nil if it can be read.
  private static func ownOutcome(_ document: OpenDocument, _ index: Int) throws -> PageOutcome? {
    switch document.session.page(at: index)?.state {
    case .readable where document.session.kind == .message:
      var text: [UInt8] = []
      try document.session.forEachPiece { text += $0 }
      return .recognised(MessagePage.page(text))
    case .failed(let problem): return .failed([Attempt(number: 1, problem: problem, isOfFile: true)])
    case .unsupported(let problem): return .unsupported(problem)
    case .readable, nil: return nil
    }
  }

  func hasToReread(_ known: KnownDocument) -> Bool {
    switch settings.rereading {
    case .always: return true
    case .changedReader where known.pagesOfOtherReaders > 0: return true
    default: return known.passingFailures > 0 || settings.retriesFailed && known.failedPages > 0
    }
  }

  func keep(_ known: KnownDocument) throws {
    try store.noteSeen(known.document.id, in: run)
    ledger.summary.unchanged += 1
    ledger.summary.failedEarlier += known.failedPages
  }

  /// The entry of a file; until its pages are counted, it has as many as a known document of the same bytes.
  private func entry(
    _ file: ScanFile, _ facts: FileFacts?, _ digest: ContentDigest, _ session: DocumentSession,
    _ known: KnownDocument? = nil
  ) -> DocumentEntry {
    var pageCount = session.pageCount
    if let known = known?.document.entry, known.digest == digest, !session.isCounted { pageCount = known.pageCount }
    return DocumentEntry(
      path: file.relative, facts: facts, digest: digest, kind: session.kind.name, pageCount: pageCount)
  }

  /// Whether the file of a document that this run has not seen yet is unchanged, or its turn is still to come.
  private func stillHolds(_ document: StoredDocument) throws -> Bool {
    let path = document.entry.path
    let member = MemberPath.split(scanner.place(of: path))
    // This run has listed the member, and comes to it. If it were missing until then, and the run were killed before,
    // the next run would find its container unchanged without it.
    if let names = member?.names, let container = Array(path.parents).dropFirst(names.count - 1).first,
      try store.document(container)?.lastSeen == run
    {
      return true
    }
    // A member of an archive or a mail exists as long as its container.
    let file = member?.container ?? scanner.place(of: path)
    // The next run that meets a document without facts opens it, if its file is there.
    guard let known = document.entry.facts else { return !file.isGone }
    return leads(file, toFileOf: known.size, modified: known.modified, inode: known.inode)
  }
}

extension FileFacts {
  init(_ file: ScanFile) {
    self.init(size: file.size, modified: file.modified, changed: file.changed, inode: file.inode)
  }
}

extension PageProblem {
  /// The outcome of a page with this problem: unsupported by its format, or failed.
  ///
  /// - Parameter isOfFile: Whether every reader finds the problem in the file's bytes.
  package func outcome(isOfFile: Bool = false) -> PageOutcome {
    switch code {
    case .notAPicture, .unsupportedFormat, .specialFile, .outsideInput, .linkLoop: .unsupported(self)
    default: .failed([Attempt(number: 1, problem: self, isOfFile: isOfFile)])
    }
  }
}
