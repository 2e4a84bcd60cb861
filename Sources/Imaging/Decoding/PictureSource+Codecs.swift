import CDecoders
import CLeptonica
import PageModel
import PictureFormats

/// Decodes JPEG, PNG, JPEG 2000 and WebP, also with missing parts, by their libraries.
extension PictureSource {
  /// Reads a JPEG; libjpeg fills missing parts with gray and only warns.
  func readJPEG() throws(PictureError) -> RawPicture? {
    let content = header.content.map { Int($0.lowerBound)..<Int($0.upperBound) } ?? 0..<bytes.count
    guard let start = bytes.baseAddress, content.upperBound <= bytes.count else { return nil }
    var jpeg = hanscan_decoder()
    defer { hanscan_jpeg_close(&jpeg) }
    guard try isRead(hanscan_jpeg_open(&jpeg, start + content.lowerBound, content.count, CInt(reduction))) else {
      return nil
    }
    let (width, height) = (l_int32(clamping: jpeg.width), l_int32(clamping: jpeg.height))
    guard let pix = pixCreateNoInit(width, height, jpeg.is_gray != 0 ? 8 : 32) else { throw .outOfMemory }
    let raw = RawPicture(pix)
    guard let words = pixGetData(pix), try isRead(hanscan_jpeg_pixels(&jpeg, words, Int(pixGetWpl(pix)))) else {
      return nil
    }
    let broken = Int(jpeg.warnings) - header.harmlessWarnings
    if broken > 0 { throw Self.broken(in: broken) }
    if jpeg.rows == 0 { return nil }
    pixSetResolution(pix, l_int32(clamping: jpeg.resolution_x), l_int32(clamping: jpeg.resolution_y))
    if jpeg.is_cut == 0 {
      raw.warnings = (jpeg.lacks_end != 0 ? [.endMissing] : []) + (jpeg.has_surplus != 0 ? [.surplus] : [])
    }
    return raw.noting(rows: Int(jpeg.rows), isCut: jpeg.is_cut != 0)
  }

  private func isRead(_ result: hanscan_decoder_result) throws(PictureError) -> Bool {
    if result == HANSCAN_DECODER_NO_MEMORY { throw .outOfMemory }
    return result == HANSCAN_DECODER_READ
  }

  /// Reads a PNG; Leptonica needs its end, can't reduce it and ignores the transparency of gray.
  func readPNG() throws(PictureError) -> RawPicture? {
    if header.missing == nil, reduction == 1, !header.hasTransparentGray {
      return pixReadMemPng(bytes.bytes, bytes.count).map { RawPicture($0) }
    }
    guard let start = bytes.baseAddress else { return nil }
    var png = hanscan_decoder()
    defer { hanscan_png_close(&png) }
    guard try isRead(hanscan_png_open(&png, start, bytes.count)), Int(png.width) == header.width,
      Int(png.height) == header.height
    else { return nil }
    guard let raw = RawPicture(width: header.width / reduction, height: header.height / reduction) else {
      throw .outOfMemory
    }
    guard let words = pixGetData(raw.pix), try isRead(hanscan_png_pixels(&png, words, UInt32(reduction))), png.rows > 0,
      png.warnings == 0
    else { return nil }
    pixSetResolution(
      raw.pix, l_int32(clamping: png.resolution_x) / l_int32(reduction),
      l_int32(clamping: png.resolution_y) / l_int32(reduction))
    pixSetSpp(raw.pix, png.has_opacity != 0 ? 4 : 3)
    guard let shown = png.is_gray == 0 ? raw : raw.firstChannel() else { throw .outOfMemory }
    if png.is_cut == 0, header.missing != nil { shown.warnings = [.endMissing] }
    return shown.noting(rows: Int(png.rows), isCut: png.is_cut != 0)
  }

  /// Reads a JPEG 2000; Leptonica reads none with a missing part.
  func readJPEG2000() -> RawPicture? {
    if let pix = pixReadMemJp2k(bytes.bytes, bytes.count, 1, nil, 0, 0) {
      let raw = RawPicture(pix)
      if header.missing != nil { raw.warnings = [.endMissing] }
      return raw
    }
    // A bare codestream begins with its own mark.
    guard header.missing != nil, let start = bytes.baseAddress,
      let raw = RawPicture(width: header.width, height: header.height), let words = pixGetData(raw.pix),
      hanscan_jpeg2000_pixels(
        start, bytes.count, bytes.first == 0xFF ? 0 : 1, words, UInt32(header.width), UInt32(header.height)) != 0
    else { return nil }
    return raw.noting(rows: header.height, isCut: true)
  }

  func readWebP() throws(PictureError) -> RawPicture? {
    guard header.missing != nil else { return pixReadMemWebP(bytes.bytes, bytes.count).map { RawPicture($0) } }
    return webP(in: bytes, width: header.width, height: header.height)
  }

  /// Nil if not even one row can be decoded.
  private func webP(in bytes: UnsafeRawBufferPointer, width: Int, height: Int, isCut: Bool = true) -> RawPicture? {
    guard let start = bytes.baseAddress, let raw = RawPicture(width: width, height: height),
      let words = pixGetData(raw.pix)
    else { return nil }
    let rows = Int(hanscan_webp_rows(start, bytes.count, words, UInt32(width), UInt32(height)))
    guard rows == height || rows > 0 && isCut else { return nil }
    pixSetSpp(raw.pix, 4)
    return raw.noting(rows: rows, isCut: rows < height)
  }

  /// One frame of an animation; libwebp decodes its chunks by themselves.
  func webP(of frame: AnimationFrame) -> RawPicture? {
    guard let start = Int(exactly: frame.start), start + 24 <= bytes.count else { return nil }
    let stop = min(frame.end.map { Int(clamping: $0) } ?? bytes.count, bytes.count)
    return webP(
      in: UnsafeRawBufferPointer(rebasing: bytes[(start + 24)..<max(start + 24, stop)]), width: frame.width,
      height: frame.height, isCut: frame.end == nil)
  }
}
