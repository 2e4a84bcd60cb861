import Glibc
package import PageModel
package import PictureFormats
import Synchronization

/// The limits of unpacking, from the container in a folder down to the members of its members.
package struct ContainerLimits: Hashable, Sendable {
  /// Members of a file in a folder, at every depth together: as many as a document may have pages.
  package static let members = DocumentLimits().maximumPages
  /// Containers within each other: a ZIP in a forwarded mail in a mail is three.
  package static let depth = 4
  /// Bytes of one member, and no more than `--max-file-size`; it lies in memory while its pages are read.
  package static let memberBytes: UInt64 = 256 << 20
  /// Bytes that any container may be unpacked to, all members together.
  static let leastBytes: UInt64 = 256 << 20
  /// The limit for a large container, times its size: white pages shrink to a thousandth, archives of scans don't.
  static let ratio: UInt64 = 100

  static func bytes(of size: Int64) -> UInt64 {
    let (product, overflow) = UInt64(max(0, size)).multipliedReportingOverflow(by: ratio)
    return max(leastBytes, overflow ? .max : product)
  }
}

/// An archive or a mail that is open while one of its members is to be read.
package final class OpenContainer: Sendable {
  package let format: ContainerFormat
  /// The container, or the file that the outermost lies in.
  package let file: ScanFile
  /// 1 for one in a folder.
  package let depth: Int
  package let ahead = MembersAhead()
  // Only `reopen` reads it, and it is closed with its owner, whichever thread that is on.
  nonisolated(unsafe) private let owner: FileDescriptor
  private let budget: Budget

  private final class Budget: Sendable {
    let bytes: Mutex<UInt64>
    let members = Mutex(ContainerLimits.members)
    let isLimitTold = Atomic(false)
    init(_ bytes: UInt64) { self.bytes = Mutex(bytes) }
  }

  /// The container that a session was opened for; throws if it lies too deep or can't be kept open.
  package init(_ session: DocumentSession, _ format: ContainerFormat) throws(DocumentError) {
    self.format = format
    let outer = session.file.member?.container
    var file = session.file
    // All members have the facts of the outer file: while that is unchanged, so are they.
    if let outer { file.size = outer.file.size }
    self.file = file
    depth = (outer?.depth ?? 0) + 1
    guard depth <= ContainerLimits.depth else {
      let message =
        "it is \(format.name) within \(ContainerLimits.depth) others, which is the limit; unpack it, to have it read"
      throw DocumentError(PageProblem(.tooDeep, message))
    }
    budget = outer?.budget ?? Budget(ContainerLimits.bytes(of: session.file.size))
    owner = FileDescriptor(owning: try session.openAnother())
  }

  /// Bytes that may still be unpacked from it.
  package var bytesLeft: UInt64 { budget.bytes.withLock { $0 } }
  package func spend(_ bytes: UInt64) { budget.bytes.withLock { $0 -= min($0, bytes) } }

  /// The count of these members that may be read, besides earlier ones of the same file.
  package func admit(_ count: Int) -> Int {
    budget.members.withLock { left in
      let admitted = min(left, count)
      left -= admitted
      return admitted
    }
  }

  /// Whether HanScan has still to report that members of the file in the folder are beyond the limit.
  package func tellsLimit() -> Bool {
    !budget.isLimitTold.exchange(true, ordering: .relaxed)
  }

  /// Another descriptor with a position of its own; the caller closes it.
  package func reopen() throws(DocumentError) -> CInt {
    guard let other = owner.reopened() else {
      throw DocumentError(PageProblem(.unreadable, "\(format.name) that it lies in can't be opened again"))
    }
    return other.release()
  }

  /// The change of the file in the folder since the scan; nil for none.
  package var change: PageProblem? {
    if let outer = file.member?.container { return outer.change }
    return DocumentSession.change(of: owner.number, since: file)
  }
}

extension ScanFile {
  /// The place of a member of an archive or a mail.
  package struct Member: Hashable, Sendable {
    package let container: OpenContainer
    package let listed: ContainerListing.Member
    /// The reason not to unpack it; nil for none.
    package let problem: PageProblem?

    package static func == (left: Member, right: Member) -> Bool {
      left.container === right.container && left.listed == right.listed && left.problem == right.problem
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(container))
      hasher.combine(listed)
    }
  }
}

extension FileDescriptor {
  /// The same file with a position of its own, even if its name is gone; nil without /proc.
  func reopened() -> FileDescriptor? {
    let link = ScanPath("/proc/self/fd/\(number)")
    guard case .success(let other) = link.withCString({ FileDescriptor.open($0, flags: O_RDONLY, in: AT_FDCWD) }),
      case .success(let facts) = FileStatus.of(descriptor: other.number),
      case .success(let own) = FileStatus.of(descriptor: number), facts.identity == own.identity
    else { return nil }
    return other
  }
}
