import CLeptonica
import PageModel
import PictureFormats
import Support

extension PictureSource {
  /// Reads a bitmap; Leptonica reads only current Windows headers, and no file that lacks rows.
  func readBMP() throws(PictureError) -> RawPicture? {
    do throws(HeaderFault) {
      guard header.missing != nil else { return try bitmap(in: bytes).map { RawPicture($0) } }
      guard let (filled, missing) = try filledBitmap() else { return nil }
      let read = try filled.withBytes { copy throws(HeaderFault) in try bitmap(in: copy) }
      guard let pix = read else { return nil }
      let raw = RawPicture(pix)
      raw.warnings = [.cutOff]
      raw.missingRows = missing
      return raw
    } catch {
      throw .truncated("its rows of pixels end too early, or lie where they can't")
    }
  }

  private func bitmap(in bytes: UnsafeRawBufferPointer) throws(HeaderFault) -> UnsafeMutablePointer<PIX>? {
    if header.rarity == nil, let packed = try PackedBitmap(bytes, width: header.width, height: header.height) {
      let plain = try packed.plain()
      return pixReadMemBmp(plain, plain.count)
    }
    let layout = try layout(of: bytes)
    // Leptonica rejects bytes behind the rows.
    let (rows, isTooLarge) = layout.row.multipliedReportingOverflow(by: header.height)
    let size = header.rarity == nil && !isTooLarge && rows < bytes.count ? layout.pixels + rows : bytes.count
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(size))
    // Leptonica decodes compressed bitmaps, and judges those that contradict themselves.
    guard header.rarity == nil, let plain = try? RewrittenPicture.bitmap(bytes) else {
      return pixReadMemBmp(bytes.bytes, bytes.count)
    }
    return pixReadMemBmp(plain, plain.count)
  }

  /// The offset of the pixels and the bytes of a row, of pixels that are not compressed.
  private func layout(
    of bytes: UnsafeRawBufferPointer
  ) throws(HeaderFault) -> (isFirst: Bool, depth: Int, pixels: Int, row: Int) {
    var reader = ByteReader(memory: bytes)
    let isFirst = try reader.number(at: 14, bytes: 4, .little) == 12
    let depth = Int(try reader.number(at: isFirst ? 24 : 28, bytes: 2, .little))
    let pixels = Int(try reader.number(at: 10, bytes: 4, .little))
    return (isFirst, depth, pixels, (header.width * depth + 31) / 32 * 4)
  }

  /// A copy with all rows and the range of those that the file lacks; nil if it has none.
  private func filledBitmap() throws(HeaderFault) -> (file: [UInt8], missing: Range<Int>)? {
    let (isFirst, depth, pixels, row) = try layout(of: bytes)
    // The sign of the height says that rows run downwards.
    let runsDown = !isFirst && bytes[25] & 0x80 != 0
    guard row > 0, pixels < bytes.count, depth <= 32 else { return nil }
    let held = min((bytes.count - pixels) / row, header.height)
    guard held > 0 else { return nil }
    let file = Array(bytes) + [UInt8](repeating: 0, count: max(0, pixels + row * header.height - bytes.count))
    return (file, runsDown ? held..<header.height : 0..<header.height - held)
  }
}
