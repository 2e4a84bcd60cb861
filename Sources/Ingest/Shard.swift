package import PageModel
import Support

/// One part of an input that several machines read together: part `index` of `count`.
///
/// A scan's relative path alone gives its part, so that every host computes the same without a shared list, and a later
/// scan moves no other one.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let index: Int
  package let count: Int

  /// The most parts: joining opens one file for each.
  package static let mostShards = 10_000

  /// Nil for an impossible part.
  package init?(_ index: Int, of count: Int) {
    guard (1...Self.mostShards).contains(count), (1...count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  package var description: String { "\(index)/\(count)" }

  /// Whether the scan of this relative path is in the part.
  package func holds(_ path: ScanPath) -> Bool {
    Self.index(of: path, among: count) == index
  }

  /// The part, from 1, of a scan: the first 64 bits of the SHA-256 of its path, modulo the number of parts.
  package static func index(of path: ScanPath, among count: Int) -> Int {
    let bits = SHA256.digest(of: path.bytes).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(bits % UInt64(max(1, count))) + 1
  }
}
