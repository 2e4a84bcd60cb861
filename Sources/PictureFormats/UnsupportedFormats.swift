/// A format that HanScan recognises but does not read, with advice for the user.
///
/// A format that becomes readable moves to a case of `PictureFormat` and a file of its own.
public struct UnsupportedFormat: Hashable, Sendable {
  /// The store's name for it.
  public enum Family: String, Hashable, Sendable {
    /// A sequence of HEIF pictures, or one without a picture of its own.
    case heif
    case other
  }

  public let family: Family
  /// As in "it is ...".
  public let name: String
  /// A sentence of advice for the user.
  public let advice: String

  init(_ family: Family, _ name: String, advice: String) {
    self.family = family
    self.name = name
    self.advice = advice
  }

  private static let convert = "Save it as PNG, TIFF or JPEG to have it read."
  private static let unpack = "Unpack it, or make a ZIP archive of it, to have the scans in it read."
  private static let printOut = "Export it as pictures to have it read."
  private static let officeOrMail = "Export it as pictures, or save the mail as .eml, to have it read."
  private static let noPicture = "It holds no picture of a page."

  /// Bytes near a file's beginning that alone identify its format.
  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let format: UnsupportedFormat

    init(_ bytes: [UInt8], at offset: Int = 0, _ format: UnsupportedFormat) {
      self.bytes = bytes
      self.offset = offset
      self.format = format
    }

    init(_ text: String, at offset: Int = 0, _ format: UnsupportedFormat) {
      self.init(Array(text.utf8), at: offset, format)
    }
  }

  /// From the formats' specifications.
  private static let signatures: [Signature] = [
    Signature("%!PS", UnsupportedFormat(.other, "a PostScript document", advice: printOut)),
    Signature([0xC5, 0xD0, 0xD3, 0xC6], UnsupportedFormat(.other, "an EPS document", advice: printOut)),
    Signature("8BPS", UnsupportedFormat(.other, "a Photoshop document", advice: convert)),
    Signature("gimp xcf", UnsupportedFormat(.other, "a GIMP picture", advice: convert)),
    Signature([0xFF, 0x0A], UnsupportedFormat(.other, "a JPEG XL picture", advice: convert)),
    Signature(
      [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
      UnsupportedFormat(.other, "a JPEG XL picture", advice: convert)),
    Signature(
      [0x97, 0x4A, 0x42, 0x32, 0x0D, 0x0A, 0x1A, 0x0A], UnsupportedFormat(.other, "a JBIG2 picture", advice: convert)),
    Signature(
      [0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], UnsupportedFormat(.other, "an MNG animation", advice: convert)),
    Signature("AT&TFORM", UnsupportedFormat(.other, "a DjVu document", advice: printOut)),
    Signature("qoif", UnsupportedFormat(.other, "a QOI picture", advice: convert)),
    Signature("DDS ", UnsupportedFormat(.other, "a DirectDraw surface", advice: convert)),
    Signature([0x76, 0x2F, 0x31, 0x01], UnsupportedFormat(.other, "an OpenEXR picture", advice: convert)),
    Signature("#?RADIANCE", UnsupportedFormat(.other, "a Radiance picture", advice: convert)),
    Signature([0x59, 0xA6, 0x6A, 0x95], UnsupportedFormat(.other, "a Sun raster picture", advice: convert)),
    Signature([0xD7, 0xCD, 0xC6, 0x9A], UnsupportedFormat(.other, "a Windows metafile", advice: convert)),
    Signature("SIMPLE  =", UnsupportedFormat(.other, "a FITS picture", advice: convert)),
    Signature("DICM", at: 128, UnsupportedFormat(.other, "a DICOM picture", advice: convert)),
    Signature(
      [0xD0, 0xCF, 0x11, 0xE0],
      UnsupportedFormat(.other, "an old Office document or a mail of Outlook (.msg)", advice: officeOrMail)),
    Signature("{\\rtf", UnsupportedFormat(.other, "a rich text document", advice: printOut)),
    Signature("BZh", UnsupportedFormat(.other, "a bzip2 archive", advice: unpack)),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], UnsupportedFormat(.other, "an xz archive", advice: unpack)),
    Signature([0x28, 0xB5, 0x2F, 0xFD], UnsupportedFormat(.other, "a Zstandard archive", advice: unpack)),
    Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], UnsupportedFormat(.other, "a 7-Zip archive", advice: unpack)),
    Signature(
      [0x78, 0x9F, 0x3E, 0x22],
      UnsupportedFormat(
        .other, "Outlook's own bundle of attachments (winmail.dat)",
        advice: "Have it sent again as HTML, or unpack it (apt install tnef), to have the scans in it read.")),
    Signature("Rar!", UnsupportedFormat(.other, "a RAR archive", advice: unpack)),
    Signature("SQLite format 3\0", UnsupportedFormat(.other, "an SQLite database", advice: noPicture)),
    Signature([0x7F, 0x45, 0x4C, 0x46], UnsupportedFormat(.other, "a program", advice: noPicture)),
    Signature("ID3", UnsupportedFormat(.other, "a sound file", advice: noPicture)),
    Signature("OggS", UnsupportedFormat(.other, "a sound or video file", advice: noPicture)),
    Signature("fLaC", UnsupportedFormat(.other, "a sound file", advice: noPicture)),
    Signature([0x1A, 0x45, 0xDF, 0xA3], UnsupportedFormat(.other, "a video file", advice: noPicture)),
    Signature("Pf\n", UnsupportedFormat(.other, "a PFM picture", advice: convert)),
    Signature("PF\n", UnsupportedFormat(.other, "a PFM picture", advice: convert)),
  ]
}

