/// A format that HanScan recognises but does not read, with advice for the user.
///
/// A format that becomes readable moves to a case of `PictureFormat` and a file of its own.
package struct UnsupportedFormat: Hashable, Sendable {
  /// As in "it is ...".
  package let name: String
  /// A sentence of advice for the user.
  package let advice: String
  /// The store's name for it: `other`, or `heif` for a sequence of HEIF pictures.
  package var family = "other"

  private static let convert = "Save it as PNG, TIFF or JPEG to have it read."
  private static let printOut = "Export it as pictures to have it read."
  private static let noPicture = "It holds no picture of a page."

  /// Bytes near a file's beginning that alone identify its format, nil for any byte: the lines of `signatures.txt`.
  private static let signatures: [(offset: Int, bytes: [UInt8?], format: UnsupportedFormat)] =
    String(decoding: PackageResources.signatures_txt, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t")
      guard parts.count == 4, let offset = Int(parts[0]) else { return nil }
      let bytes = parts[1].split(separator: " ").map { UInt8($0, radix: 16) }
      return (offset, bytes, UnsupportedFormat(name: String(parts[2]), advice: String(parts[3])))
    }
}

extension UnsupportedFormat {
  /// By a signature of the table; nil if none matches.
  init?(signatureOf start: FileStart) {
    let found = Self.signatures.first { signature in
      let bytes = start.bytes.dropFirst(signature.offset).prefix(signature.bytes.count)
      return bytes.count == signature.bytes.count && zip(bytes, signature.bytes).allSatisfy { $1 ?? $0 == $0 }
    }
    guard let found else { return nil }
    self = found.format
  }

  /// By its text; nil for other bytes.
  init?(textOf start: FileStart) {
    if start.isWideText {
      self = Self.plainText
    } else if let body = start.textBody {
      self = Self.written(String(decoding: body.prefix(1024), as: UTF8.self).lowercased())
    } else {
      return nil
    }
  }

  private static let html = UnsupportedFormat(name: "an HTML document", advice: printOut)

  /// Whether it is HTML, which may be an encrypted mail.
  package var isHTML: Bool { self == Self.html }

  /// Whether HTML has a field for a password, as encrypted mails have.
  package static func asksForPassword(html: [UInt8]) -> Bool {
    let blanks = Set(" \t\r\n\"'\\".utf8)
    let wanted = Array("type=password".utf8)
    var count = 0
    // Attributes may have blanks and quotation marks, and scripts write them with backslashes.
    for byte in html where !blanks.contains(byte) {
      let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      count = small == wanted[count] ? count + 1 : small == wanted[0] ? 1 : 0
      if count == wanted.count { return true }
    }
    return false
  }

  private static let plainText = UnsupportedFormat(name: "a plain text file", advice: noPicture)

  /// A document whose parts lie in a ZIP archive; nil for an archive that somebody packed.
  init?(documentInArchive start: FileStart) {
    guard start.begins(with: "PK\u{3}\u{4}") else { return nil }
    // The name of the first member is at byte 30, its length at 26; that of a short one's successor further on.
    let length = start.bytes.count > 27 ? Int(start.bytes[26]) | Int(start.bytes[27]) << 8 : 0
    let first = String(decoding: start.bytes.dropFirst(30).prefix(length), as: UTF8.self)
    let folders = ["_rels/", "word/", "xl/", "ppt/", "docProps/", "customXml/"]
    let isPart = folders.contains(where: first.hasPrefix) && (first.hasSuffix(".xml") || first.hasSuffix(".rels"))
    if start.contains("mimetypeapplication/vnd.oasis.opendocument", within: 128) {
      self.init(name: "an OpenDocument document", advice: Self.printOut)
    } else if start.contains("mimetypeapplication/epub", within: 128) {
      self.init(name: "an EPUB book", advice: Self.printOut)
    } else if start.contains("mimetypeapplication/hwp+zip", within: 128) {
      self.init(name: "a Hangul document (HWPX)", advice: Self.printOut)
    } else if first == "[Content_Types].xml" || isPart {
      self.init(name: "an Office document", advice: Self.printOut)
    } else if first == "META-INF/MANIFEST.MF" || first == "AndroidManifest.xml" {
      self.init(name: "a program", advice: Self.noPicture)
    } else {
      return nil
    }
  }

  /// Pictures and documents that are written as text; `head` in small letters.
  private static func written(_ head: String) -> UnsupportedFormat {
    if head.contains("<svg") { return UnsupportedFormat(name: "an SVG drawing", advice: convert) }
    if head.contains("<html") || head.contains("<!doctype html") {
      return html
    }
    if head.contains("<?xml") { return UnsupportedFormat(name: "an XML document", advice: noPicture) }
    if head.hasPrefix("/* xpm */") { return UnsupportedFormat(name: "an XPM picture", advice: convert) }
    if head.hasPrefix("#define"), head.contains("_width ") {
      return UnsupportedFormat(name: "an XBM picture", advice: convert)
    }
    return plainText
  }
}
