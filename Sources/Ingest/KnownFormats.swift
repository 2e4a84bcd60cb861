/// Names files by their first bytes.
struct KnownFormat {
  let kind: PictureKind
  /// As in "it is ...".
  let name: String
  /// What the user can do; a sentence.
  let advice: String

  init(_ kind: PictureKind, _ name: String = "", advice: String = "") {
    self.kind = kind
    self.name = name
    self.advice = advice
  }

  private static let convert = "Save it as PNG, TIFF or JPEG to have it read."
  private static let unpack = "Unpack it to have the scans in it read."
  private static let printOut = "Export it as pictures to have it read."
  private static let noPicture = "It holds no picture of a page."

  /// The format that these first bytes (4,096 at most) tell.
  static func of(_ start: [UInt8]) -> KnownFormat {
    if start.isEmpty { return KnownFormat(.empty) }
    for signature in signatures where signature.matches(start) { return signature.format }
    if let format = container(start) ?? bitmap(start) ?? portable(start) { return format }
    // Readers of PDF accept rubbish before the header within the first 1,024 bytes.
    if find("%PDF-", in: start.prefix(1024)) { return pdf }
    if let format = text(start) { return format }
    return KnownFormat(.unknown)
  }

  private static let pdf = KnownFormat(
    .pdf, "a PDF document", advice: "Convert its pages to pictures to have them read.")

  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let format: KnownFormat

    init(_ bytes: [UInt8], at offset: Int = 0, _ format: KnownFormat) {
      self.bytes = bytes
      self.offset = offset
      self.format = format
    }

    init(_ text: String, at offset: Int = 0, _ format: KnownFormat) {
      self.init(Array(text.utf8), at: offset, format)
    }

    func matches(_ start: [UInt8]) -> Bool {
      start.count >= offset + bytes.count && start[offset..<offset + bytes.count].elementsEqual(bytes)
    }
  }

  /// Formats that their beginning alone gives away, as their specifications have it.
  private static let signatures: [Signature] = [
    Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], KnownFormat(.png)),
    // A signature that a copy in text mode has altered; the header parser says so.
    Signature([0x89, 0x50, 0x4E, 0x47], KnownFormat(.png)),
    Signature([0xFF, 0xD8, 0xFF], KnownFormat(.jpeg)),
    Signature([0x49, 0x49, 42, 0], KnownFormat(.tiff)),
    Signature([0x4D, 0x4D, 0, 42], KnownFormat(.tiff)),
    Signature([0x49, 0x49, 43, 0], KnownFormat(.tiff)),
    Signature([0x4D, 0x4D, 0, 43], KnownFormat(.tiff)),
    Signature("GIF87a", KnownFormat(.gif)),
    Signature("GIF89a", KnownFormat(.gif)),
    Signature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], KnownFormat(.jpeg2000)),
    Signature([0xFF, 0x4F, 0xFF, 0x51], KnownFormat(.jpeg2000)),
    Signature("%PDF-", pdf),
    Signature("%!PS", KnownFormat(.other, "a PostScript document", advice: printOut)),
    Signature([0xC5, 0xD0, 0xD3, 0xC6], KnownFormat(.other, "an EPS document", advice: printOut)),
    Signature("8BPS", KnownFormat(.other, "a Photoshop document", advice: convert)),
    Signature("gimp xcf", KnownFormat(.other, "a GIMP picture", advice: convert)),
    Signature([0xFF, 0x0A], KnownFormat(.other, "a JPEG XL picture", advice: convert)),
    Signature(
      [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
      KnownFormat(.other, "a JPEG XL picture", advice: convert)),
    Signature(
      [0x97, 0x4A, 0x42, 0x32, 0x0D, 0x0A, 0x1A, 0x0A], KnownFormat(.other, "a JBIG2 picture", advice: convert)),
    Signature(
      [0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], KnownFormat(.other, "an MNG animation", advice: convert)),
    Signature("AT&TFORM", KnownFormat(.other, "a DjVu document", advice: printOut)),
    Signature("qoif", KnownFormat(.other, "a QOI picture", advice: convert)),
    Signature("DDS ", KnownFormat(.other, "a DirectDraw surface", advice: convert)),
    Signature([0x76, 0x2F, 0x31, 0x01], KnownFormat(.other, "an OpenEXR picture", advice: convert)),
    Signature("#?RADIANCE", KnownFormat(.other, "a Radiance picture", advice: convert)),
    Signature([0x59, 0xA6, 0x6A, 0x95], KnownFormat(.other, "a Sun raster picture", advice: convert)),
    Signature([0xD7, 0xCD, 0xC6, 0x9A], KnownFormat(.other, "a Windows metafile", advice: convert)),
    Signature("SIMPLE  =", KnownFormat(.other, "a FITS picture", advice: convert)),
    Signature("DICM", at: 128, KnownFormat(.other, "a DICOM picture", advice: convert)),
    Signature([0xD0, 0xCF, 0x11, 0xE0], KnownFormat(.other, "an old Office document", advice: printOut)),
    Signature("{\\rtf", KnownFormat(.other, "a rich text document", advice: printOut)),
    Signature([0x1F, 0x8B], KnownFormat(.other, "a gzip archive", advice: unpack)),
    Signature("BZh", KnownFormat(.other, "a bzip2 archive", advice: unpack)),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], KnownFormat(.other, "an xz archive", advice: unpack)),
    Signature([0x28, 0xB5, 0x2F, 0xFD], KnownFormat(.other, "a Zstandard archive", advice: unpack)),
    Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], KnownFormat(.other, "a 7-Zip archive", advice: unpack)),
    Signature("Rar!", KnownFormat(.other, "a RAR archive", advice: unpack)),
    Signature("ustar", at: 257, KnownFormat(.other, "a tar archive", advice: unpack)),
    Signature("SQLite format 3\0", KnownFormat(.other, "an SQLite database", advice: noPicture)),
    Signature([0x7F, 0x45, 0x4C, 0x46], KnownFormat(.other, "a program", advice: noPicture)),
    Signature("ID3", KnownFormat(.other, "a sound file", advice: noPicture)),
    Signature("OggS", KnownFormat(.other, "a sound or video file", advice: noPicture)),
    Signature("fLaC", KnownFormat(.other, "a sound file", advice: noPicture)),
    Signature([0x1A, 0x45, 0xDF, 0xA3], KnownFormat(.other, "a video file", advice: noPicture)),
  ]
}

