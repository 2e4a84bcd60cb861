/// Ink and paper, row by row.
package struct Grid {
  package let width: Int
  package let height: Int
  package var ink: [Bool]

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    ink = [Bool](repeating: false, count: width * height)
  }

  package func row(_ y: Int) -> ArraySlice<Bool> { ink[y * width..<(y + 1) * width] }

  /// Samples of so many bits, ink as `ink` and paper as `paper`, each row filled up to a whole byte.
  package func samples(_ bits: Int, ink: [Int], paper: [Int]) -> [[UInt8]] {
    (0..<height).map { y in
      var writer = BitWriter()
      for isInk in row(y) {
        for value in isInk ? ink : paper { writer.append(value, bits) }
      }
      return writer.finish()
    }
  }
}

/// Numbers of any length in bits, the highest first.
package struct BitWriter {
  package private(set) var bytes: [UInt8] = []
  private var held: UInt64 = 0
  private var count = 0

  package mutating func append(_ value: Int, _ bits: Int) {
    held = held << UInt64(bits) | UInt64(value) & (1 << UInt64(bits) - 1)
    count += bits
    while count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt64(count)))
    }
  }

  /// The bytes, the last filled up with `filling`.
  package mutating func finish(filling: Int = 0) -> [UInt8] {
    while count > 0 { append(filling, 1) }
    return bytes
  }
}

/// PNG files of every kind, written from the format's description.
package enum PNGFile {
  package static func make(
    _ grid: Grid, depth: Int, colour: Int, ink: [Int], paper: [Int], chunks: [[UInt8]] = []
  ) -> [UInt8] {
    let rows = grid.samples(depth, ink: ink, paper: paper).map { [0] + $0 }
    return file(
      width: grid.width, height: grid.height, depth: depth, colour: colour, chunks: chunks,
      data: stored(Array(rows.joined())))
  }

  package static func file(
    width: Int, height: Int, depth: Int, colour: Int, chunks: [[UInt8]] = [], data: [UInt8]
  ) -> [UInt8] {
    let header = big(width, 4) + big(height, 4) + [UInt8(depth), UInt8(colour), 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunks.joined()
      + chunk("IDAT", data) + chunk("IEND", [])
  }

  package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(content.count, 4) + body + big(Int(crc(body)), 4)
  }

  package static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A zlib stream of blocks that are not compressed.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let length = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
      stream += [start + 65_535 >= bytes.count ? 1 : 0] + length + length.map { ~$0 } + block
    }
    return stream + adler(bytes.lazy.map { ($0, 1) })
  }

  /// A zlib stream of about so many zeros, at least 2065 of them: a thousandth of them in length.
  package static func zeros(_ count: Int) -> [UInt8] {
    // Deflate has its codes with the highest bit first, in bytes that are filled from the lowest bit on.
    func code(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).reversed().map { UInt8(value >> $0 & 1) }
    }
    func packed(_ bits: [UInt8]) -> [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in (0..<8).reduce(0) { $0 | bits[start + $1] << UInt8($1) } }
    }
    let head = [1, 1, 0] + code(0x30, 8)  // The last block, with the fixed codes, and one zero,
    // and 258 times the byte before, for as long as it takes. Eight of these fill whole bytes, of which each next eight
    // begin in the same place.
    let copies = Array([[UInt8]](repeating: code(0xC5, 8) + code(0, 5), count: 8).joined())
    let eights = (count - 1) / 258 / 8
    let next = packed(copies.suffix(3) + copies.dropLast(3))
    return [0x78, 0x01] + packed(head + copies.dropLast(3)) + [[UInt8]](repeating: next, count: eights - 1).joined()
      + packed(copies.suffix(3) + [UInt8](repeating: 0, count: 13)) + adler([(UInt8(0), 1 + eights * 8 * 258)])
  }

  private static func adler(_ runs: some Sequence<(UInt8, Int)>) -> [UInt8] {
    var (low, high) = (1, 0)
    for (byte, count) in runs {
      if byte == 0 {
        high = (high + low * count) % 65_521
        continue
      }
      for _ in 0..<count {
        low = (low + Int(byte)) % 65_521
        high = (high + low) % 65_521
      }
    }
    return big(high << 16 | low, 4)
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
  }
}

