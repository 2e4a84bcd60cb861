import PictureFormats
import Support

/// Rewrites bitmaps with run lengths or bit fields as plain ones.
struct PackedBitmap {
  private let bytes: UnsafeRawBufferPointer
  private let width: Int
  private let height: Int
  /// Four bytes with the sign, because rows can run downwards.
  private let writtenHeight: [UInt8]
  private let depth: Int
  private let compression: Int
  private let length: Int
  private let pixels: Int

  init?(_ bytes: UnsafeRawBufferPointer, width: Int, height: Int) throws(HeaderFault) {
    var reader = ByteReader(memory: bytes)
    length = Int(try reader.number(at: 14, bytes: 4, .little))
    guard length >= 40 else { return nil }
    depth = Int(try reader.number(at: 28, bytes: 2, .little))
    compression = Int(try reader.number(at: 30, bytes: 4, .little))
    pixels = Int(try reader.number(at: 10, bytes: 4, .little))
    writtenHeight = try reader.bytes(at: 22, count: 4)
    guard compression != 0 || depth == 16, pixels <= bytes.count else { return nil }
    (self.bytes, self.width, self.height) = (bytes, width, height)
  }

  /// The picture as a bitmap of 8 bits with a palette, or of 24 bits.
  func plain() throws(HeaderFault) -> [UInt8] {
    switch (compression, depth) {
    case (1, 8): try unrolled(pairs: false)
    case (2, 4): try unrolled(pairs: true)
    case (0, 16): try spread([0x7C00, 0x3E0, 0x1F])
    case (3, 16), (3, 32), (6, 16), (6, 32): try spread(try masks())
    default: throw .damaged("it is a bitmap that is compressed in a rare way")
    }
  }

  private func masks() throws(HeaderFault) -> [UInt32] {
    var reader = ByteReader(memory: bytes)
    return try [54, 58, 62].map { place throws(HeaderFault) in
      UInt32(truncatingIfNeeded: try reader.number(at: place, bytes: 4, .little))
    }
  }

  /// Rows of 24 bits from pixels with these masks of red, green and blue.
  private func spread(_ masks: [UInt32]) throws(HeaderFault) -> [UInt8] {
    let size = depth / 8
    let row = (width * depth + 31) / 32 * 4
    guard row.multipliedReportingOverflow(by: height).partialValue <= bytes.count - pixels else { throw .truncated }
    // Blue comes first in a row.
    let channels = masks.reversed().map { mask -> (mask: UInt32, shift: UInt32, most: UInt32) in
      let shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      return (mask, shift, max(1, mask >> shift))
    }
    let wide = (width * 3 + 3) / 4 * 4
    var file = file(depth: 24, colours: [], rows: wide * height)
    let start = file.count - wide * height
    for line in 0..<height {
      for column in 0..<width {
        let place = pixels + line * row + column * size
        let word =
          size == 2
          ? UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
          : UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        for (index, channel) in channels.enumerated() {
          let level = UInt64((word & channel.mask) >> channel.shift) * 255 / UInt64(channel.most)
          file[start + line * wide + column * 3 + index] = UInt8(truncatingIfNeeded: level)
        }
      }
    }
    return file
  }

  /// Rows of 8 bits from runs; `pairs` if a byte holds two pixels of 4 bits.
  private func unrolled(pairs: Bool) throws(HeaderFault) -> [UInt8] {
    let table = 14 + length
    guard table <= pixels else { throw .damaged("its colours lie behind its pixels") }
    var colours = Array(bytes[table..<min(pixels, table + 4 << (pairs ? 4 : 8))])
    colours += [UInt8](repeating: 0, count: (4 - colours.count % 4) % 4)
    let wide = (width + 3) / 4 * 4
    var file = file(depth: 8, colours: colours, rows: wide * height)
    let start = file.count - wide * height
    var (place, line, column) = (pixels, 0, 0)
    func next() throws(HeaderFault) -> UInt8 {
      guard place < bytes.count else { throw .truncated }
      defer { place += 1 }
      return bytes[place]
    }
    func put(_ value: UInt8) {
      if column < width, line < height { file[start + line * wide + column] = value }
      column += 1
    }
    while line < height {
      let count = Int(try next())
      let second = try next()
      switch (count, second) {
      case (0, 0): (column, line) = (0, line + 1)
      case (0, 1): return file
      case (0, 2):
        column += Int(try next())
        line += Int(try next())
      case (0, _):
        let bytesHeld = pairs ? (Int(second) + 1) / 2 : Int(second)
        for index in 0..<bytesHeld {
          let byte = try next()
          put(pairs ? byte >> 4 : byte)
          if pairs, index * 2 + 1 < Int(second) { put(byte & 15) }
        }
        // Literal pixels fill whole words of two bytes.
        if bytesHeld & 1 == 1 { _ = try next() }
      default:
        for index in 0..<count { put(pairs ? (index & 1 == 0 ? second >> 4 : second & 15) : second) }
      }
    }
    return file
  }

  /// A bitmap whose `rows` bytes of pixels at its end are 0.
  private func file(depth: UInt8, colours: [UInt8], rows: Int) -> [UInt8] {
    let head = RewrittenPicture.head(
      width: ByteOrder.little.bytes(width, 4), height: writtenHeight, depth: depth, colours: colours.count / 4,
      rows: rows)
    return head + colours + [UInt8](repeating: 0, count: rows)
  }
}
