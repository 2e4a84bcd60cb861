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
}
