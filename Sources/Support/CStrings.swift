import Glibc

/// Hands strings to a call as C's argument vectors are: pointers to each, and a null behind the last.
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
