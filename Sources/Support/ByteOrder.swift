/// The order of a number's bytes in a file, which the writing machine decides.
package enum ByteOrder: Hashable, Sendable {
  case little
  case big

  /// The lowest bytes of a number, `count` at most eight.
  package func bytes(_ number: some BinaryInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (self == .little ? $0 : count - 1 - $0))) }
  }
}
