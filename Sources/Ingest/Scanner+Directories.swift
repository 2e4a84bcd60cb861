package import Documents
import Glibc
import PageModel
import Support

/// The walk through directories: their contents, the targets of links, and the entries among them.
extension Scanner {
  /// Reads on in the innermost directory; nil if it has no entry to return now.
  func advance(_ frame: DirectoryFrame) throws(ScannerError) -> ScanEntry? {
    if let fault = frame.fault {
      frames[frames.count - 1].fault = nil
      guard frames.count > 1 else { throw .listedInPart(frame.path, reason: "\(fault)") }
      let reason = "the directory was listed in part only: \(fault)"
      return refuse(frame.path, frame.relative, PageProblem(.unreadable, reason))
    }
    guard let name = frames[frames.count - 1].names.popFirst() else {
      frames.removeLast()
      return nil
    }
    return ScanPath(bytes: name).withCString { pointer in
      let relative = names.relative(of: name, in: frame.relative)
      if selection != nil, part(of: relative, in: frame) == .none { return nil }
      let status = FileStatus.of(name: pointer, in: frame.descriptor.number, following: false)
      if case .success(let facts) = status, excluded.contains(facts) { return nil }
      if let reason = leavesOut(relative, below: frame.taken.below) {
        leftOut.count(reason)
        return nil
      }
      switch status {
      case .failure(let error) where error.number == ENOENT: return nil  // Taken away since; it was never met.
      case .failure(let error): return refuse(frame.path.appending(name), relative, reading(error))
      case .success(let facts): return visit(name, pointer, facts, as: relative, in: frame)
      }
    }
  }

  private func visit(
    _ name: [UInt8], _ pointer: UnsafePointer<CChar>, _ facts: FileStatus, as relative: ScanPath,
    in frame: DirectoryFrame
  ) -> ScanEntry? {
    let path = frame.path.appending(name)
    switch facts.kind {
    case .directory:
      guard !isBeingDelivered(name, in: frame), let taken = takes(name, isDirectory: true, in: frame) else {
        return nil
      }
      let opened = FileDescriptor.open(
        pointer, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: frame.descriptor.number)
      return push(
        opened, path: path, relative: relative, taken: taken, isLinked: frame.isLinked,
        isSelected: part(of: relative, in: frame) == .whole)
    case .link: return follow(path, relative: relative, name: name, in: frame)
    case _ where part(of: relative, in: frame) == .above: return nil  // A file now, where a directory was.
    default:
      return takes(name, isDirectory: false, in: frame).map { _ in judge(facts, path: path, relative: relative) }
    }
  }

  /// Whether it is the directory of a Maildir for incomplete mails.
  private func isBeingDelivered(_ name: [UInt8], in frame: DirectoryFrame) -> Bool {
    guard name == Array("tmp".utf8) else { return false }
    return ["cur", "new"].allSatisfy { sibling in
      let found = FileStatus.of(name: sibling, in: frame.descriptor.number, following: false)
      return if case .success(let facts) = found { facts.kind == .directory } else { false }
    }
  }

  private func follow(_ path: ScanPath, relative: ScanPath, name: [UInt8], in frame: DirectoryFrame) -> ScanEntry? {
    switch resolver.resolve(path) {
    case .skipped: return nil
    case .refused(let problem):
      return takes(name, isDirectory: false, in: frame) == nil ? nil : refuse(path, relative, problem)
    case .found(let target, let facts, _) where facts.kind != .directory:
      return takes(name, isDirectory: false, in: frame).map { _ in judge(facts, path: target, relative: relative) }
    case .found(_, let facts, let descriptor):
      guard let taken = takes(name, isDirectory: true, in: frame) else { return nil }
      if frames.contains(where: { $0.identity == facts.identity }) {
        return refuse(path, relative, PageProblem(.linkLoop, "it is a symbolic link to a directory that it lies in"))
      }
      if frame.isLinked {
        let reason = "it is a link to a directory, below another such link; what it leads to is read by its own name"
        return refuse(path, relative, PageProblem(.linkLoop, reason))
      }
      let opened = FileDescriptor.open(ScanPath("."), flags: O_RDONLY | O_DIRECTORY, in: descriptor.number)
      return push(
        opened, path: path, relative: relative, taken: taken, isLinked: true,
        isSelected: part(of: relative, in: frame) == .whole)
    }
  }

