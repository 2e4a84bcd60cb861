import RunSupport
import Documents
import Ingest
import Containers
import PageModel
import PictureFormats
import ResultStore

/// Archives and mails: each is unpacked one member at a time, and every member is handled like a file.
extension DocumentIntake {
  private var tool: ContainerTool { settings.pictures.containerTool }

  func unpack(_ met: Met, _ member: ScanFile.Member) throws -> Verdict {
    try attempt(met, or: refuseMember) { () throws(DocumentError) in
      .unfinished(.unpacking(met, try MemberCopy(met.file, member, tool: tool, limits: limits)))
    } ?? .holds([])
  }

  func proceed(_ met: Met, _ copy: MemberCopy, inWork: (ContentDigest) -> OpenDocument?) throws -> Verdict {
    let unpacked = try attempt(met, or: refuseMember) { () throws(DocumentError) in
      try copy.proceed(atMost: Self.patience)
    }
    guard let unpacked else { return .holds([]) }
    guard let session = unpacked else { return .unfinished(.unpacking(met, copy)) }
    return try hash(met, session, inWork: inWork)
  }

  func look(
    into session: DocumentSession, _ format: ContainerFormat, _ met: Met, _ digest: ContentDigest
  ) throws -> Verdict {
    try attempt(met, or: { try record($0, format, digest, problem: $1, isWhole: !tool.isMissing) }) {
      () throws(DocumentError) in
      .unfinished(.looking(met, digest, try ContainerLook(session, format, tool: tool)))
    } ?? .holds([])
  }

  func proceed(_ met: Met, _ digest: ContentDigest, _ look: ContainerLook) throws -> Verdict {
    let looked = try attempt(met, or: failToOpen) { () throws(DocumentError) in
      try look.proceed(atMost: Self.patience).map { listing in
        scanner.contents(of: listing, in: look.container) { ledger.isReceipt(MessagePage.page($0.text)) }
      }
    }
    guard let looked else { return .holds([]) }
    guard let contents = looked else { return .unfinished(.looking(met, digest, look)) }
    // Record its members before the container itself: if this run is killed now, the next one looks into it again.
    try store.recordMembers(contents.files.map(\.relative), of: met.file.relative, isWhole: contents.isWhole, in: run)
    try record(met, look.container.format, digest, problem: contents.problem, isWhole: contents.isWhole)
    return .holds(contents.files)
  }

  /// Records the files attached to a document whose pages were counted; files of other kinds have none.
  func attached(to session: DocumentSession, _ facts: FileFacts) throws -> Scanner.Contents {
    var contents = Scanner.Contents()
    guard session.kind == .document else { return contents }
    let path = session.file.relative
    if !session.attachments.isEmpty {
      do throws(DocumentError) {
        let container = try OpenContainer(session, .pdf)
        contents = scanner.contents(of: ContainerListing(members: session.attachments), in: container)
      } catch {
        contents.problem = error.problem
      }
    }
    let rest = contents.problem.map { _ in path.appending(Array("attachments".utf8)) }
    try store.recordMembers(
      contents.files.map(\.relative) + [rest].compactMap { $0 }, of: path, isWhole: contents.isWhole, in: run)
    if let rest, let problem = contents.problem {
      try refuse(rest, kind: "refused", facts: facts, problem: problem)
    }
    return contents
  }

  /// Records an archive or a mail: a document without pages, or with one for its problem.
  private func record(
    _ met: Met, _ format: ContainerFormat, _ digest: ContentDigest, problem: PageProblem?, isWhole: Bool
  ) throws {
    // Without its facts the next run, whose patterns may differ, looks into it again.
    let id = try store.record(
      DocumentEntry(
        path: met.file.relative, facts: isWhole ? met.facts : nil, digest: digest, kind: format.rawValue,
        pageCount: problem == nil ? 0 : 1), in: run)
    if let problem {
      try ledger.record(
        problem.outcome(isOfFile: true), of: met.file.relative, index: 0, pageCount: 1, document: id, content: digest,
        wasRead: false)
    }
    try ledger.removePagesPastEnd(of: id)
  }

  /// Records a member that can't be unpacked; it is unchanged while its container is.
  private func refuseMember(_ met: Met, _ problem: PageProblem) throws {
    let isPassing = PageProblem.passing.contains(problem.code)
    try refuse(met.file.relative, kind: "refused", facts: isPassing ? nil : met.facts, problem: problem)
  }

  /// Keeps all members of an unchanged archive, mail or PDF; false if one of them has to be read.
  func keepMembers(of container: KnownDocument, _ facts: FileFacts) throws -> Bool {
    if container.mayLackMembers { return false }
    let path = container.document.entry.path
    var members: [KnownDocument] = []
    for member in try store.documents(below: path) where scanner.takesMember(member, below: path) {
      guard let known = try store.known(member, reader: ledger.reader.key),
        known.isUnchanged(facts), !hasToReread(known)
      else { return false }
      members.append(known)
    }
    for member in members { try keep(member) }
    return true
  }
}
