import Documents
import Glibc
import PageModel
import Support

/// The kernel's watches on a tree of directories, and their reports.
///
/// Each directory has a watch of its own, which follows it when it moves. So a directory that moves away is forgotten
/// with all below it, and one that moves in is watched again: its names are always the current ones. It is watched first
/// and then listed; a file put into it in between is found twice, and never missed.
final class TreeWatch {
  enum Change: Equatable {
    /// A name in a directory, which may have a new file or none any more.
    case name(ScanPath, relative: ScanPath)
    /// A newly watched directory, with all of its contents.
    case tree(ScanPath, relative: ScanPath)
    case overflow
    /// An input may have been removed or moved.
    case input
  }

  private struct Place {
    let path: ScanPath
    let relative: ScanPath
    /// 1 for an input.
    let depth: Int
  }

  private static let watched =
    IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    | IN_EXCL_UNLINK | IN_ONLYDIR

  let descriptor: CInt
  private let scanner: Scanner
  private var places: [CInt: Place] = [:]
  private var numbers: [ScanPath: CInt] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ scanner: Scanner) throws(SystemError) {
    self.scanner = scanner
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError("inotify", errno) }
  }

  deinit {
    close(descriptor)
  }

  var count: Int { places.count }

  /// Watches an input and all directories below it; throws if the system has no watches left.
  func add(input root: ScanRoot) throws(SystemError) {
    guard case .success(let opened) = FileDescriptor.open(root.path.appending("."), flags: O_RDONLY | O_DIRECTORY)
    else { return }
    try add(opened, at: Place(path: root.path, relative: root.relative, depth: 1))
  }

  func watches(_ root: ScanRoot) -> Bool { numbers[root.relative] != nil }

  func remove(input root: ScanRoot) {
    forget(below: root.relative)
  }

  /// The changes since the last call, in order; never waits.
  func read() throws(SystemError) -> [Change] {
    var changes: [Change] = []
    while true {
      let length = Glibc.read(descriptor, &buffer, buffer.count)
      if length < 0, errno == EINTR { continue }
      // No more events (EAGAIN), or an error that says as much.
      guard length > 0 else { return changes }
      var events: [(number: CInt, bits: UInt32, name: [UInt8])] = []
      buffer.withUnsafeBytes { bytes in
        let size = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + size <= length {
          let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          offset += size
          // Zeros fill a name up; an event of the directory itself has none.
          events.append((head.wd, head.mask, Array(bytes[offset...].prefix(Int(head.len)).prefix { $0 != 0 })))
          offset += Int(head.len)
        }
      }
      for event in events { try take(event.number, event.bits, event.name, into: &changes) }
    }
  }

  private func take(
    _ number: CInt, _ bits: UInt32, _ name: [UInt8], into changes: inout [Change]
  ) throws(SystemError) {
    let has: (CInt) -> Bool = { bits & UInt32($0) != 0 }
    if has(IN_Q_OVERFLOW) { return changes.append(.overflow) }
    guard let place = places[number] else { return }
    if has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT), place.depth == 1 { changes.append(.input) }
    if has(IN_IGNORED) {
      places[number] = nil
      if numbers[place.relative] == number { numbers[place.relative] = nil }
    }
    guard !name.isEmpty else { return }
    let path = place.path.appending(name)
    let relative = scanner.names.relative(of: name, in: place.relative)
    guard scanner.leavesOut(relative) == nil else { return }
    guard has(IN_ISDIR) else { return changes.append(.name(path, relative: relative)) }
    if has(IN_MOVED_FROM | IN_DELETE) {
      if numbers[relative] != nil { forget(below: relative) }
      return changes.append(.name(path, relative: relative))
    }
    // A directory that could not be entered may be readable now.
    guard has(IN_CREATE | IN_MOVED_TO) || numbers[relative] == nil else { return }
    if case .success(let opened) = FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY), !isLeftOut(opened) {
      try add(opened, at: Place(path: path, relative: relative, depth: place.depth + 1))
      changes.append(.tree(path, relative: relative))
    }
  }

  private func isLeftOut(_ directory: FileDescriptor) -> Bool {
    scanner.excluded.refresh()
    return scanner.excluded.contains(directory)
  }

  private func add(_ directory: FileDescriptor, at place: Place) throws(SystemError) {
    guard place.depth <= scanner.options.maximumDepth else { return }
    // The descriptor, and not a path, which may lead elsewhere by now or be too long.
    let number = inotify_add_watch(descriptor, "/proc/self/fd/\(directory.number)", UInt32(Self.watched))
    if number < 0 {
      let code = errno
      // The scan reports directories that are unreadable or gone.
      if [ENOSPC, ENOMEM, EMFILE].contains(code) { throw SystemError("inotify", code) }
      return
    }
    places[number] = place
    numbers[place.relative] = number
    for name in directories(in: directory) {
      let relative = scanner.names.relative(of: name, in: place.relative)
      if scanner.leavesOut(relative) != nil { continue }
      let opened = ScanPath(bytes: name).withCString { pointer in
        FileDescriptor.open(pointer, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: directory.number)
      }
      guard case .success(let below) = opened, !isLeftOut(below) else { continue }
      try add(below, at: Place(path: place.path.appending(name), relative: relative, depth: place.depth + 1))
    }
  }

  /// The names of the directories in a directory; no link is followed.
  private func directories(in directory: FileDescriptor) -> [[UInt8]] {
    var names: [[UInt8]] = []
    _ = DirectoryNames.each(in: directory.number) { name, kind in
      // Some file systems don't say what an entry is.
      let status = kind == CInt(DT_UNKNOWN) ? FileStatus.of(name: name, in: directory.number, following: false) : nil
      if kind == CInt(DT_DIR) || (try? status?.get())?.kind == .directory {
        names.append(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
      }
    }
    return names
  }

  private func forget(below relative: ScanPath) {
    let start = relative.bytes.isEmpty ? [] : relative.bytes + [UInt8(ascii: "/")]
    for (number, place) in places where place.relative == relative || place.relative.bytes.starts(with: start) {
      _ = inotify_rm_watch(descriptor, number)
      places[number] = nil
      if numbers[place.relative] == number { numbers[place.relative] = nil }
    }
  }
}
