import PageModel
import TestSupport
import Testing

@testable import Imaging

/// Bar codes drawn here by their standards, on pictures as they come from scanners.
struct BarcodeTests {
  @Test(arguments: [2, 3, 5])
  func `an article number is decoded, with its place`(module: Int) throws {
    let bars = BarPattern.ean13("8801234567893")
    let picture = drawn(width: 1000, height: 1400) { x, y in
      let column = (x - 120) / module
      return x >= 120 && (600..<680).contains(y) && bars.indices.contains(column) && bars[column] ? 30 : 235
    }
    let code = try #require(BarcodeFinder.barcodes(on: picture).first)
    #expect(code.format == .ean13)
    #expect(code.text == "8801234567893")
    #expect((600..<680).contains(code.box.y) && code.box.y + code.box.height <= 682)
    #expect(abs(code.box.x - 120) < 30 && abs(code.box.width - 95 * module) < 40)
  }

  @Test func `the number of a receipt is decoded, upright, sideways and on its head`() {
    let bars = BarPattern.itf("2026031413837564")
    func isInk(_ x: Int, _ y: Int) -> Bool {
      let column = (x - 100) / 3
      return x >= 100 && (300..<400).contains(y) && bars.indices.contains(column) && bars[column]
    }
    for turned in 0..<3 {
      let picture = drawn(width: 900, height: 900) { x, y in
        switch turned {
        case 0: isInk(x, y) ? 20 : 240
        case 1: isInk(899 - y, x) ? 20 : 240
        default: isInk(899 - x, 899 - y) ? 20 : 240
        }
      }
      #expect(BarcodeFinder.barcodes(on: picture).map(\.text) == ["2026031413837564"])
    }
  }

  @Test func `a QR code in Korean is decoded, and its box holds it`() throws {
    let picture = drawn(width: 600, height: 800) { x, y in
      let (column, row) = ((x - 200) / 6, (y - 300) / 6)
      guard x >= 200, y >= 300, row < 25, column < 25 else { return 240 }
      let line = Array(BarPattern.koreanQR[row].utf8)
      return line[column] == UInt8(ascii: "#") ? 20 : 240
    }
    let code = try #require(BarcodeFinder.barcodes(on: picture).first)
    #expect(code.format == .qr)
    #expect(code.text == "은하상회 41000")
    #expect(abs(code.box.x - 200) < 12 && abs(code.box.y - 300) < 12)
    #expect(abs(code.box.width - 150) < 24 && abs(code.box.height - 150) < 24)
  }

  @Test(arguments: [(3, 800, 1067), (5, 1200, 1600), (5, 2000, 2600), (10, 3000, 4000)])
  func `a small QR code on a large page is decoded`(module: Int, width: Int, height: Int) throws {
    let picture = drawn(width: width, height: height) { x, y in
      let (column, row) = ((x - 210) / module, (y - 310) / module)
      guard x >= 210, y >= 310, row < 25, column < 25 else { return 240 }
      return Array(BarPattern.koreanQR[row].utf8)[column] == UInt8(ascii: "#") ? 20 : 240
    }
    #expect(BarcodeFinder.barcodes(on: picture).map(\.text) == ["은하상회 41000"])
  }

  @Test func `boxes are in pixels of the original`() throws {
    let bars = BarPattern.itf("2026031413837564")
    let small = drawn(width: 700, height: 500) { x, y in
      let column = (x - 100) / 3
      return x >= 100 && (200..<300).contains(y) && bars.indices.contains(column) && bars[column] ? 20 : 240
    }
    let upsideDown = try #require(small.rotated(by: 180)?.counted())
    let turned = Picture(owning: upsideDown, originalWidth: 2800, originalHeight: 2000)
    let code = try #require(BarcodeFinder.barcodes(on: turned).first)
    #expect(code.box.y >= 800 && code.box.y + code.box.height <= 1208)
  }

  @Test func `codes are looked for within areas, and on the half of a large picture`() throws {
    let bars = BarPattern.itf("2026031413837564")
    func picture(_ width: Int, _ height: Int) -> Picture {
      drawn(width: width, height: height) { x, y in
        let column = (x - 301) / 3
        return x >= 301 && (401..<500).contains(y) && bars.indices.contains(column) && bars[column] ? 20 : 240
      }
    }
    // Too small to be looked at by halves.
    let small = picture(795, 700)
    let everywhere = try #require(BarcodeFinder.barcodes(on: small).first)
    let halves = [Box(x: 271, y: 371, width: 300, height: 159), Box(x: 520, y: 371, width: 275, height: 159)]
    let within = BarcodeFinder.barcodes(on: small, within: halves)
    #expect(within.map(\.text) == [everywhere.text])
    let box = try #require(within.first).box
    for (one, other) in [
      (box.x, everywhere.box.x), (box.y, everywhere.box.y), (box.width, everywhere.box.width),
      (box.height, everywhere.box.height),
    ] {
      #expect(abs(one - other) <= 8)
    }
    #expect(BarcodeFinder.barcodes(on: small, within: []).isEmpty)
    #expect(BarcodeFinder.barcodes(on: small, within: [Box(x: 0, y: 0, width: 795, height: 380)]).isEmpty)
    #expect(BarcodeFinder.barcodes(on: small, within: [Box(x: -50, y: -90, width: 9000, height: 9000)]).count == 1)
    #expect(BarcodeFinder.barcodes(on: picture(1200, 900), within: []).map(\.text) == [everywhere.text])
  }

