import CDecoders
import CLeptonica
import PictureFormats

extension PictureSource {
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
