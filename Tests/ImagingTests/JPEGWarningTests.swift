import PageModel
import Testing

@testable import Imaging

/// libjpeg warns of oddities that cost no pixel as it does of damage: neither may be taken for the other.
@Suite struct `An oddity of a JPEG` {
  /// A name, and a sound file that has it.
  private static let rows: [(name: String, make: @Sendable () throws -> Parts)] = [
    ("none", { try colour() }),
    ("rubbish between segments", { try colour().with(head: Array("AAA".utf8)) }),
    ("a stuffed zero between segments", { try colour().with(head: [0xFF, 0]) }),
    ("a run of rubbish with stuffed zeros", { try colour().with(head: [0x41, 0xFF, 0, 0x41, 0xFF, 0, 0xFF, 0]) }),
    ("two runs of rubbish", { try colour().with(head: [0x41, 0xFF, 1, 0x41]) }),
    ("fill bytes", { try colour().with(head: [0xFF, 0xFF, 0xFF]) }),
    ("a short JFIF block", { try colour().with(head: segment(0xE0, Array("JFIF\0".utf8) + [2])) }),
    ("JFIF of version 2", { try colour().with(head: segment(0xE0, jfif(version: 2))) }),
    ("JFIF of version 2, twice", { try colour().with(head: doubled(segment(0xE0, jfif(version: 2)))) }),
    ("Adobe's transform 3 beside JFIF", { try colour().with(head: adobe(3)) }),
    ("Adobe's transform 2 alone", { try colour().withoutJFIF().with(head: adobe(2)) }),
    ("Adobe's transform 3 alone, twice", { try colour().withoutJFIF().with(head: doubled(adobe(3))) }),
    ("Adobe's transform 3, then 1", { try colour().withoutJFIF().with(head: adobe(3) + adobe(1)) }),
    ("Adobe's transform 1, then 3", { try colour().withoutJFIF().with(head: adobe(1) + adobe(3)) }),
    ("Adobe's transform 3 in a short block", { try colour().withoutJFIF().with(head: Array(adobe(3, length: 13))) }),
    ("Adobe's transform 3 of a gray picture", { try gray().withoutJFIF().with(head: adobe(3)) }),
    ("a scan without a spectrum", { try colour().withoutSpectrum([0]) }),
    ("three scans", { try threeScans() }),
    ("three scans, the last without a spectrum", { try threeScans().withoutSpectrum([2]) }),
    ("three scans, all without a spectrum", { try threeScans().withoutSpectrum([0, 1, 2]) }),
    ("rubbish between scans' tables", { try threeScans().with(between: segment(0xFE, [1]) + Array("AA".utf8)) }),
    ("JFIF of version 2 between scans", { try threeScans().with(between: segment(0xE0, jfif(version: 2))) }),
  ]

  @Test(arguments: rows.indices)
  func `costs no page, and hides no damage`(row: Int) throws {
    let (name, make) = Self.rows[row]
    let parts = try make()
    let plain = parts.scans.count > 1 ? try Self.threeScans() : parts.isGray ? try Self.gray() : try Self.colour()
    let expected = corners(of: try Picture.decode(plain.bytes))
    do throws(PictureError) {
      let read = corners(of: try Picture.decode(parts.bytes))
      #expect(zip(read, expected).allSatisfy { abs($0 - $1) <= 3 }, "\(name)")
    } catch {
      Issue.record("\(name): \(error)")
    }
    // The end in the midst of a scan: libjpeg warns once and fills the rest with gray.
    var broken = parts
    let last = broken.scans.count - 1
    broken.scans[last].data.removeLast(broken.scans[last].data.count / 2)
    #expect(throws: PictureError.self, "\(name)") { try Picture.decode(broken.bytes) }
  }

