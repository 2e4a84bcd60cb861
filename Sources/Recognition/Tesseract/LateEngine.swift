/// An engine that starts at its first use, because most runs never need it, and a start takes time and memory.
///
/// No file can be opened by then: the model's file stays open from the beginning, and the program's words, which the
/// engine reads from a file, are omitted. Cut-out words and lines are read without them.
final class LateEngine<Started> {
  /// A failure is kept, too: the model's file has been read to its end then.
  private var result: Result<Started, RecognitionError>?
  private let start: () throws(RecognitionError) -> Started

  init(_ start: @escaping () throws(RecognitionError) -> Started) {
    self.start = start
  }

  func started() throws(RecognitionError) -> Started {
    let known = result ?? Result(catching: start)
    result = known
    return try known.get()
  }
}
