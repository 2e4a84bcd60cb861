import CLeptonica
import PictureFormats
import TestSupport
import Testing

@testable import Imaging

/// Pictures as files that lose nothing, as PDFs take them over.
@Suite struct `A picture without loss` {
  private enum Kind: CaseIterable { case colours, palette, gray, blackAndWhite }

  /// Print on paper with grain; of a kind, and with a width that fills no byte or word.
  private static func picture(_ kind: Kind) throws -> Picture {
    let (width, height) = (203, 131)
    var dice = SeededRandom(seed: 7)
    let pix = try #require(pixCreate(l_int32(width), l_int32(height), kind == .colours || kind == .palette ? 32 : 8))
    for y in 0..<height {
      for x in 0..<width {
        let isInk = y % 24 < 14 && (x / 5 + y / 24) % 3 == 0
        let grain = UInt32.random(in: 0...(isInk ? 9 : 40), using: &dice)
        let value: UInt32 =
          switch kind {
          case .colours: (isInk ? 20 : 200) + grain << 8 | (isInk ? 30 : 190) << 16 | UInt32(y) << 24
          case .palette: isInk ? 0x1040_8000 : 0xF0E8_D000
          case .gray: (isInk ? 30 : 200) + grain
          case .blackAndWhite: isInk ? 0 : 255
          }
        pixSetPixel(pix, l_int32(x), l_int32(y), value)
      }
    }
    return Picture(owning: pix)
  }

  private static func colours(_ picture: Picture) throws -> [UInt32] {
    try withExtendedLifetime(picture) {
      let pix = Picture(owning: try #require(pixConvertTo32(picture.pix)))
      return (0..<picture.height).flatMap { y in
        (0..<picture.width).map { x in
          var value: l_uint32 = 0
          pixGetPixel(pix.pix, l_int32(x), l_int32(y), &value)
          return value >> 8
        }
      }
    }
  }

  @Test(arguments: Kind.allCases)
  private func `is read as it was, and smaller than libpng writes it`(_ kind: Kind) throws {
    let picture = try Self.picture(kind)
    let plain = encoded(picture, format: IFF.png)
    let made = try #require(picture.losslessFile())
    #expect(made.file.count < plain.count)
    #expect(try Self.colours(Picture.decode(Array(made.file))) == Self.colours(picture))
    // What it was made of is as it was.
    #expect(encoded(picture, format: IFF.png) == plain)
  }

  @Test func `is told by an independent reader to be sound`() throws {
    let made = try #require(try Self.picture(.colours).losslessFile())
    #expect(made.format == .png)
    // libpng checks the sum of each chunk, and the stream's length and sum.
    let pix = Array(made.file).withUnsafeBufferPointer { pixReadMemPng($0.baseAddress, $0.count) }
    let read = Picture(owning: try #require(pix))
    #expect(read.width == 203 && read.height == 131)
  }
}
