import Glibc
package import PageModel
import Support

/// Looks at a file of an earlier run without trust.
package enum WrittenFile {
  package enum Condition: Sendable, Equatable {
    /// Its size and checksum are those that were recorded.
    case sound
    case missing
    case altered
    /// With the system's reason.
    case unreadable(String)
  }

  /// Compares the file at a path with the size and SHA-256 that it was written with; a link is not followed.
  package static func examine(_ path: ScanPath, size: Int64, digest: String) -> Condition {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = path.withCString { open($0, flags) }
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return .missing
      case ELOOP: return .altered
      default: return .unreadable(SystemError.text(of: errno))
      }
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { return .unreadable(SystemError.text(of: errno)) }
    guard facts.st_mode & S_IFMT == S_IFREG, Int64(facts.st_size) == size else { return .altered }
    var sum = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .unreadable(SystemError.text(of: errno)) }
      if count == 0 { break }
      sum.update(chunk[..<count])
    }
    return sum.finish().hex == digest ? .sound : .altered
  }
}
