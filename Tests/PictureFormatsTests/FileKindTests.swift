import PictureFormats
import Support
import TestSupport
import Testing

@Suite struct `The kind of a file` {
  private func padded(_ text: String, to length: Int, _ rest: [UInt8]) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count) + rest
  }

  @Test func `is that of a strong signature, however a picture's weak one begins`() {
    // A tar archive begins with the name of its first file.
    for name in ["BMW.txt", "P5 scan.pgm"] {
      #expect(kind(of: padded(name, to: 257, Array("ustar".utf8) + [0])).name == "tar", "\(name)")
    }
    #expect(kind(of: padded("BM", to: 128, Array("DICM".utf8))).name == "other")
    #expect(kind(of: Array("BM%PDF-1.7".utf8) + [0]).name == "bmp")
  }

  @Test func `of what begins like a picture and is a text is the text`() {
    for text in ["BMW 520d, invoice of the garage", "P5 is where I parked", "P6\nopened"] {
      #expect(kind(of: Array(text.utf8)).name == "other", "\(text)")
    }
    #expect(kind(of: Array("P5 24 17 255\n".utf8)).name == "pnm")
  }

  @Test(arguments: PictureSample.all.indices)
  func `of a picture is known by the first 64 bytes`(index: Int) {
    let sample = PictureSample.all[index]
    #expect(kind(of: Array(sample.make(321, 123).prefix(64))).format == sample.format, "\(sample.name)")
  }

  @Test func `of what the list of signatures names is known by those bytes alone`() throws {
    let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let list = try SmallFile.read("\(folder)/Sources/PictureFormats/signatures.txt", atMost: 1 << 16)
    let lines = String(decoding: list, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count > 15)
    for line in lines {
      let parts = line.split(separator: "\t")
      try #require(parts.count == 4, "\(line)")
      let bytes = parts[1].split(separator: " ")
      #expect(bytes.allSatisfy { $0 == ".." || $0.count == 2 && UInt8($0, radix: 16) != nil }, "\(line)")
      let start = [UInt8](repeating: 0, count: try #require(Int(parts[0])))
      let found = kind(of: start + bytes.map { UInt8($0, radix: 16) ?? 0x20 })
      guard case .unsupported(let format) = found else {
        Issue.record("\(line): \(found)")
        continue
      }
      #expect(format.name == parts[2] && format.advice == parts[3], "\(line)")
    }
  }

  /// The start of a ZIP archive whose first member has this name and holds these bytes.
  private func zip(_ name: String, _ content: String = "") -> [UInt8] {
    let length = [UInt8(name.utf8.count), 0]
    return Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 22) + length + [0, 0]
      + Array((name + content).utf8)
  }

  @Test(arguments: ["word/receipt.jpg", "word/", "xl/a.png", "META-INF/scan.png", "_rels/a.jpg", "a.pdf"])
  func `of an archive of scans is an archive, whatever its folders are called`(name: String) {
    #expect(kind(of: zip(name)) == .container(.zip))
  }

  @Test(arguments: [
    ("[Content_Types].xml", ""), ("_rels/.rels", ""), ("word/document.xml", ""), ("customXml/item1.xml", ""),
    ("mimetype", "application/hwp+zip"), ("mimetype", "application/vnd.oasis.opendocument.text"),
    ("META-INF/MANIFEST.MF", ""),
  ]) func `of an office document or a program is none`(name: String, content: String) {
    #expect(kind(of: zip(name, content)).name == "other")
  }

  @Test func `has the word that the store keeps`() {
    #expect(PictureFormat.allCases.map { FileKind.picture($0).name } == PictureFormat.allCases.map(\.rawValue))
    #expect(kind(of: []).name == "empty")
    #expect(kind(of: [1, 2, 3, 4]).name == "unknown")
    #expect(kind(of: Array("%PDF-1.7\n".utf8)).name == "pdf")
    #expect(kind(of: [UInt8](repeating: 0, count: 3000) + Array("%PDF-1.7\n".utf8)).name == "pdf")
    #expect(kind(of: [UInt8](repeating: 0, count: 3000) + Array("1%PDF-1.7\n".utf8)).name == "unknown")
    #expect(kind(of: [0x1F, 0x8B, 8, 0]).name == "gzip")
    #expect(kind(of: Array("\0\0\0\u{18}ftypheic".utf8)).name == "heif")
    #expect(kind(of: SampleBytes.extendedWebP(width: 5, height: 5, isAnimated: true)).name == "webp")
    #expect(kind(of: Array("qoif".utf8)).name == "other")
  }

  @Test(arguments: [
    ("", ""), ("\u{FEFF}", ""), ("<?xml version=\"1.0\"?>", ""), ("", "<!-- a --><!-- b -->"),
    ("\u{FEFF}<?xml version=\"1.0\"?>", " <!-- " + String(repeating: "<x>-", count: 3000) + "-->\n"),
    ("", "<!-- " + String(repeating: "<html>", count: 3000) + "-->"),
  ]) func `of an electronic invoice is known behind remarks`(start: String, comments: String) throws {
    let root = "<TaxInvoice xmlns=\"urn:kr:or:kec:standard:Tax:X:1:0\">"
    let bytes = Array((start + comments + root).utf8)
    #expect(try reading(bytes) { FileKind(try $0.start()) } == .taxInvoice)
    #expect(try readingFile(bytes) { FileKind(try $0.start()) } == .taxInvoice)
    let other = Array((start + comments + "<TaxInvoice>").utf8)
    #expect(try reading(other) { FileKind(try $0.start()) } != .taxInvoice)
  }

  @Test func `of an electronic invoice in UTF-16 is known`() {
    let units = Array("\u{FEFF}<TaxInvoice xmlns=\"urn:kr:or:kec:standard:Tax:X:1:0\">견본".utf16)
    #expect(kind(of: units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == .taxInvoice)
    #expect(kind(of: units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == .taxInvoice)
  }

  @Test func `of a window that ends within a character is still text`() {
    for beginning in 0..<3 {
      let text = String(repeating: "a", count: beginning) + String(repeating: "영", count: 2_000)
      #expect(kind(of: Array(text.utf8)).name == "other")
    }
  }
}
