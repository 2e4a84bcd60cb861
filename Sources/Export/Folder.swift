import Glibc
import PageModel

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
    path = root
    descriptor = opened
  }

  private init(path: ScanPath, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Fails where this user could not make a file here.
  func checkWritable() throws(ExportError) {
    guard faccessat(descriptor, ".", W_OK | X_OK, 0) == 0 else { throw ExportError(path, code: errno) }
  }

  /// Opens the folder `name` in this one, and makes it where there is none.
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

  /// Writes a whole file under a temporary name, syncs it, and gives it its name: all of it is there, or nothing.
  func write(_ bytes: [UInt8], to name: [UInt8], temporary: [UInt8]) throws(ExportError) {
    let file = try create(temporary)
    var code = Self.writeAll(bytes, to: file)
    if code == 0, fsync(file) != 0 { code = errno }
    // A quota of a network file system may show only here. EINTR has closed the file too.
    if close(file) != 0, code == 0, errno != EINTR { code = errno }
    if code == 0 {
      let renamed = ScanPath(bytes: temporary).withCString { from in
        ScanPath(bytes: name).withCString { to in renameat(descriptor, from, descriptor, to) }
      }
      if renamed != 0 { code = errno }
    }
    isDirty = true
    guard code == 0 else {
      _ = ScanPath(bytes: temporary).withCString { unlinkat(descriptor, $0, 0) }
      throw failure(name, code)
    }
  }

  /// Removes a file, and says whether there was one.
  func remove(_ name: [UInt8]) throws(ExportError) -> Bool {
    if ScanPath(bytes: name).withCString({ unlinkat(descriptor, $0, 0) }) == 0 {
      isDirty = true
      return true
    }
    guard errno == ENOENT else { throw failure(name, errno) }
    return false
  }

  /// Makes the names in this folder safe against a loss of power.
  func sync() throws(ExportError) {
    guard isDirty else { return }
    // Some network file systems can't sync a directory and say so with EINVAL; there is nothing more to do there.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw ExportError(path, code: errno) }
    isDirty = false
  }

  /// Writes all bytes, however many calls it takes, and returns 0 or the system's error number.
  static func writeAll(_ bytes: [UInt8], to file: CInt) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
      while let base = rest.baseAddress, !rest.isEmpty {
        let written = Glibc.write(file, base, rest.count)
        if written > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if written == 0 {
          return EIO
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
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

  /// The error for a name, with what stands there if that is the trouble.
  private func failure(_ name: [UInt8], _ code: Int32) -> ExportError {
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
