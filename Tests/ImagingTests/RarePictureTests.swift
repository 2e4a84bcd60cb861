import CLeptonica
import Imaging
import PageModel
import PictureFormats
import TestSupport
import Testing

/// Kinds of TIFF and BMP that scanners seldom write, drawn here: a picture of columns that grow darker.
@Suite struct `A picture of a rare kind` {
  private static let (width, height) = (40, 24)
  /// What a pixel should be, 0 to 255.
  private static func level(_ x: Int, _ y: Int) -> Int { (x * 6 + (y / 8) * 5) % 256 }

  private static func samples<Value>(_ make: (Int) -> Value) -> [Value] {
    (0..<height).flatMap { y in (0..<width).map { make(level($0, y)) } }
  }

  private static func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  /// A little-endian TIFF with these tags, whose parts lie behind one another.
  private static func tiff(
    bits: Int, photometric: Int = 1, samples: Int = 1, format: Int = 1, planes: Int = 1, tile: Int? = nil,
    orientation: Int = 1, parts: [[UInt8]]
  ) -> [UInt8] {
    var tags: [(Int, [Int])] = [
      (256, [width]), (257, [height]), (258, [Int](repeating: bits, count: samples)), (259, [1]),
      (262, [photometric]), (274, [orientation]), (277, [samples]), (284, [planes]),
      (339, [Int](repeating: format, count: samples)),
    ]
    var file: [UInt8] = Array("II*\0".utf8) + [0, 0, 0, 0]
    var offsets: [Int] = []
    for part in parts {
      offsets.append(file.count)
      file += part
    }
    let sizes = parts.map(\.count)
    if let tile {
      tags += [(322, [tile]), (323, [tile]), (324, offsets), (325, sizes)]
    } else {
      tags += [(273, offsets), (278, [height]), (279, sizes)]
    }
    var entries: [UInt8] = []
    for (tag, values) in tags.sorted(by: { $0.0 < $1.0 }) {
      entries += bytes([UInt16(tag), 4]) + bytes([UInt32(values.count)])
      if values.count == 1 {
        entries += bytes([UInt32(values[0])])
      } else {
        entries += bytes([UInt32(file.count)])
        file += bytes(values.map { UInt32($0) })
      }
    }
    file.replaceSubrange(4..<8, with: bytes([UInt32(file.count)]))
    return file + bytes([UInt16(tags.count)]) + entries + [0, 0, 0, 0]
  }

  /// The gray levels of a picture, row by row.
  private static func grays(_ picture: Picture) -> [Int] {
    (0..<picture.height).flatMap { y in (0..<picture.width).map { picture.gray($0, y) } }
  }

  private func agrees(_ file: [UInt8], within tolerance: Int = 1, _ comment: Comment) throws {
    let picture = try Picture.decode(file)
    #expect(picture.width == Self.width && picture.height == Self.height, comment)
    let worst = zip(Self.grays(picture), Self.samples { $0 }).map { abs($0 - $1) }.max()
    #expect(try #require(worst) <= tolerance, comment)
  }

  @Test func `with numbers of any length, signed or not, whole or fractions, is what it shows`() throws {
    let levels: [Int] = Self.samples { $0 * 4095 / 255 }
    var twelve: [UInt8] = []
    for index in stride(from: 0, to: levels.count, by: 2) {
      let (one, other) = (levels[index], levels[index + 1])
      twelve += [UInt8(one >> 4), UInt8((one & 15) << 4 | other >> 8), UInt8(other & 255)]
    }
    try agrees(Self.tiff(bits: 12, parts: [twelve]), "12 bits")
    let whole = Self.bytes(Self.samples { UInt32($0) * 0x0101_0101 })
    try agrees(Self.tiff(bits: 32, parts: [whole]), within: 4, "32 bits")
    let fractions = Self.bytes(Self.samples { (Float($0) / 255).bitPattern })
    try agrees(Self.tiff(bits: 32, format: 3, parts: [fractions]), within: 4, "fractions")
    try agrees(
      Self.tiff(bits: 64, format: 3, parts: [Self.bytes(Self.samples { Double($0).bitPattern })]), "long fractions")
    try agrees(Self.tiff(bits: 8, format: 2, parts: [Self.samples { UInt8($0 ^ 0x80) }]), "signed")
    let signed = Self.bytes(Self.samples { Int16(($0 - 128) * 256) })
    try agrees(Self.tiff(bits: 16, format: 2, parts: [signed]), within: 2, "signed, long")
    let negative = Self.bytes(Self.samples { UInt32(255 - $0) * 0x0101_0101 })
    try agrees(Self.tiff(bits: 32, photometric: 0, parts: [negative]), within: 4, "white first")
    // No number at all, and one without end, are dark.
    var wild = Self.samples { (Float($0) / 255).bitPattern }
    (wild[0], wild[1]) = (Float.nan.bitPattern, Float.infinity.bitPattern)
    let picture = try Picture.decode(Self.tiff(bits: 32, format: 3, parts: [Self.bytes(wild)]))
    #expect(picture.gray(0, 0) == 0 && picture.gray(1, 0) == 0)
  }

