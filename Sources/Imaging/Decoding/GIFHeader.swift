/// The blocks of a GIF up to its first picture; Leptonica reads none that has a second.
struct GIFHeader {
  private(set) var width = 0
  private(set) var height = 0
  /// The first byte after the first frame; nil where the frame does not end.
  private(set) var endOfFirstFrame: Int?

  init?(_ cursor: ByteCursor) {
    guard let flags = cursor.byte(10) else { return nil }
    var offset = 13 + Self.tableSize(flags)
    while let kind = cursor.byte(offset) {
      switch kind {
      case 0x21:
        offset += 2
      case 0x2C:
        guard let width = cursor.number(offset + 5, size: 2), let height = cursor.number(offset + 7, size: 2),
          let flags = cursor.byte(offset + 9)
        else { return nil }
        (self.width, self.height) = (width, height)
        offset += 11 + Self.tableSize(flags)
      default:
        return nil
      }
      while let size = cursor.byte(offset), size > 0 { offset += Int(size) + 1 }
      offset += 1
      if kind == 0x2C {
        if offset <= cursor.bytes.count { endOfFirstFrame = offset }
        return
      }
    }
    return nil
  }

  private static func tableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}
