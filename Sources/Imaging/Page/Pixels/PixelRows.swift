import CLeptonica

/// The pixels of a picture, read in place, as words of red, green and blue from the top byte; gray has them equal.
struct PixelRows {
  private let words: UnsafeBufferPointer<UInt32>
  private let wordsPerRow: Int
  private let isColour: Bool
  let width: Int
  let height: Int

  /// Valid as long as the picture; nil for one without pixels.
  init?(_ picture: Picture) {
    guard let data = pixGetData(picture.pix), picture.width > 0, picture.height > 0 else { return nil }
    (width, height, isColour) = (picture.width, picture.height, picture.isColour)
    wordsPerRow = Int(pixGetWpl(picture.pix))
    words = UnsafeBufferPointer(start: data, count: wordsPerRow * height)
  }

  /// The pixel at a place on the picture.
  @inline(__always)
  func word(x: Int, y: Int) -> UInt32 {
    let start = y &* wordsPerRow
    if isColour { return words[start &+ x] }
    let value = words[start &+ x >> 2] >> (24 &- 8 &* UInt32(truncatingIfNeeded: x & 3)) & 255
    return value &* 0x101_0100
  }

  /// The brightness of a pixel, 0 to 255.
  @inline(__always)
  static func level(of word: UInt32) -> UInt8 {
    let sum = (word >> 24) &* 77 &+ (word >> 16 & 255) &* 150 &+ (word >> 8 & 255) &* 29
    return UInt8(truncatingIfNeeded: sum >> 8)
  }

  @inline(__always)
  static func darkest(of word: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(word >> 24, word >> 16 & 255, word >> 8 & 255))
  }

  /// The brightness at a place; outside of the picture its border continues.
  func level(x: Int, y: Int) -> UInt8 {
    Self.level(of: word(x: min(max(x, 0), width - 1), y: min(max(y, 0), height - 1)))
  }

  func value(x: Int, y: Int) -> Double { Double(level(x: x, y: y)) }
}
