import Glibc
package import PageModel
import Support

/// Looks at a file of an earlier run without trust.
package enum WrittenFile {
  package enum Condition: Error, Equatable {
    /// Its size and checksum are those that were recorded.
    case sound
    case missing
    case altered
    /// A folder lies in its place.
    case folder
    /// With the system's reason.
    case unreadable(String)
  }

  /// Compares the file at a path with the size and SHA-256 that it was written with; a link is not followed.
  package static func examine(_ path: ScanPath, size: Int64, digest: String) -> Condition {
    do throws(Condition) { return try sum(of: path, size: size) == digest ? .sound : .altered } catch { return error }
  }

  /// Compares the file at a path with one that is as it should be; a link is not followed.
  package static func compare(_ path: ScanPath, with other: ScanPath) -> Condition {
    var facts = stat()
    guard other.withCString({ stat($0, &facts) }) == 0 else { return .unreadable(SystemError.text(of: errno)) }
    do throws(Condition) {
      return examine(path, size: Int64(facts.st_size), digest: try sum(of: other, size: Int64(facts.st_size)))
    } catch {
      return error
    }
  }

  /// The SHA-256 of a file of this size.
  private static func sum(of path: ScanPath, size: Int64) throws(Condition) -> String {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = path.withCString { open($0, flags) }
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .missing
      case ELOOP: throw .altered
      default: throw .unreadable(SystemError.text(of: errno))
      }
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .unreadable(SystemError.text(of: errno)) }
    if facts.st_mode & S_IFMT == S_IFDIR { throw .folder }
    guard facts.st_mode & S_IFMT == S_IFREG, Int64(facts.st_size) == size else { throw .altered }
    var sum = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(SystemError.text(of: errno)) }
      if count == 0 { break }
      sum.update(chunk[..<count])
    }
    return sum.finish().hex
  }
}