extension UnsupportedFormat {
  /// By a signature of the table; nil if none matches.
  init?(signatureOf start: FileStart) {
    let found = Self.signatures.first { start.begins(with: $0.bytes, at: $0.offset) }
    guard let found else { return nil }
    self = found.format
  }

  /// By a container's content: RIFF, the ISO boxes, a document in a ZIP archive; nil for others.
  init?(containerOf start: FileStart) {
    if start.begins(with: "RIFF") || start.begins(with: "RIFX") {
      self = Self.riff(start)
    } else if start.begins(with: "ftyp", at: 4) {
      self = Self.boxes(start)
    } else if let document = UnsupportedFormat(documentInArchive: start) {
      self = document
    } else {
      return nil
    }
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

  private static let html = UnsupportedFormat(.other, "an HTML document", advice: printOut)

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

  private static let plainText = UnsupportedFormat(.other, "a plain text file", advice: noPicture)

  private static func riff(_ start: FileStart) -> UnsupportedFormat {
    switch start.name(8..<12) {
    case "WAVE": UnsupportedFormat(.other, "a sound file", advice: noPicture)
    case "AVI ": UnsupportedFormat(.other, "a video file", advice: noPicture)
    default: UnsupportedFormat(.other, "a RIFF container of an unknown kind", advice: noPicture)
    }
  }

  private static func boxes(_ start: FileStart) -> UnsupportedFormat {
    switch start.name(8..<12) {
    case "jxl ": UnsupportedFormat(.other, "a JPEG XL picture", advice: convert)
    case "crx ": UnsupportedFormat(.other, "a camera's raw picture", advice: convert)
    default: UnsupportedFormat(.other, "an MPEG-4 or QuickTime file, such as a video", advice: noPicture)
    }
  }

  /// A document whose parts lie in a ZIP archive; nil for an archive that somebody packed.
  init?(documentInArchive start: FileStart) {
    guard start.begins(with: "PK\u{3}\u{4}") else { return nil }
    // The name of the first member is at byte 30, its length at 26; that of a short one's successor further on.
    let length = start.bytes.count > 27 ? Int(start.bytes[26]) | Int(start.bytes[27]) << 8 : 0
    let first = String(decoding: start.bytes.dropFirst(30).prefix(length), as: UTF8.self)
    let folders = ["_rels/", "word/", "xl/", "ppt/", "docProps/", "customXml/"]
    let isPart = folders.contains(where: first.hasPrefix) && (first.hasSuffix(".xml") || first.hasSuffix(".rels"))
    if start.contains("mimetypeapplication/vnd.oasis.opendocument", within: 128) {
      self.init(.other, "an OpenDocument document", advice: Self.printOut)
    } else if start.contains("mimetypeapplication/epub", within: 128) {
      self.init(.other, "an EPUB book", advice: Self.printOut)
    } else if start.contains("mimetypeapplication/hwp+zip", within: 128) {
      self.init(.other, "a Hangul document (HWPX)", advice: Self.printOut)
    } else if first == "[Content_Types].xml" || isPart {
      self.init(.other, "an Office document", advice: Self.printOut)
    } else if first == "META-INF/MANIFEST.MF" || first == "AndroidManifest.xml" {
      self.init(.other, "a program", advice: Self.noPicture)
    } else {
      return nil
    }
  }

  /// Pictures and documents that are written as text; `head` in small letters.
  private static func written(_ head: String) -> UnsupportedFormat {
    if head.contains("<svg") { return UnsupportedFormat(.other, "an SVG drawing", advice: convert) }
    if head.contains("<html") || head.contains("<!doctype html") {
      return html
    }
    if head.contains("<?xml") { return UnsupportedFormat(.other, "an XML document", advice: noPicture) }
    if head.hasPrefix("/* xpm */") { return UnsupportedFormat(.other, "an XPM picture", advice: convert) }
    if head.hasPrefix("#define"), head.contains("_width ") {
      return UnsupportedFormat(.other, "an XBM picture", advice: convert)
    }
    return plainText
  }
}
