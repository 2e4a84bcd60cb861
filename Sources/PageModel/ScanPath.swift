import Glibc

/// The path of a scan as the system has it: bytes, which need not be valid UTF-8, relative to the input or absolute.
///
/// Linux file names are any bytes but `/` and NUL. Text is only made of them to be shown.
package struct ScanPath: Hashable, Codable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The path's components; repeated and trailing slashes make none.
  package var components: [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  package var lastComponent: [UInt8] {
    components.last ?? []
  }

  /// The paths of the directories above it, the nearest first; the root of an absolute path is an empty one.
  package var parents: some Sequence<ScanPath> {
    sequence(state: bytes[...]) { rest in
      guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      rest = rest[..<slash]
      return ScanPath(bytes: Array(rest))
    }
  }

  /// `self/name`, or `name` alone if this path is empty.
  package func appending(_ name: [UInt8]) -> ScanPath {
    if bytes.isEmpty { return ScanPath(bytes: name) }
    if bytes.last == UInt8(ascii: "/") { return ScanPath(bytes: bytes + name) }
    return ScanPath(bytes: bytes + [UInt8(ascii: "/")] + name)
  }

  package func appending(_ name: String) -> ScanPath {
    appending(Array(name.utf8))
  }

  /// The other path, which is relative to this one.
  package func appending(_ path: ScanPath) -> ScanPath { path.components.reduce(self) { $0.appending($1) } }

  /// The path with a suffix of its last component's name.
  package func with(suffix: String) -> ScanPath { ScanPath(bytes: bytes + Array(suffix.utf8)) }

  /// The folder that its last component lies in, as calls of the system take it.
  package var folder: ScanPath {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { ScanPath(bytes: Array(bytes[...$0])) } ?? ScanPath(".")
  }

  /// Whether something exists at the path.
  package var exists: Bool { withCString { access($0, F_OK) } == 0 }

  /// Whether nothing exists at the path for certain: an error of rights or of the disk proves nothing.
  package var isGone: Bool {
    var facts = stat()
    return withCString { stat($0, &facts) } != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  /// The path as it is, if it is UTF-8, else in one printable line.
  package var text: String { String(validating: bytes, as: UTF8.self) ?? description }

  /// The path in one printable line: control characters, backslashes and bytes that are no UTF-8 appear as `\xHH`.
  package var description: String {
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      if let character = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
        !scalar.isUnprintable, scalar != "\\"
      {
        text += character
        rest = rest.dropFirst(length)
      } else {
        text += first.escaped
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Calls `body` with the path as a NUL-terminated C string.
  package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
