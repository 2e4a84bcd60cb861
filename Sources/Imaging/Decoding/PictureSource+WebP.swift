import CDecoders
import CLeptonica
import PictureFormats

extension PictureSource {
  func readWebP() throws(PictureError) -> RawPicture? {
    guard header.missing != nil else { return pixReadMemWebP(bytes.bytes, bytes.count).map { RawPicture($0) } }
    return CutWebP.picture(bytes, width: header.width, height: header.height)
  }
}

enum CutWebP {
  /// Nil if not even one row can be decoded.
  static func picture(_ bytes: UnsafeRawBufferPointer, width: Int, height: Int) -> RawPicture? {
    guard let start = bytes.baseAddress, let pix = pixCreate(l_int32(clamping: width), l_int32(clamping: height), 32)
    else { return nil }
    var kept: UnsafeMutablePointer<PIX>? = pix
    defer { pixDestroy(&kept) }
    guard let words = pixGetData(pix) else { return nil }
    let rows = Int(hanscan_webp_rows(start, bytes.count, words, UInt32(width), UInt32(height)))
    guard rows > 0 else { return nil }
    pixSetSpp(pix, 4)
    kept = nil
    return RawPicture(pix, rows: rows, isCut: rows < height)
  }
}

struct WebPFrame {
  let frame: AnimationFrame
  let bytes: UnsafeRawBufferPointer

  /// Leptonica decodes it as a file of its own, with a header if there is an alpha chunk.
  func decode() -> RawPicture? {
    guard let start = Int(exactly: frame.start), start + 24 <= bytes.count else { return nil }
    let stop = min(frame.end.map { Int(clamping: $0) } ?? bytes.count, bytes.count)
    let chunks = bytes[(start + 24)..<max(start + 24, stop)]
    var head: [UInt8] = []
    if chunks.starts(with: "ALPH".utf8) {
      let side = { (pixels: Int) in (0..<3).map { UInt8(truncatingIfNeeded: (pixels - 1) >> (8 * $0)) } }
      head = Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0] + side(frame.width) + side(frame.height)
    }
    // The length that the frame's chunk declares, without its own 16 bytes.
    let declared = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) } - 16
    let length = 4 + head.count + max(0, declared)
    let file =
      Array("RIFF".utf8) + RewrittenPicture.little(length) + Array("WEBP".utf8) + head
      + chunks
    guard frame.end == nil else { return pixReadMemWebP(file, file.count).map { RawPicture($0) } }
    return file.withUnsafeBytes { CutWebP.picture($0, width: frame.width, height: frame.height) }
  }
}
