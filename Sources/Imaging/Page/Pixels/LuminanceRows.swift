import CLeptonica

/// The brightness of a picture's pixels, read in place.
struct LuminanceRows {
  private let words: UnsafeBufferPointer<UInt32>
  private let wordsPerRow: Int
  private let isColour: Bool
  private let width: Int
  private let height: Int

  /// Valid as long as the picture.
  init?(_ picture: Picture) {
    guard let data = pixGetData(picture.pix), picture.width > 0, picture.height > 0 else { return nil }
    (width, height, isColour) = (picture.width, picture.height, picture.isColour)
    wordsPerRow = Int(pixGetWpl(picture.pix))
    words = UnsafeBufferPointer(start: data, count: wordsPerRow * height)
  }

  /// 0 to 255; outside of the picture its border continues.
  func value(x: Int, y: Int) -> Double { Double(level(x: x, y: y)) }

  /// The same as a whole number.
  func level(x: Int, y: Int) -> UInt8 {
    let (x, start) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1) * wordsPerRow)
    guard isColour else { return UInt8(truncatingIfNeeded: words[start + (x >> 2)] >> (24 &- 8 &* UInt32(x & 3))) }
    let word = words[start + x]
    let sum = (word >> 24) &* 77 &+ (word >> 16 & 255) &* 150 &+ (word >> 8 & 255) &* 29
    return UInt8(truncatingIfNeeded: sum >> 8)
  }
}
