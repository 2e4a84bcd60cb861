/// A header that does not give the requested facts.
package enum HeaderFault: Error, Equatable, Sendable {
  /// The file ends before the header's promised content.
  case truncated
  /// The fault, as a clause.
  case damaged(String)
  /// The end of the sentence "it is ...", with the remedy.
  case unsupported(String)
  /// The file's bytes could not be read; the number is `errno`.
  case unreadable(CInt)
}
