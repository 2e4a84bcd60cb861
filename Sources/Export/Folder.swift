import CPosix
import Glibc
import PageModel
import Support

/// The owner of one open directory of the output, below which names are opened without following links.
final class Folder {
  let path: ScanPath
  private let descriptor: CInt
  /// Whether names in it have changed since it was last synced.
  private(set) var isDirty = false

  /// Opens the output directory itself, which may be reached through links: that is the user's choice.
  init(root: ScanPath) throws(ExportError) {
    let opened = root.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard opened >= 0 else { throw ExportError(root, code: errno) }
    (path, descriptor) = (root, opened)
    guard faccessat(opened, ".", W_OK | X_OK, 0) == 0 else { throw ExportError(root, code: errno) }
  }

  private init(path: ScanPath, descriptor: CInt) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Opens the folder `name` in this one, and makes it if there is none.
  func folder(_ name: [UInt8]) throws(ExportError) -> Folder {
    let inner = path.appending(name)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    // Twice: someone may make the folder between our look and our making it.
    for _ in 0..<2 {
      let opened = ScanPath(bytes: name).withCString { openat(descriptor, $0, flags) }
      if opened >= 0 { return Folder(path: inner, descriptor: opened) }
      guard errno == ENOENT else { throw failure(name, errno) }
      let made = ScanPath(bytes: name).withCString { mkdirat(descriptor, $0, 0o777) }
      if made == 0 { isDirty = true } else if errno != EEXIST { throw failure(name, errno) }
    }
    throw failure(name, EEXIST)
  }

  /// Begins a file under a temporary name; it gets its own name when it is finished.
  func stage(for name: [UInt8], temporary: [UInt8]) throws(ExportError) -> StagedFile {
    let staged = StagedFile(descriptor: try create(temporary), folder: self, name: name, temporary: temporary)
    isDirty = true
    return staged
  }

  fileprivate func rename(_ temporary: [UInt8], to name: [UInt8]) throws(ExportError) {
    var facts = stat()
    // A device or a pipe, also one that a link leads to: its name would stand for a file from then on.
    if ScanPath(bytes: name).withCString({ fstatat(descriptor, $0, &facts, 0) }) == 0,
      ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT)
    {
      throw ExportError(path.appending(name), code: EEXIST, detail: "a special file")
    }
    let renamed = ScanPath(bytes: temporary).withCString { from in
      ScanPath(bytes: name).withCString { to in renameat(descriptor, from, descriptor, to) }
    }
    guard renamed == 0 else { throw failure(name, errno) }
    isDirty = true
  }

  /// Gives a file one more name in this folder; false if the name is taken.
  ///
  /// - Parameter source: The file, or a link of the system to it, which is followed.
  func link(_ source: ScanPath, as name: [UInt8]) throws(ExportError) -> Bool {
    let linked = source.withCString { from in
      ScanPath(bytes: name).withCString { linkat(AT_FDCWD, from, descriptor, $0, AT_SYMLINK_FOLLOW) }
    }
    guard linked == 0 || errno == EEXIST else { throw ExportError(path.appending(name), code: errno) }
    if linked == 0 { isDirty = true }
    return linked == 0
  }

  fileprivate func discard(_ temporary: [UInt8]) {
    _ = ScanPath(bytes: temporary).withCString { unlinkat(descriptor, $0, 0) }
  }

  /// Waits until everything written to this folder's file system is on the disk, and returns that file system.
  func syncFileSystem() throws(ExportError) -> dev_t {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, hanscan_sync_file_system(descriptor) == 0 else {
      throw ExportError(path, code: errno)
    }
    return facts.st_dev
  }

  /// Removes a file, and says whether there was one.
  func remove(_ name: [UInt8]) throws(ExportError) -> Bool {
    let removed = ScanPath(bytes: name).withCString { unlinkat(descriptor, $0, 0) } == 0
    guard removed || errno == ENOENT else { throw failure(name, errno) }
    if removed { isDirty = true }
    return removed
  }

  /// Makes the names in this folder safe against a loss of power.
  func sync() throws(ExportError) {
    guard isDirty else { return }
    // Some network file systems can't sync a directory and say so with EINVAL; there is nothing more to do there.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw ExportError(path, code: errno) }
    isDirty = false
  }

  /// A new file under a name that only we use: what is there was left by a run that was killed.
  private func create(_ temporary: [UInt8]) throws(ExportError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    for _ in 0..<2 {
      let file = ScanPath(bytes: temporary).withCString { openat(descriptor, $0, flags, 0o666) }
      if file >= 0 { return file }
      guard errno == EEXIST else { throw failure(temporary, errno) }
      let removed = ScanPath(bytes: temporary).withCString { unlinkat(descriptor, $0, 0) }
      guard removed == 0 || errno == ENOENT else { throw failure(temporary, errno) }
    }
    throw failure(temporary, EEXIST)
  }

  /// The error for a name, with what is there if that is the trouble.
  fileprivate func failure(_ name: [UInt8], _ code: Int32) -> ExportError {
    var facts = stat()
    let isThere = ScanPath(bytes: name).withCString { fstatat(descriptor, $0, &facts, AT_SYMLINK_NOFOLLOW) } == 0
    let inner = path.appending(name)
    guard isThere, ExportError.reason(of: code) == .inTheWay else { return ExportError(inner, code: code) }
    let what: String
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: what = "a directory"
    case S_IFLNK: what = "a symbolic link, which is not followed"
    case S_IFREG: what = "a file"
    default: what = "a special file"
    }
    return ExportError(inner, code: code, detail: what)
  }
}

/// A file that is written under its temporary name; one that is never finished is removed again.
final class StagedFile {
  fileprivate var descriptor: CInt
  private let folder: Folder
  private let name: [UInt8]
  private let temporary: [UInt8]
  private var isNamed = false
  /// Whether its bytes did not reach the disk, so that it must not get its name.
  var isLost = false

  fileprivate init(descriptor: CInt, folder: Folder, name: [UInt8], temporary: [UInt8]) {
    (self.descriptor, self.folder, self.name, self.temporary) = (descriptor, folder, name, temporary)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isNamed { folder.discard(temporary) }
  }

  /// Its temporary path.
  var path: ScanPath { folder.path.appending(temporary) }

  func append(_ bytes: [UInt8]) throws(ExportError) {
    do throws(SystemError) { try FileWriting.writeAll(bytes, to: descriptor) } catch {
      throw folder.failure(name, error.number)
    }
  }

  /// Lets the system begin to write it to the disk, when all its bytes are there.
  func beginWriting() {
    hanscan_begin_writing(descriptor)
  }

  /// Whether the file lies on this file system: another one may be mounted below the output directory.
  func isOn(_ device: dev_t) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_dev == device
  }

  /// Waits until the bytes are on the disk.
  func sync() throws(ExportError) {
    guard fsync(descriptor) == 0 else { throw folder.failure(name, errno) }
  }

  /// Gives the file a name that nobody has, in place of its own; false if it is taken.
  func finish(asNew name: [UInt8]) throws(ExportError) -> Bool {
    // The temporary name goes with this object.
    try folder.link(path, as: name)
  }

  /// Gives the file its name; its bytes have to be on the disk.
  func finish() throws(ExportError) {
    let closed = close(descriptor)
    descriptor = -1
    // A quota of a network file system may show only here; EINTR has closed the file too.
    guard closed == 0 || errno == EINTR else { throw folder.failure(name, errno) }
    try folder.rename(temporary, to: name)
    isNamed = true
  }
}
