import PictureFormats
import Support

/// Sound pictures that Leptonica does not read, rewritten so that it does.
enum RewrittenPicture {
  /// A bitmap with the header of 40 bytes instead of one of OS/2 or an older Windows.
  static func bitmap(_ bytes: UnsafeRawBufferPointer) throws(HeaderFault) -> [UInt8]? {
    var reader = ByteReader(memory: bytes)
    let length = try reader.number(at: 14, bytes: 4, .little)
    if [40, 108, 124].contains(length) { return nil }
    // OS/2's first header has numbers of two bytes, and colours of three.
    let isFirst = length == 12
    let word = isFirst ? 2 : 4
    let (width, height) = (try reader.bytes(at: 18, count: word), try reader.bytes(at: 18 + UInt64(word), count: word))
    let depth = try reader.number(at: 20 + 2 * UInt64(word), bytes: 2, .little)
    let (table, pixels) = (14 + length, try reader.number(at: 10, bytes: 4, .little))
    guard table <= pixels, pixels <= reader.size, [1, 4, 8, 24, 32].contains(depth) else { return nil }
    let entry: UInt64 = isFirst ? 3 : 4
    let count = depth > 8 ? 0 : min(1 << depth, (pixels - table) / entry)
    if depth <= 8, count == 0 { return nil }
    let rows = reader.size - pixels
    let padding = [UInt8](repeating: 0, count: 4 - word)
    var file = head(
      width: width + padding, height: height + padding, depth: UInt8(depth), colours: Int(count), rows: Int(rows))
    for index in 0..<count { file += try reader.bytes(at: table + index * entry, count: 3) + [0] }
    file += bytes[Int(pixels)...]
    return file
  }

  /// A packed bitmap from a plain one, whose digits begin at an offset; nil if digits are missing.
  static func packed(
    _ bytes: UnsafeRawBufferPointer, from start: Int, width: Int, height: Int
  ) -> [UInt8]? {
    var file = Array("P4\n\(width) \(height)\n".utf8)
    file.reserveCapacity(file.count + (width + 7) / 8 * height)
    var place = start
    for _ in 0..<height {
      var byte: UInt8 = 0
      for column in 0..<width {
        while place < bytes.count, isBlank(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] | 1 == UInt8(ascii: "1") else { return nil }
        byte = byte << 1 | (bytes[place] & 1)
        place += 1
        if column & 7 == 7 { file.append(byte) }
      }
      if width & 7 != 0 { file.append(byte << UInt8(8 - width & 7)) }
    }
    return file
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }

  /// The beginning of a bitmap's file, up to its colours; `rows` are the bytes of its rows.
  static func head(width: [UInt8], height: [UInt8], depth: UInt8, colours: Int, rows: Int) -> [UInt8] {
    let start = 54 + 4 * colours
    var file = Array("BM".utf8)
    file.reserveCapacity(start + rows)
    for number in [start + rows, 0, start, 40] { file += ByteOrder.little.bytes(number, 4) }
    file += width + height + [1, 0, depth, 0]
    for number in [0, rows, 0, 0, colours, 0] { file += ByteOrder.little.bytes(number, 4) }
    return file
  }
}
