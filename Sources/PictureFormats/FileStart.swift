/// A file's first bytes, by which formats are told apart.
package struct FileStart {
  /// Bytes that are looked at: those of every signature, and of what a container says of itself.
  package static let length = 4096

  /// At most `length`; fewer where the file has fewer.
  let bytes: [UInt8]

  package init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes.prefix(Self.length))
  }

  func begins(with signature: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    bytes.count >= offset + signature.count && bytes[offset..<offset + signature.count].elementsEqual(signature)
  }

  func begins(with text: String, at offset: Int = 0) -> Bool {
    begins(with: text.utf8, at: offset)
  }

  /// The characters of a range, for names of four letters in containers; nil where the file is shorter.
  func name(_ range: Range<Int>) -> String? {
    range.upperBound <= bytes.count ? String(decoding: bytes[range], as: UTF8.self) : nil
  }

  /// Whether a text comes up within the first `reach` bytes.
  func contains(_ text: String, within reach: Int = length) -> Bool {
    let wanted = Array(text.utf8)
    let bytes = bytes.prefix(reach)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...bytes.endIndex - wanted.count).contains {
      bytes[$0] == first && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  /// Whether it is text, in Unicode or in an older encoding.
  var isText: Bool { isWideText || textBody != nil }

  /// Whether it begins as UTF-16 does.
  var isWideText: Bool { begins(with: [0xFF, 0xFE]) || begins(with: [0xFE, 0xFF]) }

  /// The bytes as text, without a character that the window has cut; nil where they are none.
  var textBody: ArraySlice<UInt8>? {
    var body = bytes[...]
    for _ in 0..<3 where String(validating: body, as: UTF8.self) == nil && bytes.count >= Self.length {
      body = body.dropLast()
    }
    // A single control byte that no text has tells other files.
    let isControl = { (byte: UInt8) in byte < 0x20 && ![9, 10, 12, 13, 27].contains(byte) || byte == 0x7F }
    guard !body.contains(where: isControl) else { return nil }
    if String(validating: body, as: UTF8.self) == nil {
      // An older encoding: mostly printable, with a letter or space in sight (EUC-KR, Latin-1).
      let plain = body.filter { $0 < 0x80 }.count
      guard plain * 4 >= body.count, body.count >= 16 else { return nil }
    }
    return body
  }
}
