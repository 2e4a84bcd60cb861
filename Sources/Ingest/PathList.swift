import Documents
import Glibc
import PageModel
import Support

/// Reads paths from a descriptor as they come, one at a time, with bounded memory.
struct PathList {
  enum Step {
    case path(ScanPath)
    /// An item that can be no path, and the reason.
    case unusable(ScanPath, reason: String)
    case waiting
    case end
  }

  let descriptor: CInt
  private let separator: UInt8
  /// Bytes that `fill` read and `takeItem` has not taken yet.
  private var unread: ArraySlice<UInt8> = []
  private var isAtEnd = false
  /// The beginning of an item longer than `FileDescriptor.longestPath`, whose remaining bytes are skipped.
  private var overlong: [UInt8]?
  private(set) var count = 0

  init(descriptor: CInt, separator: UInt8) { (self.descriptor, self.separator) = (descriptor, separator) }

  /// The next item, or a sign that reading would wait.
  mutating func next() throws(ScannerError) -> Step {
    while true {
      if let item = takeItem() {
        if item.isEmpty { continue }
        count += 1
        if let start = overlong {
          overlong = nil
          return .unusable(ScanPath(bytes: start), reason: "the path is longer than the system allows")
        }
        if item.contains(0) { return .unusable(ScanPath(bytes: item), reason: "the path holds a NUL byte") }
        return .path(ScanPath(bytes: item))
      }
      if isAtEnd { return .end }
      // A descriptor that cannot be polled is left to read(2), which has the better error.
      guard waitForInput([descriptor], milliseconds: 0)[0] else { return .waiting }
      try fill()
    }
  }

  private mutating func takeItem() -> [UInt8]? {
    let end = unread.firstIndex(of: separator)
    guard end != nil || isAtEnd || unread.count > FileDescriptor.longestPath else { return nil }
    let item = unread[..<(end ?? unread.endIndex)]
    unread = unread.dropFirst(item.count + 1)
    if overlong == nil, item.count > FileDescriptor.longestPath { overlong = Array(item.prefix(120)) }
    // The item goes on, or nothing is left.
    if end == nil, !isAtEnd || item.isEmpty && overlong == nil { return nil }
    return overlong ?? Array(item)
  }

  private mutating func fill() throws(ScannerError) {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let received = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if received > 0 {
      unread += chunk.prefix(received)
    } else if received == 0 {
      isAtEnd = true
    } else if errno != EINTR && errno != EAGAIN {
      throw .listUnreadable(reason: SystemError(errno).description)
    }
  }
}
