import CZlib
package import PictureFormats

/// Small files of each kind, written by hand from the formats' descriptions.
package enum SampleBytes {
  package static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  package static func little(_ value: Int, _ count: Int) -> [UInt8] {
    big(value, count).reversed()
  }

  /// A grey picture of one colour, in stored (uncompressed) blocks.
  package static func png(width: Int, height: Int) -> [UInt8] {
    let rows = [UInt8](repeating: 0, count: min((width + 1) * height, 60_000))
    let stored = [0x78, 0x01, 0x01] + little(rows.count, 2) + little(~rows.count & 0xFFFF, 2) + rows
    let header = big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", stored + big(adler(rows), 4)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(content.count, 4) + body + big(Int(crc(body)), 4)
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) })
  }

  private static func adler(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { Int(adler32(1, $0.baseAddress, uInt($0.count))) }
  }

  /// The markers up to the frame header, with a preview of another size in an earlier segment, and an empty scan.
  package static func jpeg(width: Int, height: Int, frame: UInt8 = 0xC0) -> [UInt8] {
    let preview: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xFF, 0xD9]
    let application = Array("Exif\0\0".utf8) + preview
    return [0xFF, 0xD8, 0xFF, 0xE1] + big(application.count + 2, 2) + application + [0xFF, 0xFF, 0xFF, frame]
      + [0, 11, 8] + big(height, 2) + big(width, 2) + [
        1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9,
      ]
  }

  package static func gif(width: Int, height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + little(width + 5, 2) + little(height + 5, 2) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x21, 0xFE, 2, 0x68, 0x69, 1, 0x21, 0] + [0x2C, 0, 0, 0, 0] + little(width, 2) + little(height, 2)
      + [0, 2, 2, 0x44, 0x01, 0, 0x3B]
  }

  package static func bmp(width: Int, height: Int) -> [UInt8] {
    let header = little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
    let pixels = [UInt8](repeating: 255, count: min((width * 3 + 3) / 4 * 4 * abs(height), 10_000))
    return Array("BM".utf8) + little(54 + pixels.count, 4) + little(0, 4) + little(54, 4) + header
      + [UInt8](repeating: 0, count: 24) + pixels
  }

  package static func oldBMP(width: Int, height: Int) -> [UInt8] {
    Array("BM".utf8) + little(100, 4) + little(0, 4) + little(26, 4) + little(12, 4) + little(width, 2)
      + little(height, 2) + little(1, 2) + little(24, 2) + [0, 0, 0, 0]
  }

  private static func riff(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(content.count + 12, 4) + Array("WEBP".utf8) + Array(chunk.utf8)
      + little(content.count, 4) + content
  }

  package static func webp(width: Int, height: Int) -> [UInt8] {
    riff("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2) + [0, 0])
  }

  package static func losslessWebP(width: Int, height: Int) -> [UInt8] {
    riff("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14, 4) + [0, 0])
  }

  package static func extendedWebP(width: Int, height: Int, isAnimated: Bool = false) -> [UInt8] {
    riff("VP8X", [isAnimated ? 2 : 0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  package static func pnm(_ kind: Int, width: Int, height: Int) -> [UInt8] {
    let maximum = kind == 1 || kind == 4 ? "" : "\n255"
    return Array("P\(kind)\n# drawn by hand\n\(width) # across\n\(height)\(maximum)\n".utf8) + [0, 0, 0, 0]
  }

  package static func pam(width: Int, height: Int) -> [UInt8] {
    Array("P7\n# by hand\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 1\nMAXVAL 255\nENDHDR\n".utf8) + [0, 0, 0]
  }

  package static func codestream(width: Int, height: Int) -> [UInt8] {
    [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + big(width + 3, 4) + big(height + 4, 4) + big(3, 4) + big(4, 4)
      + [UInt8](repeating: 0, count: 24)
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(name.utf8) + content
  }

  package static func jp2(width: Int, height: Int) -> [UInt8] {
    box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
      + box("jp2h", box("ihdr", big(height, 4) + big(width, 4) + [0, 1, 7, 7, 0, 0]))
      + box("jp2c", codestream(width: width, height: height))
  }
}

/// A small file of one format, of any size in pixels.
package struct PictureSample: Sendable {
  package let format: PictureFormat
  package let name: String
  package let make: @Sendable (_ width: Int, _ height: Int) -> [UInt8]

  private init(_ format: PictureFormat, _ name: String, _ make: @escaping @Sendable (Int, Int) -> [UInt8]) {
    self.format = format
    self.name = name
    self.make = make
  }

  /// Every way to write a header that is read.
  package static let all: [PictureSample] =
    [
      PictureSample(.png, "PNG", SampleBytes.png),
      PictureSample(.jpeg, "JPEG") { SampleBytes.jpeg(width: $0, height: $1) },
      PictureSample(.jpeg, "progressive JPEG") { SampleBytes.jpeg(width: $0, height: $1, frame: 0xC2) },
      PictureSample(.gif, "GIF", SampleBytes.gif),
      PictureSample(.bmp, "BMP", SampleBytes.bmp),
      PictureSample(.bmp, "BMP downwards") { SampleBytes.bmp(width: $0, height: -$1) },
      PictureSample(.bmp, "BMP of OS/2", SampleBytes.oldBMP),
      PictureSample(.webp, "WebP", SampleBytes.webp),
      PictureSample(.webp, "lossless WebP", SampleBytes.losslessWebP),
      PictureSample(.webp, "extended WebP") { SampleBytes.extendedWebP(width: $0, height: $1) },
      PictureSample(.jpeg2000, "JP2", SampleBytes.jp2),
      PictureSample(.jpeg2000, "JPEG 2000 codestream", SampleBytes.codestream),
      PictureSample(.heif, "HEIC") { HEIFSample.header(width: $0, height: $1) },
      PictureSample(.pnm, "PAM", SampleBytes.pam),
      PictureSample(.tiff, "TIFF") { TIFFSample(pages: [($0, $1)]).bytes },
    ] + (1...6).map { kind in PictureSample(.pnm, "P\(kind)") { SampleBytes.pnm(kind, width: $0, height: $1) } }
}

/// A TIFF of empty pages, of any byte order and either size of offsets.
package struct TIFFSample: Sendable {
  package var isLittleEndian = true
  package var isBig = false
  package var pages: [(width: Int, height: Int)]
  /// Where the last page's directory says that the next one lies; the index of a page, or a plain offset.
  package var lastPointsToPage: Int?
  package var lastPointsTo = 0
  /// A tag below 256 that every page has besides, with a value of its own; nil for none.
  package var tag: (number: Int, values: [Int])?

  package init(
    isLittleEndian: Bool = true, isBig: Bool = false, pages: [(width: Int, height: Int)], lastPointsToPage: Int? = nil,
    lastPointsTo: Int = 0
  ) {
    self.isLittleEndian = isLittleEndian
    self.isBig = isBig
    self.pages = pages
    self.lastPointsToPage = lastPointsToPage
    self.lastPointsTo = lastPointsTo
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    isLittleEndian ? SampleBytes.little(value, count) : SampleBytes.big(value, count)
  }

  private var entryCount: Int { tag == nil ? 2 : 3 }
  private var directorySize: Int { isBig ? 8 + entryCount * 20 + 8 : 2 + entryCount * 12 + 4 }

  package func offset(ofPage index: Int) -> Int { (isBig ? 16 : 8) + index * directorySize }

  package var bytes: [UInt8] {
    var bytes = Array((isLittleEndian ? "II" : "MM").utf8) + number(isBig ? 43 : 42, 2)
    if isBig { bytes += number(8, 2) + number(0, 2) }
    let wide = isBig ? 8 : 4
    bytes += number(pages.isEmpty ? 0 : offset(ofPage: 0), wide)
    for (index, page) in pages.enumerated() {
      bytes += number(entryCount, isBig ? 8 : 2)
      if let tag {
        bytes += number(tag.number, 2) + number(3, 2) + number(1, wide) + number(tag.values[index], 2)
        bytes += [UInt8](repeating: 0, count: wide - 2)
      }
      // Width as a LONG, height as a SHORT at the left of its field.
      bytes += number(256, 2) + number(4, 2) + number(1, wide) + number(page.width, 4) + (isBig ? [0, 0, 0, 0] : [])
      bytes +=
        number(257, 2) + number(3, 2) + number(1, wide) + number(page.height, 2)
        + [UInt8](repeating: 0, count: wide - 2)
      let isLast = index == pages.count - 1
      let next = isLast ? lastPointsToPage.map { offset(ofPage: $0) } ?? lastPointsTo : offset(ofPage: index + 1)
      bytes += number(next, wide)
    }
    return bytes
  }
}
