/// Small pictures that tests draw: digits in black on white, as PNM.
package enum Drawing {
  private static let digits: [[UInt8]] = [
    [0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E], [0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E],
    [0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F], [0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E],
    [0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02], [0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E],
    [0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E], [0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E], [0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C],
  ]

  /// A picture with a number on it; equal numbers give equal bytes.
  package static func number(_ number: Int, scale: Int = 6) -> [UInt8] {
    let grid = grid(number, scale: scale)
    return Array("P5\n\(grid.width) \(grid.height)\n255\n".utf8) + grid.ink.map { $0 ? 0 : 255 }
  }

  /// The same as ink and paper.
  package static func grid(_ number: Int, scale: Int = 6) -> Grid {
    let figures = String(number).compactMap(\.wholeNumberValue)
    var grid = Grid(width: 80 + figures.count * 6 * scale, height: 80 + 7 * scale)
    for (place, figure) in figures.enumerated() {
      for row in 0..<7 * scale {
        for column in 0..<5 * scale where digits[figure][row / scale] >> (4 - column / scale) & 1 == 1 {
          grid.ink[(40 + row) * grid.width + 40 + place * 6 * scale + column] = true
        }
      }
    }
    return grid
  }

  /// Lines of fifteen digits under each other.
  package static func lines(_ count: Int, scale: Int) -> [UInt8] {
    let rows = (0..<count).map { number(100_000_000_000_000 + $0 * 1_234_567_890_123, scale: scale) }
    let header = String(decoding: rows[0].prefix { $0 != 0x0A }, as: UTF8.self)
    let size = String(decoding: rows[0].dropFirst(3).prefix { $0 != 0x0A }, as: UTF8.self).split(separator: " ")
    let (width, height) = (Int(size[0]) ?? 0, Int(size[1]) ?? 0)
    return Array("\(header)\n\(width) \(height * count)\n255\n".utf8) + rows.flatMap { $0.suffix(width * height) }
  }

  /// An empty page; equal marks give equal bytes, and no mark is seen.
  package static func blank(_ mark: Int = 0) -> [UInt8] {
    Array("P5\n# \(mark)\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600)
  }

  /// A TIFF of gray pages, each given as a PNM from above.
  package static func tiff(_ pages: [[UInt8]], losing isCut: Bool = false) -> [UInt8] {
    var file: [UInt8] = Array("II".utf8) + [42, 0, 0, 0, 0, 0]
    var link = 4
    for page in pages {
      let hasComment = page.dropFirst(3).first == UInt8(ascii: "#")
      var parts = page.split(separator: 0x0A, maxSplits: hasComment ? 4 : 3, omittingEmptySubsequences: false)
      if hasComment { parts.remove(at: 1) }
      let size = String(decoding: parts[1], as: UTF8.self).split(separator: " ").compactMap { UInt32($0) }
      let pixels = Array(parts[3])
      let start = UInt32(file.count)
      file += pixels
      if file.count % 2 == 1 { file.append(0) }
      put(UInt32(file.count), at: link, in: &file)
      let entries: [(UInt16, UInt32)] = [
        (256, size[0]), (257, size[1]), (258, 8), (259, 1), (262, 1), (273, start), (277, 1), (278, size[1]),
        (279, UInt32(pixels.count)),
      ]
      file += bytes(UInt16(entries.count))
      for (tag, value) in entries { file += bytes(tag) + bytes(UInt16(4)) + bytes(UInt32(1)) + bytes(value) }
      link = file.count
      file += [0, 0, 0, 0]
    }
    if isCut { put(UInt32(file.count + 1_000), at: link, in: &file) }
    return file
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func put(_ number: UInt32, at place: Int, in file: inout [UInt8]) {
    file.replaceSubrange(place..<place + 4, with: bytes(number))
  }
}
