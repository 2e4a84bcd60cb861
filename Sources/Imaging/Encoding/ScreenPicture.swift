import CLeptonica
package import FoundationEssentials
package import PictureFormats

extension Picture {
  /// Pixels that a picture for a screen has at most: the letters of a receipt 4,000 pixels high are still read at ease.
  private static let screenPixels = 6_000_000.0
  /// Pixels of a side, at most: what every browser shows.
  private static let screenSide = 12_000.0
  /// Of 100; below 80 the edges of small print fray.
  private static let quality: l_int32 = 82

  /// The picture as a browser shows it: made anew from its pixels, and no larger than a screen has use for.
  ///
  /// JPEG, or PNG where it has two tones alone. Nil where there is no memory for it.
  package func screenFile() -> (format: PictureFormat, file: Data)? {
    let (columns, rows) = (Double(max(1, width)), Double(max(1, height)))
    let scale = min(1, (Self.screenPixels / (columns * rows)).squareRoot(), Self.screenSide / max(columns, rows))
    if scale == 1, !isColour, isBlackAndWhite, let bits = pixThresholdToBinary(pix, 128) {
      let sharp = Picture(owning: bits)
      // The object must outlive the last use of what it owns.
      return withExtendedLifetime(sharp) { Self.png(sharp.pix).map { (.png, $0) } }
    }
    // No side may vanish; without sharpening, which would make letters of noise.
    let (horizontal, vertical) = (max(scale, 1 / columns), max(scale, 1 / rows))
    guard scale < 1 else { return Self.jpeg(pix, quality: Self.quality).map { (.jpeg, $0) } }
    guard let scaled = pixScaleGeneral(pix, l_float32(horizontal), l_float32(vertical), 0, 0) else { return nil }
    let small = Picture(owning: scaled)
    return withExtendedLifetime(small) { Self.jpeg(small.pix, quality: Self.quality).map { (.jpeg, $0) } }
  }

  static func jpeg(_ pix: UnsafeMutablePointer<PIX>, quality: l_int32) -> Data? {
    var bytes: UnsafeMutablePointer<l_uint8>?
    var count = 0
    guard pixWriteMemJpeg(&bytes, &count, pix, quality, 0) == 0, let bytes else { return nil }
    defer { lept_free(bytes) }
    return Data(bytes: bytes, count: count)
  }
}
