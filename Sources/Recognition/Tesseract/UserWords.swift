import CPosix
import Glibc
import PageModel

/// Words as a file in memory, which Tesseract reads while it starts.
final class UserWords {
  /// Nil without words.
  let path: String?
  private let descriptor: CInt

  init(_ words: [String]) throws(RecognitionError) {
    guard !words.isEmpty else {
      path = nil
      descriptor = -1
      return
    }
    descriptor = hanscan_memory_file("words")
    path = "/proc/self/fd/\(descriptor)"
    let bytes = Array((words.joined(separator: "\n") + "\n").utf8)
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw RecognitionError(
        .engine, "The \(words.count) words that the engine is told of do not fit into memory.")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
