import CZlib

/// Bytes compressed by zlib, as PDF's FlateDecode takes them.
enum Deflate {
  /// Nil where there is no memory for it.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    // 9 is the best of its levels; text layers are small.
    guard compress2(&packed, &length, bytes, uLong(bytes.count), 9) == Z_OK else { return nil }
    packed.removeLast(packed.count - Int(length))
    return packed
  }
}
