import Glibc
package import PageModel
import Support
package import PictureFormats

/// A document that cannot be opened or read any further.
package struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  package let problem: PageProblem
  package init(_ problem: PageProblem) { self.problem = problem }

  init(reading error: SystemError) {
    self.init(PageProblem(.unreadable, "it cannot be read: \(error)"))
  }

  package var description: String { problem.message }
}

/// One open file as a document of pages.
///
/// Its bytes identify it. Faults are the state of a page, so that a document broken at its seventh page still gives six
/// and one with the fault. No page is decoded here.
package final class DocumentSession {
  package let file: ScanFile
  package let kind: FileKind
  private var slots: [PageSlot]
  /// Thumbnails in a TIFF, which are none of its pages here.
  package let thumbnails: Int
  private let owner: FileDescriptor
  /// A repaired copy that is read in its place.
  private var repaired: FileDescriptor?
  /// Its attached files, known with its pages.
  package private(set) var attachments: [ContainerListing.Member] = []
  private let limits: DocumentLimits
  /// Whether it is a member of an archive or a mail, unpacked to a file in memory, which nobody else can change.
  package var isUnpacked: Bool { file.member != nil }
  /// Whether its pages are known; other programs count the pages that they draw (`take`).
  package private(set) var isCounted: Bool
  /// A later change of the file's name or rights that left its bytes unchanged.
  var confirmed: Int64?

  private init(file: ScanFile, owner: FileDescriptor, pages: DocumentPages, limits: DocumentLimits) {
    self.file = file
    self.owner = owner
    self.limits = limits
    kind = pages.kind
    (slots, thumbnails) = (pages.slots, pages.thumbnails)
    if case .document = kind, slots.first?.state == .readable { isCounted = false } else { isCounted = true }
  }

  /// Opens the file and reads its headers.
  ///
  /// Throws `unreadable`, `vanished`, `specialFile`, or `changed` if it is no longer the scanned file.
  package static func open(
    _ file: ScanFile, limits: DocumentLimits = DocumentLimits()
  ) throws(DocumentError) -> DocumentSession {
    let owner = try openSame(file)
    let pages = try pages(of: owner, size: file.size, limits: limits)
    let session = DocumentSession(file: file, owner: owner, pages: pages, limits: limits)
    // A file that was cut while its headers were read only looks damaged.
    if let problem = session.change() { throw DocumentError(problem) }
    return session
  }

  /// Takes ownership of a member of an archive or a mail that was unpacked to a file in memory.
  package static func open(
    _ file: ScanFile, unpacked descriptor: CInt, limits: DocumentLimits = DocumentLimits()
  ) throws(DocumentError) -> DocumentSession {
    let owner = FileDescriptor(owning: descriptor)
    var file = file
    file.size = try opened(FileStatus.of(descriptor: descriptor)).size
    let isMessage = file.member?.listed.kind == .body
    let pages = isMessage ? DocumentPages.message : try pages(of: owner, size: file.size, limits: limits)
    return DocumentSession(file: file, owner: owner, pages: pages, limits: limits)
  }

  private static func pages(
    of owner: FileDescriptor, size: Int64, limits: DocumentLimits
  ) throws(DocumentError) -> DocumentPages {
    var reader = ByteReader(descriptor: owner.number, size: size)
    let pages = Result { () throws(SystemError) in try DocumentPages(&reader, limits: limits) }
    return try pages.mapError { DocumentError(reading: $0) }.get()
  }

  package var descriptor: CInt { owner.number }

  /// At least 1: other files are one page, with the reason.
  package var pageCount: Int { slots.count }

  /// Takes the counted pages, nil for one that can't be found, or the reason of a failed count.
  ///
  /// Pages beyond the limit become one failed page.
  package func take(_ pages: Result<[PageSheet?], DocumentError>) {
    switch pages {
    case .success(let sheets): slots = DocumentPages.slots(of: sheets, limits: limits)
    case .failure(let error):
      let state: PageSlot.State =
        error.problem.code == .unsupportedFormat ? .unsupported(error.problem) : .failed(error.problem)
      slots = [PageSlot(index: 0, state: state)]
    }
    isCounted = true
  }

  /// Takes the number of its pages without further facts, not even that each can be found.
  package func take(unsized count: Int) {
    slots = DocumentPages.slots(count: count, limits: limits)
    isCounted = true
  }

  /// Takes a copy whose pages can be found, to be read in place of the file.
  package func take(repaired descriptor: CInt) { repaired = FileDescriptor(owning: descriptor) }
  package func take(attachments found: [ContainerListing.Member]) { attachments = found }

  package func take(pagesOf other: DocumentSession) {
    slots = other.slots
    repaired = other.repaired
    attachments = other.attachments
    isCounted = other.isCounted
  }

  package func page(at index: Int) -> PageSlot? {
    slots.indices.contains(index) ? slots[index] : nil
  }

  /// Another descriptor of the same file, or of its repaired copy, with a position of its own; the caller closes it.
  ///
  /// A duplicate would share its position, and two processes that read at once would disturb each other.
  package func openAnother() throws(DocumentError) -> CInt {
    // Without /proc the name must do; unpacked or repaired files have none.
    if let other = (repaired ?? owner).reopened() { return other.release() }
    if isUnpacked || repaired != nil {
      throw DocumentError(PageProblem(.unreadable, "it can't be opened again: is /proc mounted?"))
    }
    return try Self.openSame(file).release()
  }

  /// The change of the file since the scan; nil for none.
  package func change() -> PageProblem? {
    isUnpacked ? nil : Self.change(of: owner.number, since: file)
  }

  static func change(of descriptor: CInt, since file: ScanFile) -> PageProblem? {
    switch FileStatus.of(descriptor: descriptor) {
    case .failure(let error): return PageProblem(.unreadable, "it cannot be read any more: \(error)")
    case .success(let facts): return change(from: file, to: facts)
    }
  }

  static let changed = PageProblem(
    .changed, "the file changed while it was read; it will be read in the next run, when it has come to rest")

  /// Opens the path and ensures that it is still the scanned, regular file.
  private static func openSame(_ file: ScanFile) throws(DocumentError) -> FileDescriptor {
    // Never open a special file in its place, because opening a device can have effects.
    guard try opened(FileStatus.of(path: file.path)).kind == .regular else {
      throw DocumentError(PageProblem(.specialFile, "it is no regular file any more; it was not opened"))
    }
    let owner = try opened(FileDescriptor.open(file.path))
    let facts = try opened(FileStatus.of(descriptor: owner.number))
    if let problem = change(from: file, to: facts) { throw DocumentError(problem) }
    return owner
  }

  private static func opened<Value>(_ result: Result<Value, SystemError>) throws(DocumentError) -> Value {
    try result.mapError { DocumentError(opening($0)) }.get()
  }

  private static func change(from file: ScanFile, to facts: FileStatus) -> PageProblem? {
    guard facts.kind == .regular else { return PageProblem(.specialFile, "it is no regular file any more") }
    if facts.links == 0 { return PageProblem(.vanished, "the file was deleted while it was read") }
    let isSame =
      facts.inode == file.inode && facts.device == file.device && facts.size == file.size
      && facts.modified == file.modified && facts.changed == file.changed
    return isSame ? nil : changed
  }

  private static func opening(_ error: SystemError) -> PageProblem {
    switch error.number {
    case ENOENT, ENOTDIR: PageProblem(.vanished, "it is not there any more")
    case ELOOP: PageProblem(.changed, "a symbolic link has taken its place")
    case EACCES, EPERM: PageProblem(.unreadable, "it may not be read: \(error); give this user the right to read it")
    case EMFILE, ENFILE:
      PageProblem(.unreadable, "it could not be opened because too many files are open; raise the limit (ulimit -n)")
    default: PageProblem(.unreadable, "it cannot be opened: \(error)")
    }
  }
}
