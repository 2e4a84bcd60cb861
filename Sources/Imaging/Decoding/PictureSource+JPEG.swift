import CDecoders
import CLeptonica
import PageModel
import PictureFormats

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

  func isRead(_ result: hanscan_decoder_result) throws(PictureError) -> Bool {
    if result == HANSCAN_DECODER_NO_MEMORY { throw .outOfMemory }
    return result == HANSCAN_DECODER_READ
  }
}