extension KnownFormat {
  /// Formats that are told apart within their container: RIFF, the ISO boxes, ZIP.
  private static func container(_ start: [UInt8]) -> KnownFormat? {
    func text(_ range: Range<Int>) -> String? {
      range.upperBound <= start.count ? String(decoding: start[range], as: UTF8.self) : nil
    }
    if text(0..<4) == "RIFF" || text(0..<4) == "RIFX" {
      switch text(8..<12) {
      case "WEBP": return KnownFormat(.webp)
      case "WAVE": return KnownFormat(.other, "a sound file", advice: noPicture)
      case "AVI ": return KnownFormat(.other, "a video file", advice: noPicture)
      default: return KnownFormat(.other, "a RIFF container of an unknown kind", advice: noPicture)
      }
    }
    if text(4..<8) == "ftyp" { return boxes(brand: text(8..<12) ?? "", start) }
    guard text(0..<4) == "PK\u{3}\u{4}" else { return nil }
    if find("mimetypeapplication/vnd.oasis.opendocument", in: start[...]) {
      return KnownFormat(.other, "an OpenDocument document", advice: printOut)
    }
    if find("mimetypeapplication/epub", in: start[...]) {
      return KnownFormat(.other, "an EPUB book", advice: printOut)
    }
    if ["[Content_Types].xml", "word/", "xl/", "ppt/"].contains(where: { find($0, in: start[...]) }) {
      return KnownFormat(.other, "an Office document", advice: printOut)
    }
    return KnownFormat(.other, "a ZIP archive", advice: unpack)
  }

