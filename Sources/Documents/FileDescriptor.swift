import Glibc
package import PageModel
package import Support

/// The owner of one open descriptor, which it closes.
package final class FileDescriptor {
  /// The least bytes of a path that the system refuses to open.
  package static let longestPath = 4096
  package let number: CInt
  private var isOwned = true

  package init(owning number: CInt) {
    self.number = number
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Gives the descriptor away; the caller closes it.
  package func release() -> CInt {
    isOwned = false
    return number
  }

  /// Opens without ever following a link in the last component, waiting for a peer or taking a terminal.
  package static func open(
    _ path: ScanPath, flags: CInt = O_RDONLY, in directory: CInt = AT_FDCWD
  ) -> Result<FileDescriptor, SystemError> {
    path.withCString { open($0, flags: flags | O_NOFOLLOW, in: directory) }
  }

  /// Opens a name; the caller says whether a link is followed.
  package static func open(
    _ name: UnsafePointer<CChar>, flags: CInt, in directory: CInt
  ) -> Result<FileDescriptor, SystemError> {
    while true {
      let number = openat(directory, name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      if number >= 0 { return .success(FileDescriptor(owning: number)) }
      if errno != EINTR { return .failure(SystemError(errno)) }
    }
  }
}

/// The path without links, `.` and `..`, as the system resolves it now.
package func canonicalPath(_ path: ScanPath) -> Result<ScanPath, SystemError> {
  path.withCString { pointer in
    guard let resolved = realpath(pointer, nil) else { return .failure(SystemError(errno)) }
    defer { free(resolved) }
    return .success(ScanPath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))))
  }
}
