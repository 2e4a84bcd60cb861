import Glibc

/// Where the program speaks: results to standard output, everything else to standard error.
///
/// Standard output is sacred: only what a user would pipe on is written there.
final class Console {
  /// Whether a person is looking at standard error.
  let isInteractive: Bool

  init() {
    isInteractive = isatty(STDERR_FILENO) == 1
  }

  /// Writes a result; false when the reader has gone away.
  @discardableResult
  func output(_ text: String) -> Bool {
    Self.write(Array(text.utf8), to: STDOUT_FILENO)
  }

  @discardableResult
  func output(bytes: [UInt8]) -> Bool {
    Self.write(bytes, to: STDOUT_FILENO)
  }

  func error(_ text: String) {
    Self.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// The terminal's columns; 80 where none is known.
  var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  @discardableResult
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
