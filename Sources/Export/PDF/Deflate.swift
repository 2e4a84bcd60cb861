import CDeflate
import CZlib

/// Bytes compressed by libdeflate, as PDF's FlateDecode takes them.
enum Deflate {
  /// Nil if there is no memory for it.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    // 12 is the best of its levels; text layers are small.
    guard let packer = libdeflate_alloc_compressor(12) else { return nil }
    defer { libdeflate_free_compressor(packer) }
    let most = libdeflate_zlib_compress_bound(packer, bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: most) { packed, count in
      count = libdeflate_zlib_compress(packer, bytes, bytes.count, packed.baseAddress, most)
    }
    return packed.isEmpty ? nil : packed
  }
}

/// Bytes that come piece by piece, compressed by zlib: libdeflate takes them all at once.
final class DeflateStream {
  private let stream: UnsafeMutablePointer<z_stream>
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  /// Nil if there is no memory for it.
  init?() {
    // zlib remembers where the stream lies.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard deflateInit_(stream, 9, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Takes the next bytes, and gives compressed ones as they come; `finish` gives the rest.
  func append(_ bytes: [UInt8], _ body: ([UInt8]) throws -> Void) rethrows {
    try deflate(bytes, Z_NO_FLUSH, body)
  }

  func finish(_ body: ([UInt8]) throws -> Void) rethrows {
    try deflate([], Z_FINISH, body)
  }

  private func deflate(_ bytes: [UInt8], _ flush: CInt, _ body: ([UInt8]) throws -> Void) rethrows {
    var taken = 0
    repeat {
      let packed = bytes.withUnsafeBufferPointer { bytes in
        room.withUnsafeMutableBufferPointer { room in
          // zlib only reads what it is given.
          stream.pointee.next_in = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
          stream.pointee.avail_in = uInt(bytes.count - taken)
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = uInt(room.count)
          _ = CZlib.deflate(stream, flush)
          taken = bytes.count - Int(stream.pointee.avail_in)
          return Array(room[..<(room.count - Int(stream.pointee.avail_out))])
        }
      }
      if !packed.isEmpty { try body(packed) }
      // As long as it fills the room there is more.
    } while stream.pointee.avail_out == 0
  }
}
