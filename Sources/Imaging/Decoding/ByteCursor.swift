/// Reads numbers out of bytes that nobody has checked; everything outside of them is nil.
struct ByteCursor {
  let bytes: UnsafeRawBufferPointer
  var bigEndian = true

  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[offset] : nil
  }

  /// An unsigned number of `size` bytes (1, 2, 4 or 8) that fits an `Int`.
  func number(_ offset: Int, size: Int) -> Int? {
    guard offset >= 0, size > 0, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      let place = bigEndian ? index : size - 1 - index
      value = value << 8 | UInt64(bytes[offset + place])
    }
    return Int(exactly: value)
  }

  func matches(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  func range(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
  }
}
