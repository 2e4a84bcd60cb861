/// Which byte of a number comes first in a file; formats of both orders exist, the machine that wrote them decides.
package enum ByteOrder: Hashable, Sendable {
  /// The lowest.
  case little
  /// The highest.
  case big
}
