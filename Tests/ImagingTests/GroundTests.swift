import CLeptonica
import Testing

@testable import Imaging

/// Transparent pictures, and those whose numbers use a part of their range.
@Suite struct `A picture on no ground` {
  /// A bar in the middle of a ground, each with red, green, blue and opacity in one word.
  private func levels(bar: l_uint32, ground: l_uint32, format: Int = IFF.png) throws -> (bar: Int, ground: Int) {
    let pix = try #require(pixCreate(60, 40, 32))
    for y in 0..<40 {
      for x in 0..<60 { pixSetPixel(pix, l_int32(x), l_int32(y), (20..<40).contains(x) ? bar : ground) }
    }
    pixSetSpp(pix, 4)
    let gray = GrayImage(try Picture.decode(encoded(Picture(owning: pix), format: format)))
    return (Int(gray.pixels[20 * 60 + 30]), Int(gray.pixels[20 * 60 + 5]))
  }

  @Test(arguments: [IFF.png, IFF.webp])
  func `that is white is laid on black`(format: Int) throws {
    let (bar, ground) = try levels(bar: 0xFFFF_FFFF, ground: 0xFFFF_FF00, format: format)
    #expect(bar - ground > 200)
  }

  @Test func `that is transparent everywhere shows its colours`() throws {
    let (bar, ground) = try levels(bar: 0x1010_1000, ground: 0xFFFF_FF00)
    #expect(ground - bar > 200)
  }

  @Test func `that is black is laid on white`() throws {
    let (bar, ground) = try levels(bar: 0x0000_00FF, ground: 0x0000_0000)
    #expect(bar == 0 && ground == 255)
  }

  @Test func `whose transparent gray is white shows its print`() throws {
    let bar = drawn(width: 60, height: 40) { x, _ in (20..<40).contains(x) ? 0 : 255 }
    var file = encoded(bar, format: IFF.png)
    // Behind the header's 33 bytes; libpng reads such a chunk with a wrong sum as long as it is none that it needs.
    let chunk: [UInt8] = [0, 0, 0, 2] + Array("tRNS".utf8) + [0, 255, 0x5B, 0x91, 0x22, 0xB5]
    #expect(Array(file[12..<16]) == Array("IHDR".utf8))
    file.insert(contentsOf: chunk, at: 33)
    let gray = GrayImage(try Picture.decode(file))
    #expect(gray.pixels[20 * 60 + 30] == 0 && gray.pixels[20 * 60 + 5] == 255)
  }

  @Test func `of 10 bits in 16 uses the whole range`() throws {
    let pix = try #require(pixCreate(60, 40, 16))
    for y in 0..<40 {
      for x in 0..<60 { pixSetPixel(pix, l_int32(x), l_int32(y), (20..<40).contains(x) ? 100 : 1000) }
    }
    let gray = GrayImage(try Picture.decode(encoded(Picture(owning: pix), format: IFF.tiff)))
    #expect(gray.pixels[20 * 60 + 5] == 255 && gray.pixels[20 * 60 + 30] == 25)
  }

  @Test func `of few levels is stretched, unless all are alike or far apart`() throws {
    let dark = drawn(width: 60, height: 40) { x, _ in (20..<40).contains(x) ? 0 : 6 }
    let stretched = GrayImage(try #require(dark.stretched()))
    #expect(stretched.pixels[20 * 60 + 5] == 255 && stretched.pixels[20 * 60 + 30] == 0)
    #expect(drawn(width: 60, height: 40) { _, _ in 200 }.stretched() == nil)
    #expect(drawn(width: 60, height: 40) { x, _ in UInt8(x * 4) }.stretched() == nil)
  }
}