  func push(
    _ opened: Result<FileDescriptor, SystemError>, path: ScanPath, relative: ScanPath, taken: DirectoryFrame.Taken,
    isLinked: Bool, isSelected: Bool
  ) -> ScanEntry? {
    if case .success = opened, frames.count >= options.maximumDepth {
      let reason = "it lies more than \(options.maximumDepth) directories deep, which is the limit (--max-depth)"
      return refuse(path, relative, PageProblem(.tooDeep, reason))
    }
    let found = opened.flatMap { directory in FileStatus.of(descriptor: directory.number).map { (directory, $0) } }
    switch found {
    case .failure(let error): return refuse(path, relative, reading(error))
    case .success((let descriptor, let facts)):
      if frames.contains(where: { $0.identity == facts.identity }) {
        return refuse(path, relative, PageProblem(.linkLoop, "it is the same directory as one that it lies in"))
      }
      let (names, fault) = DirectoryFrame.names(in: descriptor)
      frames.append(
        DirectoryFrame(
          descriptor: descriptor, identity: facts.identity, path: path, relative: relative, taken: taken,
          isLinked: isLinked, isSelected: isSelected, names: names, fault: fault))
      // After the listing: everything listed there exists by now.
      excluded.refresh()
      return nil
    }
  }

  /// Asks the patterns about a name in a directory; nil if it is excluded.
  private func takes(_ name: [UInt8], isDirectory: Bool, in frame: DirectoryFrame) -> DirectoryFrame.Taken? {
    if filter.isEmpty && pattern == nil { return DirectoryFrame.Taken() }
    let compared = Glob.name(name)
    var taken = frame.taken
    if let pattern {
      taken.below = frame.taken.below + [compared]
      let canBe = isDirectory || !pattern.matchesDirectoriesOnly
      taken.isMatched = taken.isMatched || canBe && pattern.matches(taken.below)
      if !taken.isMatched, !isDirectory || !pattern.canMatch(below: taken.below) { return nil }
    }
    if !filter.isEmpty {
      taken.names = frame.taken.names + [compared]
      if filter.excludes(taken.names, isDirectory: isDirectory) { return nil }
      taken.isIncluded = taken.isIncluded || filter.includes(taken.names, isDirectory: isDirectory)
      if !taken.isIncluded && !isDirectory { return nil }
    }
    return taken
  }

  /// Judges a file again that was too fresh before; nil if it no longer exists.
  package func lookAgain(at file: ScanFile) -> ScanEntry? {
    (try? FileStatus.of(path: file.path).get()).map { judge($0, path: file.path, relative: file.relative) }
  }

  func judge(_ facts: FileStatus, path: ScanPath, relative: ScanPath) -> ScanEntry {
    let what: String
    switch facts.kind {
    case .regular:
      if path.bytes.count >= FileDescriptor.longestPath {
        return refuse(path, relative, PageProblem(.unreadable, "its path is longer than the system can open"))
      }
      let file = ScanFile(path: path, relative: relative, facts: facts)
      let isSettled = settling.isSettled(modified: facts.modified, changed: facts.changed, now: Settling.now())
      return isSettled ? .document(file) : .unsettled(file)
    case .fifo: what = "a named pipe"
    case .socket: what = "a socket"
    case .device: what = "a device"
    case .directory: what = "a directory"
    case .link, .other: what = "a special file"
    }
    return refuse(path, relative, PageProblem(.specialFile, "it is \(what), not a file; it was not opened"))
  }

  func refuse(_ path: ScanPath, _ relative: ScanPath, _ problem: PageProblem) -> ScanEntry {
    let relative = relative.bytes.isEmpty ? ScanPath(bytes: path.lastComponent) : relative
    return .refused(ScanRefusal(path: path, relative: relative, problem: problem))
  }

  func reading(_ error: SystemError) -> PageProblem {
    switch error.number {
    case ENOENT, ENOTDIR: PageProblem(.vanished, "it is not there (any more)")
    case ELOOP: PageProblem(.linkLoop, "it is a symbolic link that leads back to itself")
    case EACCES, EPERM: PageProblem(.unreadable, "it may not be read: \(error); give this user the right to read it")
    default: PageProblem(.unreadable, "it cannot be read: \(error)")
    }
  }
}
