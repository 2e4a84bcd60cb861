/// Why a header does not give what is asked of it.
package enum HeaderFault: Error, Equatable, Sendable {
  /// The file ends before what the header promises.
  case truncated
  /// What is wrong with it, as a clause.
  case damaged(String)
  /// The end of the sentence "it is ..." that is said of it in place of reading it, and what can be done.
  case unsupported(String)
  /// The file's bytes could not be read; the number is `errno`.
  case unreadable(CInt)
}
