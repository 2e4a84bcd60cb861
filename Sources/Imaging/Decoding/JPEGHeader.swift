/// The segments of a JPEG: its size, its EXIF turn, whether it ends.
struct JPEGHeader {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = 1
  /// The decoder must hold all coefficients at once: scaling down while decoding saves no memory.
  private(set) var isWhole = false
  /// What libjpeg does not read, or seldom.
  private(set) var rarity: String?
  /// An end marker comes after the first scan.
  private(set) var hasEnd = false
  /// Oddities that libjpeg warns about and then handles well: they cost no pixel.
  private(set) var harmlessWarnings = 0

  /// Nil where no frame header comes before the first scan.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let cursor = ByteCursor(bytes: bytes)
    var offset = 2
    var hasFrame = false
    var isProgressive = false
    var components = 0
    segments: while true {
      let start = offset
      while let byte = cursor.byte(offset), byte != 0xFF { offset += 1 }
      // libjpeg counts one warning for any run of bytes between segments.
      if offset > start { harmlessWarnings += 1 }
      while cursor.byte(offset) == 0xFF { offset += 1 }
      // A file that is cut between its frame and its pixels has a size, and no end.
      guard let marker = cursor.byte(offset) else {
        guard hasFrame else { return nil }
        return
      }
      offset += 1
      switch marker {
      case 0x00, 0x01, 0xD0...0xD8: continue
      case 0xD9: return nil
      default: break
      }
      guard let length = cursor.number(offset, size: 2) else {
        guard hasFrame else { return nil }
        return
      }
      guard length >= 2 else { return nil }
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let height = cursor.number(offset + 3, size: 2), let width = cursor.number(offset + 5, size: 2) else {
          return nil
        }
        (self.width, self.height) = (width, height)
        components = Int(cursor.byte(offset + 7) ?? 0)
        isProgressive = marker & 3 == 2
        isWhole = isProgressive
        if marker > 0xC8 { rarity = "a JPEG of the arithmetic kind" }
        if marker & 3 == 3 { rarity = "a lossless JPEG" }
        if let depth = cursor.byte(offset + 2), depth != 8 { rarity = "a JPEG of \(depth) bits a sample" }
        hasFrame = true
      case 0xE0:
        if cursor.matches("JFIF\0", at: offset + 2), cursor.byte(offset + 7) != 1 { harmlessWarnings += 1 }
      case 0xE1:
        if cursor.matches("Exif\0\0", at: offset + 2), let exif = cursor.range(offset + 8, length - 8) {
          orientation = EXIF.orientation(of: exif)
        }
      case 0xEE:
        if cursor.matches("Adobe", at: offset + 2), let transform = cursor.byte(offset + 13) {
          if transform > 2 || (components == 3 && transform > 1) { harmlessWarnings += 1 }
        }
      case 0xDA:
        guard hasFrame else { return nil }
        if let inScan = cursor.byte(offset + 2), Int(inScan) < components { isWhole = true }
        // A baseline scan has the spectrum 0...63 and no approximation; some scanners write zeros.
        let last = offset + length
        let spectrum = (cursor.byte(last - 3), cursor.byte(last - 2), cursor.byte(last - 1))
        if !isProgressive, spectrum.0 != 0 || spectrum.1 != 63 || spectrum.2 != 0 { harmlessWarnings += 1 }
        offset += length
        break segments
      default: break
      }
      offset += length
    }
    // In entropy-coded data 0xFF is followed by 0 or a restart marker, so D9 there is the end.
    hasEnd = Self.findEnd(bytes, from: offset)
  }

  private static func findEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    // Mostly it is at the very end; behind it may lie a second picture or a phone's trailer.
    if bytes.count >= start + 2, bytes[bytes.count - 2] == 0xFF, bytes[bytes.count - 1] == 0xD9 { return true }
    var offset = start
    while offset < bytes.count - 1 {
      if bytes[offset] == 0xFF && bytes[offset + 1] == 0xD9 { return true }
      offset += 1
    }
    return false
  }
}
