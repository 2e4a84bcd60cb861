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
    // A bare codestream begins with its own mark.
    guard header.missing != nil, let start = bytes.baseAddress,
      let raw = RawPicture(width: header.width, height: header.height), let words = pixGetData(raw.pix),
      hanscan_jpeg2000_pixels(
        start, bytes.count, bytes.first == 0xFF ? 0 : 1, words, UInt32(header.width), UInt32(header.height)) != 0
    else { return nil }
    return raw.noting(rows: header.height, isCut: true)
  }
}
