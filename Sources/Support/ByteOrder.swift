/// The order of a number's bytes in a file, which the writing machine decides.
package enum ByteOrder: Hashable, Sendable {
  case little
  case big
}
