import CLeptonica
package import FoundationEssentials
package import PictureFormats

extension Picture {
  /// The most pixels of a picture for a screen: a receipt 4,000 pixels high is still easy to read.
  private static let screenPixels = 6_000_000.0
  /// The longest side, in pixels, that every browser shows.
  private static let screenSide = 12_000.0
  /// Of 100; below 80 the edges of small text fray.
  private static let quality: l_int32 = 82

  /// The picture for a browser, encoded again and no larger than a screen needs; nil without memory.
  package func screenFile() -> (format: PictureFormat, file: Data)? {
    let (columns, rows) = (Double(max(1, width)), Double(max(1, height)))
    let scale = min(1, (Self.screenPixels / (columns * rows)).squareRoot(), Self.screenSide / max(columns, rows))
    if scale == 1, !isColour, isBlackAndWhite, let bits = pixThresholdToBinary(pix, 128) {
      return Picture(owning: bits).png().map { (.png, $0) }
    }
    // Keep every side above zero; do not sharpen, because that turns noise into letters.
    let (horizontal, vertical) = (max(scale, 1 / columns), max(scale, 1 / rows))
    guard scale < 1 else { return jpeg(quality: Self.quality).map { (.jpeg, $0) } }
    guard let scaled = pixScaleGeneral(pix, l_float32(horizontal), l_float32(vertical), 0, 0) else { return nil }
    return Picture(owning: scaled).jpeg(quality: Self.quality).map { (.jpeg, $0) }
  }
}
