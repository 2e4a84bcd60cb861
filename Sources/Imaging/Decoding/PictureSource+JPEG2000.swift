import CDecoders
import CLeptonica
import PageModel
import PictureFormats

extension PictureSource {
  /// Reads a JPEG 2000; Leptonica reads none with a missing part.
  func readJPEG2000() -> RawPicture? {
    if let pix = pixReadMemJp2k(bytes.bytes, bytes.count, 1, nil, 0, 0) {
      let raw = RawPicture(pix)
      if header.missing != nil { raw.warnings = [.endMissing] }
      return raw
    }
    guard header.missing != nil, let start = bytes.baseAddress,
      let pix = pixCreate(l_int32(clamping: header.width), l_int32(clamping: header.height), 32)
    else { return nil }
    let raw = RawPicture(pix)
    // A bare codestream begins with its own mark.
    guard let words = pixGetData(pix),
      hanscan_jpeg2000_pixels(
        start, bytes.count, bytes.first == 0xFF ? 0 : 1, words, UInt32(header.width), UInt32(header.height)) != 0
    else { return nil }
    return raw.noting(rows: header.height, isCut: true)
  }
}
