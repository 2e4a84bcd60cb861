package import PageModel
import Support

/// The count of an input's entries and an order-independent digest, whatever part is taken.
///
/// Machines that read an input in parts each scan all of it: with equal censuses they have seen the same names.
package struct ScanCensus: Hashable, Sendable {
  /// Scans, and refused entries.
  package private(set) var entries = 0
  /// Sums, modulo 2^64, of two parts of the SHA-256 of each relative path.
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  package mutating func count(_ path: ScanPath) {
    let bytes = SHA256.digest(of: path.bytes).bytes
    func part(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    entries += 1
    first &+= part(8)
    second &+= part(16)
  }

  /// In hexadecimal digits.
  package var digest: String { "\(String(first, radix: 16)).\(String(second, radix: 16))" }
}