  @Test func `with its colours apart, of ink, or in tiles is what it shows`() throws {
    let plane = Self.samples { UInt8($0) }
    try agrees(Self.tiff(bits: 8, photometric: 2, samples: 3, planes: 2, parts: [plane, plane, plane]), "planes")
    var ink: [UInt16] = []
    for level in Self.samples({ $0 }) { ink += [0, 0, 0, UInt16((255 - level) * 257)] }
    try agrees(Self.tiff(bits: 16, photometric: 5, samples: 4, parts: [Self.bytes(ink)]), "ink of 16 bits")
    let none = [UInt8](repeating: 0, count: plane.count)
    let black = plane.map { 255 - $0 }
    try agrees(
      Self.tiff(bits: 8, photometric: 5, samples: 4, planes: 2, parts: [none, none, none, black]), "ink apart")
    var tiles: [[UInt8]] = []
    for top in [0, 16] {
      for left in [0, 16, 32] {
        var tile: [UInt8] = []
        for y in top..<top + 16 {
          for x in left..<left + 16 { tile.append(x < Self.width && y < Self.height ? UInt8(Self.level(x, y)) : 99) }
        }
        tiles.append(tile)
      }
    }
    try agrees(Self.tiff(bits: 8, tile: 16, parts: tiles), "tiles")
    let long: [[UInt8]] = tiles.map { tile in Self.bytes(tile.map { UInt32($0) }) }
    try agrees(Self.tiff(bits: 32, tile: 16, parts: long), "tiles of 32 bits")
    let turned = try Picture.decode(Self.tiff(bits: 8, tile: 16, orientation: 6, parts: tiles))
    #expect(turned.width == Self.height && turned.gray(Self.height - 1, 0) == Self.level(0, 0))
  }