/// TIFF files of one page in one strip.
package enum TIFFFile {
  package static func make(
    _ grid: Grid, bits: Int, photometric: Int, ink: [Int], paper: [Int], isBigEndian: Bool = false,
    more: [(tag: Int, type: Int, values: [Int])] = []
  ) -> [UInt8] {
    let pixels = Array(grid.samples(bits, ink: ink, paper: paper).joined())
    return file(
      entries: [
        (256, 4, [grid.width]), (257, 4, [grid.height]), (258, 3, [Int](repeating: bits, count: ink.count)),
        (259, 3, [1]), (262, 3, [photometric]), (273, 4, [8]), (277, 3, [ink.count]), (278, 4, [grid.height]),
        (279, 4, [pixels.count]),
      ] + more, data: pixels, isBigEndian: isBigEndian)
  }

  /// The data begin at byte 8.
  package static func file(
    entries: [(tag: Int, type: Int, values: [Int])], data: [UInt8], isBigEndian: Bool = false, next: Int = 0
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      isBigEndian ? PNGFile.big(value, count) : PNGFile.big(value, count).reversed()
    }
    func size(_ type: Int) -> Int { type == 3 ? 2 : type == 4 ? 4 : 1 }
    var body = data + [UInt8](repeating: 0, count: data.count % 2)
    var rows: [UInt8] = []
    for (tag, type, values) in entries.sorted(by: { $0.tag < $1.tag }) {
      let bytes = Array(values.map { number($0, size(type)) }.joined())
      rows += number(tag, 2) + number(type, 2) + number(values.count, 4)
      if bytes.count <= 4 {
        rows += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        rows += number(8 + body.count, 4)
        body += bytes + [UInt8](repeating: 0, count: bytes.count % 2)
      }
    }
    let head: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    return head + number(8 + body.count, 4) + body + number(entries.count, 2) + rows + number(next, 4)
  }
}

/// JPEG files whose squares of eight pixels have one colour each, so that they need no transform.
package enum JPEGFile {
  /// `ink` and `paper` have a value for each component; `application` are segments before the frame.
  package static func make(
    width: Int, height: Int, ink: [Int], paper: [Int], application: [UInt8] = [], isInk: (Int, Int) -> Bool
  ) -> [UInt8] {
    let components = ink.count
    var file: [UInt8] = [0xFF, 0xD8] + application
    file += [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
    file += [0xFF, 0xC0] + PNGFile.big(8 + 3 * components, 2) + [8] + PNGFile.big(height, 2) + PNGFile.big(width, 2)
    file += [UInt8(components)] + (1...components).flatMap { [UInt8($0), 0x11, 0] }
    // Twelve codes of four bits for the levels' differences, one of one bit for "the rest of the square is even".
    file += [0xFF, 0xC4, 0, 31, 0, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12).map { UInt8($0) }
    file += [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    file += [0xFF, 0xDA] + PNGFile.big(6 + 2 * components, 2) + [UInt8(components)]
    file += (1...components).flatMap { [UInt8($0), 0] } + [0, 63, 0]
    var writer = BitWriter()
    var before = [Int](repeating: 0, count: components)
    for y in stride(from: 0, to: height, by: 8) {
      for x in stride(from: 0, to: width, by: 8) {
        let levels = isInk(x, y) ? ink : paper
        for component in 0..<components {
          // With a quantiser of 8 the mean of a square is the number itself, less 128.
          let level = levels[component] - 128
          let difference = level - before[component]
          before[component] = level
          let length = Int.bitWidth - difference.magnitude.leadingZeroBitCount
          writer.append(length, 4)
          if length > 0 { writer.append(difference > 0 ? difference : difference + (1 << length) - 1, length) }
          writer.append(0, 1)
        }
      }
    }
    for byte in writer.finish(filling: 1) { file += byte == 0xFF ? [0xFF, 0] : [byte] }
    return file + [0xFF, 0xD9]
  }

  package static func make(_ grid: Grid, ink: [Int], paper: [Int], application: [UInt8] = []) -> [UInt8] {
    make(width: grid.width, height: grid.height, ink: ink, paper: paper, application: application) { x, y in
      grid.ink[min(y + 4, grid.height - 1) * grid.width + min(x + 4, grid.width - 1)]
    }
  }

  package static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + PNGFile.big(content.count + 2, 2) + content
  }
}
