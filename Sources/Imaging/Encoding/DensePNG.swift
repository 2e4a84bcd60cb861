import CDeflate
import FoundationEssentials
import PictureFormats
import Support

/// A PNG with its rows compressed again, denser than zlib does.
enum DensePNG {
  /// The level of libdeflate (`Measurements.md`).
  private static let level: CInt = 10
  /// The most bytes of all rows; packing needs three times as much memory beside the picture.
  private static let most = 128 << 20

  /// - Parameter file: A PNG.
  /// - Returns: nil if its rows can't be copied or are too many, or without memory.
  static func packed(_ file: Data) -> Data? {
    let found = file.withUnsafeBytes { bytes in
      var reader = ByteReader(memory: bytes)
      return PictureFormat.png.stream(&reader)
    }
    guard let stream = found, let first = stream.ranges.first, let last = stream.ranges.last else { return nil }
    // One byte before each row names its filter.
    let count = stream.height * ((stream.width * stream.colours.samples * stream.bits + 7) / 8 + 1)
    let rows = stream.ranges.reduce(into: Data()) { rows, range in
      rows += file.dropFirst(Int(range.lowerBound)).prefix(range.count)
    }
    guard count <= most, let packed = packed(rows, count) else { return nil }
    // A chunk has its length and name before its bytes, and a checksum behind them.
    return file.prefix(Int(first.lowerBound) - 8) + chunk("IDAT", packed) + file.dropFirst(Int(last.upperBound) + 4)
  }

  private static func packed(_ rows: Data, _ count: Int) -> Data? {
    guard let unpacker = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(unpacker) }
    guard let packer = libdeflate_alloc_compressor(level) else { return nil }
    defer { libdeflate_free_compressor(packer) }
    var raw = Data(count: count)
    let unpacked = raw.withUnsafeMutableBytes { raw in
      rows.withUnsafeBytes { rows in
        libdeflate_zlib_decompress(unpacker, rows.baseAddress, rows.count, raw.baseAddress, raw.count, nil)
      }
    }
    guard unpacked == LIBDEFLATE_SUCCESS else { return nil }
    var packed = Data(count: libdeflate_zlib_compress_bound(packer, count))
    let length = packed.withUnsafeMutableBytes { packed in
      raw.withUnsafeBytes { raw in
        libdeflate_zlib_compress(packer, raw.baseAddress, raw.count, packed.baseAddress, packed.count)
      }
    }
    return length > 0 ? packed.prefix(length) : nil
  }

  private static func chunk(_ type: String, _ body: Data) -> Data {
    let named = Data(type.utf8) + body
    let sum = named.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    return ByteOrder.big.bytes(body.count, 4) + named + ByteOrder.big.bytes(sum, 4)
  }
}
