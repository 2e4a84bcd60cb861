import CLeptonica
import Glibc

extension Picture {
  /// Rows that are rotated at a time, and columns of them, which stay in the nearest cache.
  private static let bandRows = 64
  private static let tileColumns = 16

  /// The picture rotated by 90 degrees, of any depth; nil without memory.
  static func turned(
    consuming pix: UnsafeMutablePointer<PIX>, clockwise: Bool
  ) -> UnsafeMutablePointer<PIX>? {
    var source: UnsafeMutablePointer<PIX>? = pix
    defer { pixDestroy(&source) }
    let (width, height) = (Int(pixGetWidth(pix)), Int(pixGetHeight(pix)))
    guard pixGetDepth(pix) == 32, pixGetRefcount(pix) == 1, let words = pixGetData(pix) else {
      return pixRotate90(pix, clockwise ? 1 : -1)
    }
    guard let turned = pixCreateNoInit(l_int32(height), l_int32(width), 32), let target = pixGetData(turned) else {
      return nil
    }
    pixCopyResolution(turned, pix)
    pixCopySpp(turned, pix)
    for top in stride(from: 0, to: height, by: bandRows) {
      let bottom = min(top + bandRows, height)
      for left in stride(from: 0, to: width, by: tileColumns) {
        for x in left..<min(left + tileColumns, width) {
          // Rows of 32-bit words have no padding.
          let row = target + (clockwise ? x : width - 1 - x) * height
          for y in top..<bottom { row[clockwise ? height - 1 - y : y] = words[y * width + x] }
        }
      }
      giveBack(UnsafeMutableRawPointer(words + top * width), count: (bottom - top) * width * 4)
    }
    return turned
  }

  /// Returns the whole pages among these bytes to the system; they then read as zero.
  private static func giveBack(_ start: UnsafeMutableRawPointer, count: Int) {
    let page = UInt(sysconf(CInt(_SC_PAGESIZE)))
    let first = (UInt(bitPattern: start) + page - 1) / page * page
    let end = (UInt(bitPattern: start) + UInt(count)) / page * page
    guard first < end else { return }
    // On failure the memory is only wasted.
    _ = madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
  }
}
