import PictureFormats
import TestSupport
import Testing

/// What the decoder asks of a header beyond its size.
@Suite struct `What a picture says of itself` {
  /// A TIFF-shaped block that holds an orientation.
  private static func exif(_ orientation: UInt8) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  @Test(arguments: UInt8(1)...8)
  func `its EXIF orientation, in each format that carries one`(orientation: UInt8) throws {
    let block = Self.exif(orientation)
    let jpeg = SampleBytes.jpeg(width: 5, height: 6)
    let segment = [0xFF, 0xE1] + SampleBytes.big(block.count + 8, 2) + Array("Exif\0\0".utf8) + block
    // Behind the sample's own block, which holds a preview and no orientation.
    let end = try #require(jpeg.indices.first { Array(jpeg[$0...].prefix(4)) == [0xFF, 0xFF, 0xFF, 0xC0] })
    #expect(try header(.jpeg, Array(jpeg[..<end]) + segment + jpeg[end...]).orientation == Int(orientation))
    let png = SampleBytes.png(width: 5, height: 6)
    let chunk = SampleBytes.big(block.count, 4) + Array("eXIf".utf8) + block + [0, 0, 0, 0]
    #expect(try header(.png, Array(png[..<33]) + chunk + png[33...]).orientation == Int(orientation))
    #expect(try header(.png, png + chunk).orientation == 1)
    var webp = SampleBytes.extendedWebP(width: 5, height: 6)
    let last = Array("EXIF".utf8) + SampleBytes.little(block.count, 4) + block
    // Behind the length that the container gives for itself, it is none of its chunks.
    #expect(try header(.webp, webp + last).orientation == 1)
    webp.replaceSubrange(4..<8, with: SampleBytes.little(webp.count + last.count - 8, 4))
    #expect(try header(.webp, webp + last).orientation == Int(orientation))
  }

  @Test func `an orientation that is none counts as upright`() {
    for block in [
      [], Self.exif(0), Self.exif(9), [UInt8](repeating: 0xFF, count: 40), Array(Self.exif(6).dropLast(14)),
    ] {
      #expect(EXIF.orientation(of: block) == 1)
    }
    #expect(EXIF.orientation(of: Self.exif(6) + [UInt8](repeating: 0, count: 2 << 20)) == 1)
  }

  @Test func `whether its end is there`() throws {
    let jpeg = SampleBytes.jpeg(width: 5, height: 6)
    #expect(try header(.jpeg, jpeg).missing == nil)
    #expect(try header(.jpeg, jpeg + [UInt8](repeating: 1, count: 200_000)).missing == nil)
    #expect(try header(.jpeg, Array(jpeg.dropLast(2))).missing != nil)
    // Its two bytes lie on either side of a piece of 64 KiB.
    for filling in 65_500..<65_560 {
      let scan = Array(jpeg.dropLast(2)) + [UInt8](repeating: 1, count: filling)
      #expect(try header(.jpeg, scan + [0xFF, 0xD9, 1]).missing == nil, "\(filling)")
    }
    #expect(try header(.png, SampleBytes.png(width: 5, height: 6)).missing == nil)
    #expect(try header(.png, Array(SampleBytes.png(width: 5, height: 6).dropLast(12))).missing != nil)
    let webp = SampleBytes.webp(width: 5, height: 6)
    #expect(try header(.webp, webp).missing == nil)
    #expect(try header(.webp, Array(webp.dropLast(2))).missing != nil)
    #expect(try header(.webp, webp + Array("SEFTdata of a phone".utf8)).missing == nil)
  }

  @Test func `whether its rows are all there`() throws {
    #expect(try header(.bmp, SampleBytes.bmp(width: 5, height: 6)).missing == nil)
    #expect(try header(.bmp, Array(SampleBytes.bmp(width: 5, height: 6).dropLast())).missing != nil)
    for (text, count) in [
      ("P4\n9 3\n", 6), ("P5\n9 3\n255\n", 27), ("P5 9 3 65535 ", 54), ("P6\n# by hand\n9 3\n255\n", 81),
      ("P7\nWIDTH 9\nHEIGHT 3\nDEPTH 2\nMAXVAL 255\nENDHDR\n", 54),
    ] {
      let head = Array(text.utf8)
      #expect(try header(.pnm, head + [UInt8](repeating: 7, count: count)).missing == nil, "\(text)")
      #expect(try header(.pnm, head + [UInt8](repeating: 7, count: count - 1)).missing != nil, "\(text)")
    }
  }

  @Test func `whether the frame of a GIF is whole`() throws {
    let gif = SampleBytes.gif(width: 5, height: 6)
    #expect(try header(.gif, gif).missing == nil)
    #expect(try header(.gif, Array(gif.dropLast()) + Array(gif.dropFirst(13))).missing == nil)
    #expect(try header(.gif, Array(gif.dropLast(2))).missing != nil)
  }

  @Test func `what decoders may give up on`() throws {
    #expect(try header(.jpeg, SampleBytes.jpeg(width: 5, height: 6)).rarity == nil)
    #expect(
      try header(.jpeg, SampleBytes.jpeg(width: 5, height: 6, frame: 0xC9)).rarity?.contains("arithmetic") == true)
    #expect(try header(.jpeg, SampleBytes.jpeg(width: 5, height: 6, frame: 0xC3)).rarity?.contains("lossless") == true)
    #expect(try header(.jpeg, SampleBytes.jpeg(width: 5, height: 6, frame: 0xC2)).size.isWhole)
    for frame: UInt8 in [0xC5, 0xC6, 0xC7, 0xCD, 0xCE, 0xCF] {
      let jpeg = SampleBytes.jpeg(width: 5, height: 6, frame: frame)
      #expect(try header(.jpeg, jpeg).rarity?.contains("hierarchical") == true)
    }
    #expect(try header(.jpeg, SampleBytes.jpeg(width: 5, height: 6, frame: 0xF7)).rarity == "a JPEG-LS picture")
    var bmp = SampleBytes.bmp(width: 5, height: 6)
    bmp[28] = 2
    #expect(try header(.bmp, bmp).rarity?.contains("2 bits") == true)
    bmp[28] = 8
    bmp[30] = 4
    #expect(try header(.bmp, bmp).rarity?.contains("rare way (4)") == true)
    // A header of 16 bytes says nothing of a compression.
    bmp[14] = 16
    #expect(try header(.bmp, Array(bmp[..<28]) + [24, 0, 9, 9, 9, 9] + bmp[34...]).rarity == nil)
  }

  @Test func `whether all of its coefficients are held at once, as ingest sees it too`() throws {
    let one = SampleBytes.jpeg(width: 5, height: 6)
    let frame = try #require(one.indices.last { one[$0...].starts(with: [0xFF, 0xC0]) })
    // A frame of three components, and a scan of the first.
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    let head: [UInt8] = Array(one[..<(frame + 3)]) + [17] + one[(frame + 4)..<(frame + 9)] + components
    let progressive = SampleBytes.jpeg(width: 5, height: 6, frame: 0xC2)
    for (bytes, isWhole) in [(one, false), (head + one[(frame + 13)...], true), (head, false), (progressive, true)] {
      #expect(try header(.jpeg, bytes).size.isWhole == isWhole)
      #expect(pages(.jpeg, bytes).pages.first?.content == .success(try header(.jpeg, bytes).size))
    }
  }

  @Test func `two frame headers before the pixels are damage`() {
    let jpeg = SampleBytes.jpeg(width: 5, height: 6)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0]
    let second = Array(jpeg[..<2]) + frame + jpeg[2...]
    #expect(throws: HeaderFault.self) { try header(.jpeg, second) }
  }
}