  @Test(arguments: [900, 2200])
  func `ink is dense where a code lies, and not where words or a shadow do`(width: Int) throws {
    let module = width / 300
    let bars = BarPattern.itf("2026031413837564")
    let picture = drawn(width: width, height: width) { x, y in
      let (column, row) = ((x - 100 * module) / module, y / module)
      if x >= 100 * module, (200..<230).contains(row), bars.indices.contains(column) { return bars[column] ? 20 : 240 }
      // A row of letters, and a shadow that deepens down the page's foot.
      if (60..<70).contains(row), (40..<240).contains(x / module), x / module % 8 < 5 { return 30 }
      return row >= 260 ? UInt8(240 - (row - 260)) : 240
    }
    let words = (0..<25).map { Box(x: (40 + 8 * $0) * module, y: 60 * module, width: 8 * module, height: 10 * module) }
    let line = Line(
      box: Box(x: 40 * module, y: 60 * module, width: 200 * module, height: 10 * module), confidence: 0.99,
      words: words.map { Word(text: "ab", box: $0, confidence: 0.99) })
    let page = RecognisedPage(width: width, height: width, confidence: 0.99, lines: [line])
    let areas = try #require(PageInk(on: picture, of: page)).denseAreas()
    // The parts of a large code.
    let area = try #require(areas.first.map { areas.reduce($0) { $0.union($1) } })
    #expect(area.x <= 100 * module && area.x + area.width >= (100 + bars.count) * module)
    #expect(area.y <= 202 * module && area.y + area.height >= 228 * module)
    #expect(area.y > 130 * module && area.y + area.height < 290 * module)
    #expect(BarcodeFinder.barcodes(on: picture, within: areas).map(\.text) == ["2026031413837564"])
  }

  @Test func `noise, stripes and fields of finder patterns hold no code`() {
    var random = SeededRandom(seed: 3)
    let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
    let pictures = [
      drawn(width: 700, height: 700) { x, y in noise[(y * 61 + x) & 4095] },
      drawn(width: 700, height: 700) { x, _ in x % 4 < 2 ? 0 : 255 },
      drawn(width: 900, height: 900) { x, y in
        let ring = max(abs(x % 27 - 13), abs(y % 27 - 13)) / 3
        return ring == 1 ? 255 : ring < 3 ? 0 : 255
      },
      drawn(width: 1, height: 1) { _, _ in 0 },
    ]
    for picture in pictures { #expect(BarcodeFinder.barcodes(on: picture).isEmpty) }
  }
}

private enum BarPattern {
  /// Modules of an EAN-13, true for a bar, with the quiet zone that the picture gives.
  static func ean13(_ text: String) -> [Bool] {
    let left = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    // Which digits of the left half are drawn mirrored and inverted, by the first digit.
    let parities = [0, 11, 13, 14, 19, 25, 28, 21, 22, 26]
    let digits = text.compactMap(\.wholeNumberValue)
    func bits(_ pattern: String) -> [Bool] { pattern.map { $0 == "1" } }
    var bars = bits("101")
    for place in 1...6 {
      let code = bits(left[digits[place]])
      bars += parities[digits[0]] >> (6 - place) & 1 == 0 ? code : code.reversed().map { !$0 }
    }
    bars += bits("01010")
    for place in 7...12 { bars += bits(left[digits[place]]).map { !$0 } }
    return bars + bits("101")
  }

  /// Modules of an interleaved 2 of 5, wide elements three of them.
  static func itf(_ text: String) -> [Bool] {
    let widths = ["00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010"]
    let digits = text.compactMap(\.wholeNumberValue)
    var bars = [true, false, true, false]
    for pair in stride(from: 0, to: digits.count - 1, by: 2) {
      for (bar, space) in zip(widths[digits[pair]], widths[digits[pair + 1]]) {
        bars += Array(repeating: true, count: bar == "1" ? 3 : 1)
        bars += Array(repeating: false, count: space == "1" ? 3 : 1)
      }
    }
    return bars + [true, true, true, false, true]
  }

  /// `은하상회 41000`, version 2, level M, made with the Python package segno.
  static let koreanQR = [
    "#######..#..##.#..#######",
    "#.....#...#.###...#.....#",
    "#.###.#.#.###..##.#.###.#",
    "#.###.#..#..#..#..#.###.#",
    "#.###.#.####.###..#.###.#",
    "#.....#.##.####...#.....#",
    "#######.#.#.#.#.#.#######",
    ".........##.#..##........",
    ".#..#.#.#..####.##.##.#..",
    "#.##.#..###.#.##........#",
    "##..###..##.####..##.####",
    ".#......######.##........",
    "##.#.##.#.#.##..#..##.##.",
    "##.###..#.#..###.###.####",
    "....#.#.####...######.###",
    "..#.##...#.#####.##..#.#.",
    "####.######.##..######.#.",
    "........#....####...##...",
    "#######...#..##.#.#.#.#.#",
    "#.....#..#.#.####...##.##",
    "#.###.#.#...###.######..#",
    "#.###.#..#.#.......##.###",
    "#.###.#..#..##.###..####.",
    "#.....#.#.....##..#....#.",
    "#######..####.#...#...###",
  ]
}