  @Test func `that is cut or contradicts itself is an error, wherever that is`() throws {
    let plane = Self.samples { UInt8($0) }
    let file = Self.tiff(bits: 8, photometric: 2, samples: 3, planes: 2, parts: [plane, plane, plane])
    for end in stride(from: 8, to: file.count, by: 97) {
      #expect(throws: PictureError.self, "\(end)") { try Picture.decode(Array(file[..<end])) }
    }
    var random = SeededRandom(seed: 5)
    let kinds = [file, Self.tiff(bits: 32, format: 3, tile: 16, parts: [[UInt8]](repeating: plane, count: 6))]
    for _ in 0..<400 {
      var bytes = kinds[Int.random(in: 0...1, using: &random)]
      for _ in 0..<3 {
        let place = Int.random(in: max(8, bytes.count - 200)..<bytes.count, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
      // It returns, whatever comes of it.
      _ = try? Picture.decode(bytes, options: .init(maximumPixels: 100_000))
    }
  }

  @Test func `that libtiff has no decoder for is said to be none of ours, and not taken for a blank page`() throws {
    var file = Self.tiff(bits: 8, photometric: 2, samples: 3, parts: [Self.samples { UInt8($0) }])
    let entry: [UInt8] = [3, 1, 4, 0, 1, 0, 0, 0, 1]
    let compression = try #require(file.indices.dropLast(12).last { file[$0...].starts(with: entry) })
    file.replaceSubrange(compression + 8..<compression + 10, with: [0x52, 0xC3])
    let error = #expect(throws: PictureError.self) { try Picture.decode(file) }
    #expect(error?.problem.code == .unsupportedFormat && error?.description.contains("50002") == true)
  }

  // MARK: Bitmaps

  private static func bitmap(depth: Int, compression: Int, extra: [UInt8], rows: [UInt8]) -> [UInt8] {
    let start = 54 + extra.count
    let head = bytes([UInt32(start + rows.count), 0, UInt32(start), 40, UInt32(width), UInt32(height)])
    let rest = bytes([UInt16(1), UInt16(depth)]) + bytes([UInt32(compression), UInt32(rows.count), 0, 0, 0, 0])
    return Array("BM".utf8) + head + rest + extra + rows
  }

  /// Lines from the bottom up.
  private static var lines: [[Int]] { (0..<height).reversed().map { y in (0..<width).map { level($0, y) } } }

  @Test func `of runs of pixels is what it shows`() throws {
    var (grays, sixteen): ([UInt8], [UInt8]) = ([], [])
    for level in 0..<256 { grays += [UInt8(level), UInt8(level), UInt8(level), 0] }
    for level in 0..<16 { sixteen += [UInt8(level * 17), UInt8(level * 17), UInt8(level * 17), 0] }
    var (runs, written, pairs): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for line in Self.lines {
      for level in line { runs += [1, UInt8(level)] }
      written += [0, 39] + line.prefix(39).map { UInt8($0) }
      written += [0, 1, UInt8(line[39]), 0, 0]
      for column in stride(from: 0, to: Self.width, by: 2) {
        pairs += [2, UInt8((line[column] / 17) << 4 | line[column + 1] / 17)]
      }
      runs += [0, 0]
      pairs += [0, 0]
    }
    try agrees(Self.bitmap(depth: 8, compression: 1, extra: grays, rows: runs + [0, 1]), "runs")
    try agrees(Self.bitmap(depth: 8, compression: 1, extra: grays, rows: written + [0, 1]), "written out")
    // The end of a line may be missing where the lines are.
    try agrees(Self.bitmap(depth: 8, compression: 1, extra: grays, rows: written), "without its end")
    let nibbles = Self.bitmap(depth: 4, compression: 2, extra: sixteen, rows: pairs + [0, 1])
    try agrees(nibbles, within: 17, "runs of 4 bits")
    #expect(throws: PictureError.self) {
      try Picture.decode(Self.bitmap(depth: 8, compression: 1, extra: grays, rows: Array(written.prefix(100))))
    }
  }

  @Test func `with bits of colour in a layout of its own is what it shows`() throws {
    func word(_ level: Int, _ red: Int, _ green: Int, _ blue: Int) -> Int {
      let part = { (bits: Int) in (level * ((1 << bits) - 1) + 127) / 255 }
      return part(red) << (green + blue) | part(green) << blue | part(blue)
    }
    func short(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
      Self.lines.flatMap { line in Self.bytes(line.map { UInt16(word($0, red, green, blue)) }) }
    }
    let masks = Self.bytes([UInt32(0xF800), 0x7E0, 0x1F])
    try agrees(Self.bitmap(depth: 16, compression: 3, extra: masks, rows: short(5, 6, 5)), within: 9, "565")
    try agrees(Self.bitmap(depth: 16, compression: 0, extra: [], rows: short(5, 5, 5)), within: 9, "555")
    let long: [UInt8] = Self.lines.flatMap { line in Self.bytes(line.map { UInt32(word($0, 10, 10, 10)) }) }
    let wide = Self.bytes([UInt32(0x3FF0_0000), 0xF_FC00, 0x3FF])
    try agrees(Self.bitmap(depth: 32, compression: 3, extra: wide, rows: long), "of 10 bits")
    let none = Self.bytes([UInt32(0), 0, 0])
    let dark = try Picture.decode(Self.bitmap(depth: 32, compression: 3, extra: none, rows: long))
    #expect(dark.gray(9, 9) == 0)
  }
}

extension Picture {
  /// The level of a pixel, of its red where it is coloured.
  fileprivate func gray(_ x: Int, _ y: Int) -> Int {
    var value: l_uint32 = 0
    pixGetPixel(pix, l_int32(x), l_int32(y), &value)
    return Int(isColour ? value >> 24 : value)
  }
}
