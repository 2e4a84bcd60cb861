import Glibc

package enum DirectoryNames {
  /// All names but `.` and `..`, in no order; throws if the directory can't be read to its end.
  package static func all(in path: UnsafePointer<CChar>) throws(SystemError) -> [[UInt8]] {
    guard let stream = opendir(path) else { throw SystemError(errno) }
    var names: [[UInt8]] = []
    let error = each(of: stream) { name, _ in
      names.append(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
    if let error { throw error }
    return names
  }

  /// Hands over the same names of an open directory, each with its kind (`DT_DIR`), until the error that is returned.
  package static func each(in directory: CInt, _ body: (UnsafePointer<CChar>, CInt) -> Void) -> SystemError? {
    let copy = dup(directory)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let error = SystemError(errno)
      if copy >= 0 { close(copy) }
      return error
    }
    return each(of: stream, body)
  }

  private static func each(of stream: OpaquePointer, _ body: (UnsafePointer<CChar>, CInt) -> Void) -> SystemError? {
    defer { closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { return errno == 0 ? nil : SystemError(errno) }
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(name, CInt(entry.pointee.d_type)) }
    }
  }
}
