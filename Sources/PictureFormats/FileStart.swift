/// A file's first bytes, which identify its format.
package struct FileStart {
  /// The bytes needed for every signature and for the description of a container.
  package static let length = 4096

  /// At most `length`; fewer in a shorter file.
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

  /// The characters of a range, for names of four letters in containers; nil if the file is shorter.
  func name(_ range: Range<Int>) -> String? {
    range.upperBound <= bytes.count ? String(decoding: bytes[range], as: UTF8.self) : nil
  }

  /// Whether a text occurs within the first `reach` bytes.
  func contains(_ text: String, within reach: Int = length) -> Bool {
    bytes.prefix(reach).contains(text.utf8)
  }

  /// Whether the header of a PDF document stands further on: readers accept other bytes before it within the first 1,024,
  /// and a few kilobytes of zeros, which interrupted copies leave.
  var holdsDocument: Bool {
    contains("%PDF-", within: 1024) || begins(with: "%PDF-", at: bytes.prefix { $0 == 0 }.count)
  }

  var isText: Bool { isWideText || textBody != nil }

  /// Whether it is XML that names the standard of Korea's electronic tax invoices, whatever its root turns out to be.
  var isTaxInvoice: Bool {
    // UTF-16 without its zeros has ASCII letters as they are.
    let text = isWideText ? FileStart(bytes.filter { $0 != 0 }.dropFirst(2)) : self
    let first = text.bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "<") && text.contains("TaxInvoice") && text.contains("urn:kr:or:kec:standard:Tax:")
  }

  var isWideText: Bool { begins(with: [0xFF, 0xFE]) || begins(with: [0xFE, 0xFF]) }

  /// The bytes as text, without a character that the window has cut; nil for other bytes.
  var textBody: ArraySlice<UInt8>? {
    var body = bytes[...]
    for _ in 0..<3 where String(validating: body, as: UTF8.self) == nil && bytes.count >= Self.length {
      body = body.dropLast()
    }
    // Text has none of these control bytes.
    let isControl = { (byte: UInt8) in byte < 0x20 && ![9, 10, 12, 13, 27].contains(byte) || byte == 0x7F }
    guard !body.contains(where: isControl) else { return nil }
    if String(validating: body, as: UTF8.self) == nil {
      // An older encoding (EUC-KR, Latin-1) is mostly printable, with a letter or space.
      guard body.count(where: { $0 < 0x80 }) * 4 >= body.count, body.count >= 16 else { return nil }
    }
    return body
  }
}
