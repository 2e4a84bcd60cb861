import CLeptonica
import PageModel
import PictureFormats
import TestSupport
import Testing

@testable import Imaging

/// GIF of several pictures, each of which is a page that shows the screen as it stands then.
@Suite struct `A picture of an animation` {
  /// A gray screen; a black square; a light one that is cleared; one seen through, that is undone; a whole new screen.
  private static let sample = GIFSample(
    width: 20, height: 10,
    frames: [
      .init(0, 0, 20, 10, colour: 2),
      .init(2, 2, 4, 4, colour: 1),
      .init(10, 2, 4, 4, colour: 3, disposal: 2),
      .init(0, 0, 20, 10, colour: 0, first: 1, transparent: 0, disposal: 3),
      .init(19, 9, 9, 9, colour: 1),
      .init(0, 0, 20, 10, colour: 3),
    ])

  /// The pages of a file, each where its picture begins.
  private func offsets(_ bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBytes { memory in
      var reader = ByteReader(memory: memory)
      let list = PictureFormat.gif.pages(&reader, maximum: 100)
      #expect(list.fault == nil)
      return list.pages.map { Int($0.offset) }
    }
  }

  @Test func `shows what was there before it, as far as that is still to be seen`() throws {
    let bytes = Self.sample.bytes
    let places = offsets(bytes)
    #expect(places.count == 6 && places[0] == 0)
    let pages = try places.map { try Picture.decode(bytes, byteOffset: $0) }
    for page in pages { #expect(page.width == 20 && page.height == 10) }
    // The screen's corner, the black square, the light one, the first column below, the last pixel.
    let seen = pages.map { page in
      [(15, 0), (3, 3), (11, 3), (0, 8), (19, 9)].map { page.level($0.0, $0.1) }
    }
    #expect(
      seen == [
        [90, 90, 90, 90, 90], [90, 0, 90, 90, 90], [90, 0, 180, 90, 90], [90, 0, 255, 0, 90], [90, 0, 255, 90, 0],
        [180, 180, 180, 180, 180],
      ])
  }

  @Test func `that is cut is read as far as it goes, and those before it as a whole`() throws {
    var sample = Self.sample
    sample.isEnded = false
    let bytes = Array(sample.bytes.dropLast(60))
    let places = offsets(bytes)
    #expect(places.count == 6)
    for place in places.dropLast() { #expect(try Picture.decode(bytes, byteOffset: place).warnings.isEmpty) }
    let last = try Picture.decode(bytes, byteOffset: places[5])
    #expect(last.warnings == [.cutOff])
    #expect(last.level(3, 3) == 180 && last.level(3, 9) == 255)
  }

  @Test func `may have blocks of one byte`() throws {
    let bytes = Self.sample.bytes
    // The head and its colours; for each picture its facts, and the size of its codes.
    var place = 13 + 12
    let facts = 8 + 10 + 1
    var inBlocksOfOne = Array(bytes[..<place])
    for _ in Self.sample.frames {
      inBlocksOfOne += bytes[place..<place + facts]
      place += facts
      while bytes[place] > 0 {
        let next = place + 1 + Int(bytes[place])
        for byte in bytes[place + 1..<next] { inBlocksOfOne += [1, byte] }
        place = next
      }
      inBlocksOfOne.append(0)
      place += 1
    }
    inBlocksOfOne += bytes[place...]
    for (one, other) in zip(offsets(bytes), offsets(inBlocksOfOne)) {
      let (usual, divided) = (
        try Picture.decode(bytes, byteOffset: one), try Picture.decode(inBlocksOfOne, byteOffset: other)
      )
      #expect(divided.warnings.isEmpty && GrayImage(usual) == GrayImage(divided))
    }
  }

  @Test func `upon too many others is not decoded`() throws {
    let layers = [GIFSample.Frame](repeating: .init(0, 0, 19, 10, colour: 1), count: 8)
    let bytes = GIFSample(width: 20, height: 10, frames: [.init(0, 0, 20, 10, colour: 2)] + layers).bytes
    let last = try #require(offsets(bytes).last)
    #expect(try Picture.decode(bytes, byteOffset: last).level(3, 3) == 0)
    #expect {
      try Picture.decode(bytes, byteOffset: last, options: .init(maximumPixels: 200))
    } throws: { error in
      (error as? PictureError)?.problem.code == .unsupportedFormat
    }
  }

  @Test func `of JPEG-LS is none that is read, and not damaged`() throws {
    let frame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xF7, 0, 11, 8, 0, 40, 0, 60, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0xFF, 0x12, 0x34, 0xFF, 0xD9]
    #expect(throws: PictureError.unsupported("a JPEG-LS picture")) { try Picture.decode(frame + scan) }
  }
}

extension Picture {
  /// A pixel's level of gray; of red, where there are colours.
  fileprivate func level(_ x: Int, _ y: Int) -> Int {
    var value: l_uint32 = 0
    pixGetPixel(pix, l_int32(x), l_int32(y), &value)
    return Int(pixGetDepth(pix) == 32 ? value >> 24 : value)
  }
}
