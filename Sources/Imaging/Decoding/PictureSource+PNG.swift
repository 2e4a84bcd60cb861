import CDecoders
import CLeptonica
import PageModel
import PictureFormats

extension PictureSource {
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
}
