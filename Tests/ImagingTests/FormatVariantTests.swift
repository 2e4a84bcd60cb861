import CLeptonica
import PageModel
import Testing

@testable import Imaging

/// Sound pictures as other programs write them, which must not be called damaged.
@Suite struct `A less common variant of a format` {
  private func levels(_ bytes: [UInt8]) throws -> [Int] { corners(of: try Picture.decode(bytes)) }

  // MARK: Palettes

  /// A picture of 60 x 40 whose four parts have these colours, by way of a palette.
  private func palette(_ colours: [[Int32]]) throws -> [UInt8] {
    let pix = try #require(pixCreate(60, 40, 8))
    let map = try #require(pixcmapCreate(8))
    for colour in colours { pixcmapAddRGBA(map, colour[0], colour[1], colour[2], colour[3]) }
    pixSetColormap(pix, map)
    for y in 0..<40 {
      for x in 0..<60 { pixSetPixel(pix, l_int32(x), l_int32(y), l_uint32((x < 30 ? 0 : 1) + (y < 20 ? 0 : 2))) }
    }
    return encoded(Picture(owning: pix), format: IFF.png)
  }

  @Test func `is a palette of gray levels, which becomes 8 bit gray`() throws {
    let bytes = try palette([0, 90, 180, 255].map { [$0, $0, $0, 255] })
    let picture = try Picture.decode(bytes)
    withExtendedLifetime(picture) { #expect(pixGetDepth(picture.pix) == 8) }
    #expect(try levels(bytes) == [0, 90, 180, 255])
  }

  @Test func `is a palette of colours, or one that is transparent`() throws {
    let coloured = try Picture.decode(
      palette([[9, 80, 0, 255], [90, 0, 3, 255], [180, 0, 0, 255], [250, 9, 0, 255]]))
    #expect(coloured.isColour)
    #expect(corners(of: coloured) == [9, 90, 180, 250])
    let clear = try palette([[0, 0, 0, 0], [0, 0, 0, 255], [200, 200, 200, 0], [255, 255, 255, 255]])
    #expect(try levels(clear) == [255, 0, 255, 255])
  }

  // MARK: BMP

  /// Windows' file with a header of another length; OS/2 has one of 12 bytes, with colours of three.
  private func bitmap(_ bytes: [UInt8], headerLength length: Int) -> [UInt8] {
    let pixels = Array(bytes[number(bytes, 10, 4)...])
    var colours = Array(bytes[54..<number(bytes, 10, 4)])
    let (width, height, depth) = (number(bytes, 18, 4), number(bytes, 22, 4), number(bytes, 28, 2))
    var header = Array(bytes[14..<54]) + [UInt8](repeating: 0, count: 84)
    if length == 12 {
      header = little(12, 4) + little(width, 2) + little(height, 2) + little(1, 2) + little(depth, 2)
      colours = stride(from: 0, to: colours.count, by: 4).flatMap { colours[$0..<$0 + 3] }
    }
    header.replaceSubrange(0..<4, with: little(length, 4))
    let start = 14 + length + colours.count
    return Array("BM".utf8) + little(start + pixels.count, 4) + little(0, 4) + little(start, 4)
      + header.prefix(length) + colours + pixels
  }

  private func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  @Test(arguments: [12, 16, 40, 52, 56, 64, 108, 124])
  func `is a BMP with a header of another length`(length: Int) throws {
    let gray = cornerPicture()
    let black = pixThresholdToBinary(gray.pix, 128)
    let shown = [0, 90, 180, 255]
    for (pix, expected) in [
      (pixCopy(nil, gray.pix), shown), (pixConvert8To32(gray.pix), shown), (black, [0, 0, 255, 255]),
    ] {
      let pix = try #require(pix)
      let windows = encoded(Picture(owning: pix), format: IFF.bmp)
      let file = bitmap(windows, headerLength: length)
      #expect(try levels(file) == expected, "\(number(windows, 28, 2)) bits")
      #expect(try levels(file + [UInt8](repeating: 0, count: 100)) == expected, "zeros behind it")
      for count in [1, 500] where count < file.count / 3 {
        // Rows run upwards: the upper ones are missing.
        let picture = try Picture.decode(Array(file.dropLast(count)))
        #expect(picture.warnings == [.cutOff])
        #expect(corners(of: picture)[2...].elementsEqual(expected[2...]))
      }
    }
  }

  @Test func `is a BMP whose header and colours contradict each other`() throws {
    let file = bitmap(encoded(cornerPicture(), format: IFF.bmp), headerLength: 12)
    for (place, count, value) in [
      (10, 4, 0), (10, 4, 26), (10, 4, 27), (10, 4, 1 << 31), (24, 2, 0), (24, 2, 7), (18, 2, 0),
    ] {
      var broken = file
      broken.replaceSubrange(place..<place + count, with: little(value, count))
      #expect(throws: PictureError.self, "\(value) at \(place)") { try Picture.decode(broken) }
    }
  }

  // MARK: WebP and GIF

  @Test(arguments: [Array("SEFT".utf8), [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0x41, count: 21), [0]])
  func `is a WebP with other bytes behind its end`(trailer: [UInt8]) throws {
    let file = encoded(cornerPicture(), format: IFF.webp)
    #expect(try levels(file + trailer) == levels(file))
    #expect(throws: PictureError.self) { try Picture.decode(Array(file.dropLast(file.count / 4))) }
  }

  @Test func `is a GIF that lacks only the byte of its end`() throws {
    let file = encoded(cornerPicture(), format: IFF.gif)
    #expect(file.last == 0x3B)
    #expect(try levels(Array(file.dropLast())) == levels(file))
    #expect(try levels(Array(file.dropLast()) + Array("junk".utf8)) == levels(file))
    #expect(try Picture.decode(Array(file.dropLast(2))).warnings == [.cutOff])
  }

  // MARK: PNM

  @Test(arguments: [(5, 1), (6, 3)], [1, 2, 7, 64]) func `is a PNM of bytes, which shows what one of numerals does`(
    kind: (number: Int, samples: Int), width: Int
  ) throws {
    let height = 5
    let values = (0..<width * height * kind.samples).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    for end in ["\n255\n", " 0255\t", "\n# white\n255 "] {
      let packed = Array("P\(kind.number) \(width) \(height)\(end)".utf8) + values
      let numerals = "P\(kind.number - 3) \(width) \(height)\n255\n" + values.map { "\($0)" }.joined(separator: "\n")
      let (read, told) = (try Picture.decode(packed), try Picture.decode(Array((numerals + "\n").utf8)))
      var same: l_int32 = 0
      withExtendedLifetime((read, told)) { _ = pixEqual(read.pix, told.pix, &same) }
      #expect(same == 1, "\(end.debugDescription), width \(width)")
      #expect(pixGetDepth(read.pix) == pixGetDepth(told.pix))
    }
  }

  private func plainBits(between blank: String) -> [UInt8] {
    let rows = (0..<40).map { y in
      (0..<60).map { x in (x < 30) == (y < 20) ? "1" : "0" }.joined(separator: blank)
    }
    return Array("P1\n# by hand\n60 40\n\(rows.joined(separator: "\n"))".utf8)
  }

  @Test(arguments: ["", " ", " \r\n"])
  func `is a plain bitmap, with blanks between its digits or none`(blank: String) throws {
    let file = plainBits(between: blank)
    #expect(try levels(file) == [0, 255, 255, 0])
    #expect(try levels(file + Array("\n".utf8)) == [0, 255, 255, 0])
    #expect(throws: PictureError.self) { try Picture.decode(Array(file.dropLast())) }
    #expect(throws: PictureError.self) { try Picture.decode(Array(file.dropLast(4)) + Array("2222".utf8)) }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `is a PAM with either end of its lines`(end: String) throws {
    let head = ["P7", "WIDTH 60", "HEIGHT 40", "DEPTH 1", "MAXVAL 255", "TUPLTYPE GRAYSCALE", "ENDHDR", ""]
    let pixels: [UInt8] = (0..<2400).map { UInt8(($0 % 60 < 30 ? 0 : 90) + ($0 / 60 < 20 ? 0 : 100)) }
    let file = Array(head.joined(separator: end).utf8) + pixels
    let picture = try Picture.decode(file)
    #expect(corners(of: picture) == [0, 90, 100, 190])
    #expect(Array(GrayImage(picture).pixels) == pixels)
    #expect(throws: PictureError.self) { try Picture.decode(Array(file.dropLast())) }
  }

  @Test(arguments: ["\u{0C}", "\u{0B}", "\t"])
  func `is a PGM with any white space in its header`(space: String) throws {
    let head = Array(["P5", "60", "40", "255\n"].joined(separator: space).utf8)
    #expect(try levels(head + [UInt8](repeating: 77, count: 2400)) == [77, 77, 77, 77])
  }

  // MARK: TIFF

  @Test(arguments: [(256, 7), (257, 7), (258, 7), (259, 32_800), (273, 99_999_999), (277, 9), (279, 99_999_999)])
  func `is a TIFF that says something twice, of which the first counts`(tag: Int, second: Int) throws {
    let pixels = GrayImage(cornerPicture()).pixels
    var entries = [
      (256, 60), (257, 40), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 40), (279, pixels.count),
    ]
    let place = try #require(entries.firstIndex { $0.0 == tag })
    entries.insert((tag, second), at: place + 1)
    var file = Array("II*\0".utf8) + little(8 + pixels.count, 4) + pixels + little(entries.count, 2)
    for (tag, value) in entries { file += little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4) }
    #expect(try levels(file + [0, 0, 0, 0]) == [0, 90, 180, 255])
  }
}