  private static func boxes(brand: String, _ start: [UInt8]) -> KnownFormat {
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs":
      return KnownFormat(.heif, "a HEIC picture", advice: convert)
    case "avif", "avis": return KnownFormat(.heif, "an AVIF picture", advice: convert)
    case "jxl ": return KnownFormat(.other, "a JPEG XL picture", advice: convert)
    case "crx ": return KnownFormat(.other, "a camera's raw picture", advice: convert)
    case "jp2 ", "jpx ", "jph ": return KnownFormat(.jpeg2000)
    default:
      // The list of brands that the file is compatible with stands in its first box.
      let brands = start.prefix(64)
      if find("avif", in: brands) { return KnownFormat(.heif, "an AVIF picture", advice: convert) }
      if find("heic", in: brands) { return KnownFormat(.heif, "a HEIC picture", advice: convert) }
      if find("mif1", in: brands) || find("mif2", in: brands) {
        return KnownFormat(.heif, "a HEIF picture", advice: convert)
      }
      return KnownFormat(.other, "an MPEG-4 or QuickTime file, such as a video", advice: noPicture)
    }
  }

  /// `BM` alone begins ordinary texts too; a bitmap has a header of a known size behind it.
  private static func bitmap(_ start: [UInt8]) -> KnownFormat? {
    guard start.starts(with: "BM".utf8) else { return nil }
    let size = start.count >= 18 ? start[14..<18].reversed().reduce(0) { $0 << 8 | Int($1) } : nil
    if let size, [12, 16, 40, 52, 56, 64, 108, 124].contains(size) { return KnownFormat(.bmp) }
    return text(start) == nil ? KnownFormat(.bmp) : nil
  }

  private static func portable(_ start: [UInt8]) -> KnownFormat? {
    guard start.count >= 3, start[0] == UInt8(ascii: "P") else { return nil }
    let isSpace = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "#")].contains(start[2])
    switch start[1] {
    case UInt8(ascii: "1")...UInt8(ascii: "7") where isSpace:
      // "P1 opened" is the beginning of a note, and "P1 24" that of a picture.
      let next = start.dropFirst(2).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let isNumber = next.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
      let isComment = next == UInt8(ascii: "#")
      let isWord = start[1] == UInt8(ascii: "7") && find("WIDTH", in: start.prefix(1024))
      return isNumber || isComment || isWord || text(start) == nil ? KnownFormat(.pnm) : nil
    case UInt8(ascii: "f") where start[2] == 0x0A, UInt8(ascii: "F") where start[2] == 0x0A:
      return KnownFormat(.other, "a PFM picture", advice: convert)
    default: return nil
    }
  }

  /// Text of any kind, with the picture formats and documents that are written in it.
  private static func text(_ start: [UInt8]) -> KnownFormat? {
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      return KnownFormat(.other, "a plain text file", advice: noPicture)
    }
    // The last character may be cut by the window; a single control byte that no text has tells other files.
    var body = start[...]
    for _ in 0..<3 where String(validating: body, as: UTF8.self) == nil && start.count >= 4096 {
      body = body.dropLast()
    }
    let isControl = { (byte: UInt8) in byte < 0x20 && ![9, 10, 12, 13, 27].contains(byte) || byte == 0x7F }
    guard !body.contains(where: isControl) else { return nil }
    if String(validating: body, as: UTF8.self) == nil {
      // An older encoding: mostly printable, with a letter or space in sight (EUC-KR, Latin-1).
      let plain = body.filter { $0 < 0x80 }.count
      guard plain * 4 >= body.count, body.count >= 16 else { return nil }
    }
    let head = String(decoding: body.prefix(1024), as: UTF8.self).lowercased()
    if head.contains("<svg") { return KnownFormat(.other, "an SVG drawing", advice: convert) }
    if head.contains("<html") || head.contains("<!doctype html") {
      return KnownFormat(.other, "an HTML document", advice: printOut)
    }
    if head.contains("<?xml") { return KnownFormat(.other, "an XML document", advice: noPicture) }
    if head.hasPrefix("/* xpm */") { return KnownFormat(.other, "an XPM picture", advice: convert) }
    if head.hasPrefix("#define"), head.contains("_width ") {
      return KnownFormat(.other, "an XBM picture", advice: convert)
    }
    return KnownFormat(.other, "a plain text file", advice: noPicture)
  }

  private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...bytes.endIndex - wanted.count).contains {
      bytes[$0] == first && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
