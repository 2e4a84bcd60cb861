import Foundation
import Glibc
import TestSupport
import Testing

/// Every way in which pixels can be written, read through the whole program.
@Suite struct PictureKindTests {
  private static let grid = Drawing.grid(123_456, scale: 8)
  private static let reversed = [1, 0]

  private static func png(_ depth: Int, _ colour: Int, _ ink: [Int], _ paper: [Int], _ chunks: [[UInt8]] = [])
    -> [UInt8]
  {
    PNGFile.make(grid, depth: depth, colour: colour, ink: ink, paper: paper, chunks: chunks)
  }

  /// Two colours and rubbish behind them; `transparency` makes paper of nothing.
  private static func palette(_ colours: Int, transparency: [UInt8]? = nil) -> [[UInt8]] {
    let entries: [UInt8] = [255, 255, 255, 0, 0, 90] + [UInt8](repeating: 70, count: (colours - 2) * 3)
    return [PNGFile.chunk("PLTE", entries)] + (transparency.map { [PNGFile.chunk("tRNS", $0)] } ?? [])
  }

  /// A profile that is none; a decoder that believed it would fail, or spoil the colours.
  private static let profile = PNGFile.chunk(
    "iCCP", Array("x\0\0".utf8) + PNGFile.stored([UInt8](repeating: 7, count: 300)))

  private static func tiff(
    _ bits: Int, _ photometric: Int, _ ink: [Int], _ paper: [Int], isBigEndian: Bool = false,
    _ more: [(tag: Int, type: Int, values: [Int])] = []
  ) -> [UInt8] {
    TIFFFile.make(
      grid, bits: bits, photometric: photometric, ink: ink, paper: paper, isBigEndian: isBigEndian, more: more)
  }

