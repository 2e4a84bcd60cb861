import CLeptonica
import CTIFF
import PageModel
import PictureFormats
import Support

extension PictureSource {
  /// Reads a TIFF; libtiff continues after broken data and only reports it.
  func readTIFF() throws(PictureError) -> RawPicture? {
    if header.missing != nil { return try readCutTIFF() }
    if header.rarity != nil { return try rareTIFF(in: bytes) }
    var offset = byteOffset
    hanscan_tiff_listen()
    var pix = pixReadMemFromMultipageTiff(bytes.bytes, bytes.count, &offset)
    let damage = Int(hanscan_tiff_damage())
    if pix != nil, damage > 0 {
      pixDestroy(&pix)
      throw Self.broken(in: damage)
    }
    return pix.map { RawPicture($0) }
  }

  /// Reads a page whose strips or tiles are partly past the end of the file; missing parts are white.
  private func readCutTIFF() throws(PictureError) -> RawPicture? {
    guard let (short, missing) = try? TIFF.shortened(bytes, at: UInt64(max(0, byteOffset))) else {
      return nil
    }
    let rows = try short.withBytes { bytes throws(PictureError) in try rowsHeld(in: bytes) }
    guard rows > 0 else { return nil }
    // libtiff decodes nothing of a compressed strip that ends early, so the strip is filled up.
    let mostFilled = UInt64(8 * header.width * header.height)
    let isFilled = rows < header.height && missing <= mostFilled
    let file = isFilled ? Array(bytes) + [UInt8](repeating: 0, count: Int(missing)) : short
    let raw = try file.withBytes { bytes throws(PictureError) in try rareTIFF(in: bytes, rows: rows) }
    raw?.warnings = [.cutOff]
    return raw
  }

  private func rowsHeld(in bytes: UnsafeRawBufferPointer) throws(PictureError) -> Int {
    hanscan_tiff_listen()
    var page = hanscan_tiff_page()
    defer { hanscan_tiff_close(&page) }
    guard let start = bytes.baseAddress else { return 0 }
    try check(hanscan_tiff_open(&page, start, bytes.count, UInt64(max(0, byteOffset))))
    return min(Int(hanscan_tiff_rows(&page)), header.height)
  }

  /// Reads kinds that Leptonica rejects or takes for blank: tiles, separate planes, 32-bit samples and others.
  private func rareTIFF(in bytes: UnsafeRawBufferPointer, rows: Int? = nil) throws(PictureError) -> RawPicture? {
    hanscan_tiff_listen()
    var page = hanscan_tiff_page()
    defer { hanscan_tiff_close(&page) }
    guard let start = bytes.baseAddress else { return nil }
    try check(hanscan_tiff_open(&page, start, bytes.count, UInt64(max(0, byteOffset))))
    guard Int(page.width) == header.width, Int(page.height) == header.height else { return nil }
    guard let raw = RawPicture(width: header.width, height: header.height) else { throw .outOfMemory }
    guard let words = pixGetData(raw.pix), Int(pixGetWpl(raw.pix)) == header.width else { return nil }
    let result = hanscan_tiff_pixels(&page, words)
    if let rows {
      if result != HANSCAN_TIFF_DAMAGED { try check(result) }
      // Missing tiles were left at zero.
      for index in 0..<rows * header.width where words[index] == 0 { words[index] = .max }
      if rows < header.height { Picture.whiten(rows..<header.height, of: raw.pix) }
    } else {
      try check(result)
      let damage = Int(hanscan_tiff_damage())
      if damage > 0 { throw Self.broken(in: damage) }
    }
    pixSetSpp(raw.pix, 4)
    guard let shown = page.is_gray == 0 ? raw : raw.firstChannel(),
      let upright = Picture.upright(consuming: shown.release(), orientation: Int(page.orientation))
    else { throw .outOfMemory }
    return RawPicture(upright)
  }

  private func check(_ result: hanscan_tiff_result) throws(PictureError) {
    switch result {
    case HANSCAN_TIFF_READ: return
    case HANSCAN_TIFF_NO_MEMORY: throw .outOfMemory
    case HANSCAN_TIFF_UNKNOWN: throw .unsupported(header.rarity ?? "a TIFF of a rare kind")
    default:
      if let missing = header.missing { throw .truncated(missing) }
      throw .damaged("its pixels cannot be decoded (\(header.rarity ?? "a TIFF"))")
    }
  }
}
