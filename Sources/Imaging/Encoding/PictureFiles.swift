import CLeptonica
package import FoundationEssentials
package import PictureFormats

/// Pictures as files: for documents, and for browsers.
extension Picture {
  private static let qualities: [l_int32] = [90, 85, 80, 75, 70, 60, 50, 40]
  /// The most bytes by which the file may exceed the original.
  private static let growth: UInt64 = 16 << 10

  /// The picture as a file that another program can copy unchanged; nil without memory.
  package func documentFile() -> (format: PictureFormat, file: Data)? {
    guard let lossyBytes else { return losslessFile() }
    let most = lossyBytes + Self.growth
    if !isColour, let file = losslessFile(), UInt64(file.file.count) <= most { return file }
    var smallest: Data?
    for quality in Self.qualities {
      guard let file = jpeg(quality: quality) else { return nil }
      smallest = file
      if UInt64(file.count) <= most { break }
    }
    return smallest.map { (.jpeg, $0) }
  }

  /// The smallest lossless file that another program can copy unchanged; nil without memory.
  package func losslessFile() -> (format: PictureFormat, file: Data)? {
    if isColour {
      guard isGray else {
        let palette = pixConvertRGBToCmapLossless(pix).map { Picture(owning: $0) } ?? self
        return palette.densePNG().map { (.png, $0) }
      }
      guard let gray = pixGetRGBComponent(pix, 0) else { return nil }
      return Picture(owning: gray).losslessFile()
    }
    guard isBlackAndWhite, let bits = pixThresholdToBinary(pix, 128) else {
      return densePNG().map { (.png, $0) }
    }
    let sharp = Picture(owning: bits)
    guard let png = sharp.densePNG() else { return nil }
    // 8 is IFF_TIFF_G4; the file has one strip.
    guard let tiff = sharp.written({ pixWriteMemTiff($0, $1, $2, 8) }), tiff.count < png.count else {
      return (.png, png)
    }
    return (.tiff, tiff)
  }

  private func densePNG() -> Data? {
    // Filter its rows without compressing them.
    pixSetZlibCompression(pix, 0)
    let plain = png()
    // No other call uses this field of a picture.
    pixSetSpecial(pix, 0)
    return plain.flatMap(DensePNG.packed) ?? png()
  }

  func png() -> Data? { written { pixWriteMemPng($0, $1, $2, 0) } }

  func jpeg(quality: l_int32) -> Data? { written { pixWriteMemJpeg($0, $1, $2, quality, 0) } }

  /// The file that one of Leptonica's functions writes into memory; nil without memory.
  private func written(
    _ write: (
      UnsafeMutablePointer<UnsafeMutablePointer<l_uint8>?>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<PIX>
    ) -> l_ok
  ) -> Data? {
    // The object must outlive the last use of its picture.
    defer { withExtendedLifetime(self) {} }
    var bytes: UnsafeMutablePointer<l_uint8>?
    var count = 0
    guard write(&bytes, &count, pix) == 0, let bytes else { return nil }
    defer { lept_free(bytes) }
    return Data(bytes: bytes, count: count)
  }

  private var isGray: Bool {
    guard let data = pixGetData(pix) else { return false }
    let count = Int(pixGetWpl(pix)) * Int(pixGetHeight(pix))
    return (0..<count).allSatisfy { data[$0] >> 24 == data[$0] >> 16 & 0xFF && data[$0] >> 24 == data[$0] >> 8 & 0xFF }
  }

  var isBlackAndWhite: Bool {
    guard let rows = PixelRows(self) else { return false }
    return (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in
        let word = rows.word(x: x, y: y)
        return word == 0 || word == 0xFFFF_FF00
      }
    }
  }

  // MARK: For browsers

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
