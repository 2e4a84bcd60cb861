/// The order of a number's bytes in a file, which the writing machine decides.
package enum ByteOrder: Hashable, Sendable {
  case little
  case big

  /// The unsigned number that up to eight bytes make.
  ///
  /// Other modules get a copy of it for their bytes.
  @inlinable
  package func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    func joined(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return self == .big ? joined(bytes) : joined(bytes.reversed())
  }

  /// The lowest bytes of a number, `count` at most eight.
  package func bytes(_ number: some BinaryInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (self == .little ? $0 : count - 1 - $0))) }
  }
}
