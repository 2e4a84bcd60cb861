import Glibc

/// The colour space sRGB as a profile of version 2 (ICC.1:2001-04), made from its definition (IEC 61966-2-1).
enum SRGBProfile {
  static let bytes: [UInt8] = {
    let text = Array("sRGB".utf8)
    let description = tag("desc", long(text.count + 1) + text + [0] + [UInt8](repeating: 0, count: 78))
    let tags: [(name: String, bytes: [UInt8])] = [
      ("desc", description),
      ("cprt", tag("text", Array("No copyright".utf8) + [0])),
      // D50, and the primaries of sRGB adapted to it by the Bradford method.
      ("wtpt", point(0.9642, 1, 0.8249)),
      ("rXYZ", point(0.4360, 0.2225, 0.0139)),
      ("gXYZ", point(0.3851, 0.7169, 0.0971)),
      ("bXYZ", point(0.1431, 0.0606, 0.7141)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var directory = long(tags.count)
    var data: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    for (name, bytes) in tags {
      // The three curves are one.
      let place = places[bytes] ?? data.count
      if places[bytes] == nil {
        places[bytes] = place
        data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
      }
      directory += Array(name.utf8) + long(128 + 4 + 12 * tags.count + place) + long(bytes.count)
    }
    return header(size: 128 + directory.count + data.count) + directory + data
  }()

  /// 128 bytes; a date without a day would be none, so it is that of the standard.
  private static func header(size: Int) -> [UInt8] {
    var bytes = long(size) + [0, 0, 0, 0] + long(0x0210_0000)
    bytes += Array("mntrRGB XYZ ".utf8)
    bytes += [1999, 10, 18, 0, 0, 0].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    bytes += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    // The light that colours are told for: D50.
    bytes += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return bytes + [UInt8](repeating: 0, count: 128 - bytes.count)
  }

  /// 256 values of light, of 16 bits each.
  private static let curve: [UInt8] = {
    let count = 256
    let values = (0..<count).flatMap { index -> [UInt8] in
      let value = Double(index) / Double(count - 1)
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      let number = Int((light * 65_535).rounded())
      return [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    return tag("curv", long(count) + values)
  }()

  private static func tag(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, 0] + content
  }

  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    tag("XYZ ", fixed(x) + fixed(y) + fixed(z))
  }

  private static func fixed(_ value: Double) -> [UInt8] { long(Int((value * 65_536).rounded())) }

  private static func long(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