  private static let exif = Array("Exif\0\0".utf8)
  private static let badEXIF = JPEGFile.segment(0xE1, exif + [0x4D, 0x4D, 0, 42, 255, 255, 255, 255, 1, 2, 3])
  /// A directory that follows upon itself, of an entry of four billion values.
  private static let endlessEXIF = JPEGFile.segment(
    0xE1,
    exif + [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 255, 255, 255, 255, 8, 0, 0, 0, 8, 0, 0, 0])
  private static let adobe = JPEGFile.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])

  typealias Kind = (name: String, bytes: [UInt8])
  static let kinds: [Kind] = pngs + tiffs + jpegs

  private static let pngs: [Kind] = [
    ("gray-1.png", png(1, 0, [0], [1])),
    ("gray-2.png", png(2, 0, [0], [3])),
    ("gray-4.png", png(4, 0, [0], [15])),
    ("gray-8.png", png(8, 0, [0], [255])),
    ("gray-16.png", png(16, 0, [0], [65_535])),
    ("palette-1.png", png(1, 3, [1], [0], palette(2))),
    ("palette-2.png", png(2, 3, [1], [0], palette(4))),
    ("palette-4.png", png(4, 3, [1], [0], palette(16))),
    ("palette-8.png", png(8, 3, [1], [0], palette(256))),
    ("palette-transparent.png", png(8, 3, [1], [0], palette(256, transparency: [0]))),
    ("gray-alpha-8.png", png(8, 4, [0, 255], [0, 0])),
    ("gray-alpha-16.png", png(16, 4, [0, 65_535], [0, 0])),
    ("rgb-8.png", png(8, 2, [90, 0, 0], [255, 255, 200])),
    ("rgb-16.png", png(16, 2, [0, 0, 20_000], [65_535, 65_535, 65_535])),
    ("rgba-8.png", png(8, 6, [0, 0, 0, 255], [0, 0, 0, 0])),
    ("rgba-16.png", png(16, 6, [0, 0, 0, 65_535], [0, 0, 0, 0])),
    ("false-profile.png", png(8, 2, [0, 0, 0], [255, 255, 255], [profile])),
  ]

  private static let tiffs: [Kind] = [
    ("white-is-0-1.tif", tiff(1, 0, [1], [0])),
    ("black-is-0-1.tif", tiff(1, 1, [0], [1])),
    ("gray-2.tif", tiff(2, 1, [0], [3])),
    ("gray-4.tif", tiff(4, 1, [0], [15])),
    ("gray-8.tif", tiff(8, 1, [0], [255])),
    ("gray-16.tif", tiff(16, 1, [0], [65_535])),
    ("gray-16-big-endian.tif", tiff(16, 1, [0], [65_535], isBigEndian: true)),
    (
      "palette-8.tif",
      tiff(8, 3, [1], [0], [(320, 3, (0..<768).map { $0 % 256 == 0 ? 65_535 : 0 })])
    ),
    ("rgb-8.tif", tiff(8, 2, [0, 60, 0], [255, 255, 255])),
    ("rgba-8.tif", tiff(8, 2, [0, 0, 0, 255], [255, 255, 255, 255], [(338, 3, [2])])),
    ("cmyk-8.tif", tiff(8, 5, [0, 0, 0, 255], [0, 0, 0, 0], [(332, 3, [1])])),
    ("false-profile.tif", tiff(8, 1, [0], [255], [(34_675, 7, [Int](repeating: 7, count: 300))])),
  ]

  private static let jpegs: [Kind] = [
    ("gray.jpg", JPEGFile.make(grid, ink: [0], paper: [255])),
    ("colour.jpg", JPEGFile.make(grid, ink: [20, 128, 128], paper: [250, 120, 128])),
    // Adobe writes no ink as 255.
    ("cmyk.jpg", JPEGFile.make(grid, ink: [255, 255, 255, 0], paper: [255, 255, 255, 255], application: adobe)),
    (
      "bad-exif.jpg",
      JPEGFile.make(
        grid, ink: [0], paper: [255],
        application: badEXIF)
    ),
    (
      "endless-exif.jpg",
      JPEGFile.make(
        grid, ink: [0], paper: [255],
        application: endlessEXIF)
    ),
    ("wrong-extension.jpg", png(8, 0, [0], [255], [PNGFile.chunk("tEXt", Array("a\0b".utf8))])),
  ]

  @Test func `pixels of every depth, with palette, alpha, CMYK and profiles, are read right`() throws {
    let desk = try Desk()
    for (name, bytes) in Self.kinds { try desk.put(bytes, name) }
    let log = try desk.run()
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(log.count("recognised") == Self.kinds.count)
    for (name, _) in Self.kinds {
      let text = String(decoding: try desk.scratch.read("out/\(name).p0001.txt"), as: UTF8.self)
      // What the engine makes of this coarse 1 and 2 in colour is not the question here.
      #expect(text.contains("3456"), "\(name): \(text)")
    }
  }

  @Test func `names of every kind are pages of their own, with files of their own`() throws {
    let desk = try Desk()
    let names: [[UInt8]] = [
      Array("two\nlines.pnm".utf8), Array("-rf.pnm".utf8), Array("--out.pnm".utf8), Array("영수증.pnm".utf8),
      // The same in decomposed form, and names that differ in case alone.
      Array("영수증.pnm".decomposedStringWithCanonicalMapping.utf8), Array("Scan.pnm".utf8), Array("scan.pnm".utf8),
      [0x61, 0xFF, 0xFE, 0x2E, 0x70], [UInt8](repeating: 0x61, count: 255), Array(" ".utf8), Array("a\\b.pnm".utf8),
      Array("\u{1B}[31mred.pnm".utf8), Array("%s%n.pnm".utf8), Array("x.pnm.p0001.txt".utf8), Array("x.pnm".utf8),
    ]
    for (number, name) in names.enumerated() {
      let path = Array(desk.inbox.utf8) + [0x2F] + name
      let descriptor = path.withUnsafeBufferPointer { bytes in
        (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { pointer in
          pointer.baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o644) } ?? -1
        }
      }
      let bytes = Drawing.number(number + 20)
      #expect(write(descriptor, bytes, bytes.count) == bytes.count)
      close(descriptor)
    }
    let log = try desk.run()
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(log.count("recognised") == names.count)
    let count = "find \"$0\" -name '*.txt' -type f -print0 | tr -dc '\\0' | wc -c"
    let files = try ChildProgram.run("/bin/sh", ["-c", count, desk.out])
    #expect(files.outputText.filter(\.isNumber) == "\(names.count)")
    // What a terminal would obey, or a reader of lines would take for a line, is not printed as it is.
    let list = try desk.hanscan(["list", "--out", desk.out])
    #expect(list.outputText.split(separator: "\n").count == names.count)
    #expect(!list.output.contains(0x1B))
    #expect(try desk.run().read == 0)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }
}
