import Glibc

/// Whole files in and out, by descriptor; for model files, which are read whole.
package enum FileBytes {
  /// Reads a regular file of at most `limit` bytes.
  package static func read(_ path: String, atMost limit: Int) throws(ModelError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(.unreadable, "read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(.unreadable, "read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ModelError(.unreadable, "\(path) is no regular file.")
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw ModelError(.damaged, "\(path) is larger than \(limit >> 20) MiB.") }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialised in
      while count < size, let base = buffer.baseAddress {
        let got = Glibc.read(descriptor, base + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        count += got
      }
      initialised = count
    }
    guard count == size else { throw failure(.unreadable, "read", path) }
    return bytes
  }

  /// Writes a file whole or not at all: under another name first, then synced and renamed.
  package static func write(_ bytes: [UInt8], to path: String) throws(ModelError) {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw failure(.unwritable, "write", path) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Glibc.write(descriptor, $0 + written, buffer.count - written) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      written += count
    }
    let complete = written == bytes.count && fsync(descriptor) == 0
    let problem = errno
    close(descriptor)
    guard complete, rename(temporary, path) == 0 else {
      if !complete { errno = problem }
      let error = failure(.unwritable, "write", path)
      unlink(temporary)
      throw error
    }
  }

  /// Makes a folder and those above it.
  package static func makeDirectory(_ path: String) throws(ModelError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw failure(.unwritable, "make", path)
    }
    try makeDirectory(String(path[..<slash]))
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(.unwritable, "make", path) }
  }

  private static func failure(_ code: ModelError.Code, _ verb: String, _ path: String) -> ModelError {
    let reason = String(cString: strerror(errno))
    return ModelError(code, "Cannot \(verb) \(path): \(reason).")
  }
}
