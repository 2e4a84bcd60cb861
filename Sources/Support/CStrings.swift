import Glibc

/// Hands strings to a call as C's argument vectors: pointers to each, and a null behind the last.
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  withCStrings(strings.map { Array($0.utf8) }, body)
}

/// The same for bytes that need be no text, such as paths.
package func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] =
    strings.map { bytes in strdup((bytes + [0]).map { CChar(bitPattern: $0) }) } + [nil]
  defer { copies.forEach { free($0) } }
  return body(copies)
}

extension String {
  /// The text of a buffer that C has filled, up to its first null.
  package init(terminated buffer: [CChar]) {
    self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
