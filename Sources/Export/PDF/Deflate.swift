import CDeflate

/// Bytes compressed by libdeflate, as PDF's FlateDecode takes them.
enum Deflate {
  /// Nil if there is no memory for it.
  ///
  /// - Parameter level: 1 to 12, the best, which is slow.
  static func compressed(_ bytes: [UInt8], level: CInt = 12) -> [UInt8]? {
    guard let packer = libdeflate_alloc_compressor(level) else { return nil }
    defer { libdeflate_free_compressor(packer) }
    let most = libdeflate_zlib_compress_bound(packer, bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: most) { packed, count in
      count = libdeflate_zlib_compress(packer, bytes, bytes.count, packed.baseAddress, most)
    }
    return packed.isEmpty ? nil : packed
  }
}
