import CPosix
import Glibc
import Sandbox

/// Several members in one file, as `hanscan-members FORMAT copy NUMBER NUMBER...` writes them, each behind a header.
struct MemberCopies: Equatable {
  struct Copy: Equatable {
    var number: Int
    /// Whether the copy is complete; a damaged or unfinished one is not.
    var isComplete: Bool
    var offset: Int
    var size: Int
  }

  var copies: [Copy] = []

  /// Bytes of `NUMBER STATE SIZE` and a line feed.
  private static let header = 32
  /// Bytes that are copied at a time.
  private static let piece = 1 << 18

  /// Reads the headers of a file of so many bytes; what follows one that no such program writes is left out.
  init(wanted: [Int], size: Int, _ bytes: (_ offset: Int, _ count: Int) -> [UInt8]) {
    var offset = 0
    var left = Set(wanted)
    while size - offset >= Self.header {
      let words = bytes(offset, Self.header).split(whereSeparator: {
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n")
      })
      .map { String(decoding: $0, as: UTF8.self) }
      offset += Self.header
      guard words.count == 3, let number = Int(words[0]), let length = Int(words[2]), length >= 0,
        length <= size - offset, left.remove(number) != nil
      else { return }
      copies.append(Copy(number: number, isComplete: words[1] == "c", offset: offset, size: length))
      if words[1] == "?" { return }
      offset += length
    }
  }

  /// A copy as a file of its own, open, for the caller to close; nil if there is no memory for it.
  static func file(of copy: Copy, in descriptor: CInt) -> CInt? {
    let file = hanscan_memory_file("hanscan-member")
    guard file >= 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: min(piece, max(1, copy.size)))
    var done = 0
    while done < copy.size {
      let count = pread(descriptor, &buffer, min(buffer.count, copy.size - done), off_t(copy.offset + done))
      let written = count > 0 ? write(file, buffer, count) : -1
      guard written > 0 else {
        close(file)
        return nil
      }
      done += written
    }
    return file
  }
}