  @Test func `of a hierarchical JPEG is that it is not read`() throws {
    for marker: UInt8 in [0xC5, 0xC6, 0xC7, 0xCD, 0xCE, 0xCF] {
      var parts = try Self.gray()
      let frame = try #require(parts.head.indices.first { parts.head[$0...].starts(with: [0xFF, 0xC0]) })
      parts.head[frame + 1] = marker
      let error = #expect(throws: PictureError.self) { try Picture.decode(parts.bytes) }
      #expect(error?.problem.code == .unsupportedFormat, "\(marker)")
    }
  }

  private static func noise(_ x: Int, _ y: Int) -> Int { (x / 100) * 60 + (y / 80) * 50 + (x * 7 + y * y * 13) % 31 }

  private static func gray() throws -> Parts {
    try Parts(encoded(drawn(width: 300, height: 200) { UInt8(noise($0, $1)) }, format: IFF.jpeg))
  }

  private static func colour() throws -> Parts {
    let picture = drawnInColour(width: 300, height: 200) { x, y in
      let level = noise(x, y)
      return (level, level, level)
    }
    return try Parts(encoded(picture, format: IFF.jpeg))
  }

  /// A baseline picture with a scan of its own for each component: the gray one, three times.
  private static func threeScans() throws -> Parts {
    var parts = try gray().withoutJFIF()
    let frame = try #require(parts.head.indices.first { parts.head[$0...].starts(with: [0xFF, 0xC0]) })
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    let header: [UInt8] = [0, 17] + Array(parts.head[frame + 4..<frame + 9]) + components
    parts.head.replaceSubrange(frame + 2..<frame + 13, with: header)
    let scan = parts.scans[0]
    parts.scans = (1...3).map { Parts.Scan(header: [0xFF, 0xDA, 0, 8, 1, $0, 0, 0, 63, 0], data: scan.data) }
    // Behind Adobe's mark three components are red, green and blue as they are.
    return parts.with(head: adobe(0))
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, 0, UInt8(content.count + 2)] + content
  }

  private static func jfif(version: UInt8) -> [UInt8] { Array("JFIF\0".utf8) + [version, 1, 0, 0, 1, 0, 1, 0, 0] }

  private static func adobe(_ transform: UInt8, length: Int = 14) -> [UInt8] {
    segment(0xEE, Array((Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]).prefix(length - 2)))
  }

  private static func doubled(_ bytes: [UInt8]) -> [UInt8] { bytes + bytes }
}

/// A JPEG in its parts.
private struct Parts {
  struct Scan {
    var header: [UInt8]
    /// The entropy-coded data.
    var data: [UInt8]
  }

  /// From behind the first marker to the first scan.
  var head: [UInt8]
  var scans: [Scan]
  /// What lies before every scan but the first.
  private var between: [UInt8] = []

  /// Takes a file of one scan apart.
  init(_ bytes: [UInt8]) throws {
    let scan = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    head = Array(bytes[2..<scan])
    let data = scan + 2 + Int(bytes[scan + 3])
    scans = [Scan(header: Array(bytes[scan..<data]), data: Array(bytes[data..<bytes.count - 2]))]
  }

  var isGray: Bool { scans[0].header[4] == 1 && scans.count == 1 }

  var bytes: [UInt8] {
    let body = scans.enumerated().flatMap { ($0 == 0 ? [] : between) + $1.header + $1.data }
    return [0xFF, 0xD8] + head + body + [0xFF, 0xD9]
  }

  func with(head more: [UInt8]) -> Parts {
    var parts = self
    parts.head += more
    return parts
  }

  func with(between more: [UInt8]) -> Parts {
    var parts = self
    parts.between = more
    return parts
  }

  func withoutJFIF() throws -> Parts {
    var parts = self
    try #require(head.starts(with: [0xFF, 0xE0]))
    parts.head.removeFirst(2 + Int(head[3]))
    return parts
  }

  /// The last three bytes of these scans' headers zeroed, as some scanners write them.
  func withoutSpectrum(_ indices: [Int]) -> Parts {
    var parts = self
    for index in indices {
      let end = parts.scans[index].header.count
      parts.scans[index].header.replaceSubrange(end - 3..<end, with: [0, 0, 0])
    }
    return parts
  }
}
