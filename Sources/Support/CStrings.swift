import Glibc

/// Hands strings to a call as C's argument vectors: pointers to each, and a null behind the last.
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return copies.withUnsafeBufferPointer { buffer in
    // The array holds at least its own terminating null, so that it has an address.
    buffer.baseAddress.map(body) ?? withUnsafePointer(to: nil, body)
  }
}

extension String {
  /// The text of a buffer that C has filled, up to its first null.
  package init(terminated buffer: [CChar]) {
    self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
