import PageModel
import Testing

@testable import Imaging

@Suite struct FoundLineTests {
  @Test func `ink that rounds to the row after the last is left out`() {
    var image = GrayImage(width: 40, height: 64)
    for y in 60..<64 { for x in 4..<24 { image.pixels[y * 40 + x] = 0 } }
    let ink = InkComponents(of: image, darkerThan: 128)
    var dewarp = Dewarp(flatWidth: 40, height: 64, spacing: 8)
    dewarp.set { _, _ in -Double(Float(0.5).nextDown) }  // 63.5 comes to lie a hair below 64, which is 64 as Float
    let rows = RowInk(ink, isText: [true], dewarp: dewarp)
    #expect(rows.runs(from: 0, to: 64).count == 3)
    #expect(rows.runs(from: 61, to: 62).count == 1)
  }

  @Test func `ruling lines are rules and frames are no letters`() throws {
    var page = DrawnPage.receipt()
    page.fill(40, 190, 520, 2, 40)
    page.fill(40, 580, 520, 2, 40)
    page.fill(38, 190, 2, 392, 40)
    page.fill(560, 190, 2, 392, 40)
    let found = try prepared(page.image)
    let block = try #require(found.blocks.first)
    #expect(block.found.lines.filter { $0.kind == .rule }.count == 2)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count)
  }

  @Test(arguments: [0.0, 4])
  func `a line's baseline is where its letters stand, also on a skewed page`(angle: Double) throws {
    let page = DrawnPage.receipt()
    func rotation(_ degrees: Double) -> AffineMap {
      AffineMap.shift(-310, -450).then(.rotation(degrees: degrees)).then(.shift(310, 450))
    }
    let image = page.seen(width: 620, height: 900, by: rotation(-angle), ground: 250)
    let found = try prepared(image)
    let block = try #require(found.blocks.first)
    let baselines = block.textLines.map { block.originalBaseline(of: $0) }
    for line in page.lines {
      let bottom = Double(line.y + line.height)
      let start = rotation(angle).apply(Double(line.x), bottom)
      let end = rotation(angle).apply(Double(line.x + line.width), bottom)
      #expect(
        baselines.contains {
          abs($0.x1 - start.x) < 6 && abs($0.y1 - start.y) < 4 && abs($0.x2 - end.x) < 6 && abs($0.y2 - end.y) < 4
        }, "\(line)")
    }
  }

  @Test func `a bar code is no line`() throws {
    var page = DrawnPage.receipt()
    page.fill(0, 740, 620, 160, 250)
    var x = 80
    for bar in 0..<40 {
      let width = 2 + bar * 7 % 4 * 2
      page.fill(x, 760, width, 80, 20)
      x += width + 3 + bar * 5 % 3 * 2
    }
    let found = try prepared(page.image)
    #expect(found.lineBoxes.allSatisfy { $0.y + $0.height < 790 })
  }

  @Test func `white print in a black bar is a line, and its crop is black on white`() throws {
    var page = DrawnPage.receipt()
    page.fill(40, 145, 500, 45, 20)
    page.line("TOTAL 24,000", x: 100, y: 157, ink: 240, isListed: false)
    let found = try prepared(page.image)
    let block = try #require(found.blocks.first)
    let line = try #require(block.textLines.first { block.original($0).y > 145 && block.original($0).y < 190 })
    let box = block.original(line)
    #expect(abs(box.x - 100) < 6)
    #expect(abs(box.y - 157) < 6)
    let crop = block.cropper.crop(line).image
    #expect(crop.pixels.filter { $0 > 128 }.count > crop.pixels.count / 2)
  }

  @Test func `a page of light print on a dark ground has its lines, and crops are black on white`() throws {
    let page = DrawnPage.receipt()
    var dark = page.image
    for index in dark.pixels.indices { dark.pixels[index] = 255 - dark.pixels[index] }
    let found = try prepared(dark)
    let block = try #require(found.blocks.first)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count)
    for line in block.textLines {
      let crop = block.cropper.crop(line).image
      #expect(crop.pixels.count { $0 > 128 } > crop.pixels.count / 2)
    }
  }

  @Test func `a table's vertical rule is no ink of a line, whichever ink of its height is wanted`() throws {
    var page = DrawnPage(width: 620, height: 500)
    for row in 0..<8 {
      page.line("ITEN\(row % 8)", x: 60, y: 60 + row * 45)
      page.line("2,50\(row % 9)", x: 204, y: 60 + row * 45)
    }
    let plain = try #require(try prepared(page.image).blocks.first)
    page.fill(190, 20, 3, 440, 30)
    let ruled = try #require(try prepared(page.image).blocks.first)
    #expect(ruled.textLines.count == plain.textLines.count)
    for (line, other) in zip(ruled.textLines, plain.textLines) {
      #expect(!ruled.cropper.isContested(line))
      func ink(_ block: PreparedBlock, _ line: FoundLine) -> Int {
        block.cropper.crop(line, shape: .init(band: 0)).image.pixels.count { $0 < 128 }
      }
      #expect(abs(ink(ruled, line) - ink(plain, other)) < ink(plain, other) / 10)
    }
  }

  @Test func `a short vertical stroke is taken out where ruling lines end it`() {
    var page = DrawnPage(width: 400, height: 300)
    page.fill(20, 100, 360, 3, 20)
    page.fill(20, 160, 360, 3, 20)
    page.fill(200, 100, 3, 63, 20)
    page.fill(100, 200, 3, 63, 20)
    // One that a rule ends at its foot alone may be a high letter's on an underline.
    page.fill(300, 37, 3, 63, 20)
    let strokes = StrokeRemoval(page.image, threshold: 128, textHeight: 20)
    #expect(strokes.image.pixels[130 * 400 + 201] == 255)
    #expect(strokes.uprights.contains { $0.column == 201 && $0.rows.contains(130) })
    #expect(strokes.image.pixels[230 * 400 + 101] == 20)
    #expect(strokes.image.pixels[70 * 400 + 301] == 20)
    #expect(strokes.rules.count == 2)
  }

  @Test func `light print is turned over where it begins under other lines, not where dark print leads to it`() {
    var image = GrayImage(width: 600, height: 400, filledWith: 240)
    func piece(_ x: Int, _ y: Int, ink: UInt8) -> LevelPiece {
      for row in y - 10..<y + 10 {
        for column in x..<x + 100 where (column - x) % 12 < 4 { image.pixels[row * 600 + column] = ink }
      }
      return LevelPiece(left: Double(x), right: Double(x + 100), height: 24, middle: Double(y), slope: 0)
    }
    func dark(_ x: Int, _ y: Int) -> LevelPiece {
      for row in y - 15..<y + 15 { for column in x - 8..<x + 108 { image.pixels[row * 600 + column] = 30 } }
      return piece(x, y, ink: 230)
    }
    var pieces = [60, 120, 180].map { piece(40, $0, ink: 20) }
    pieces.append(dark(40, 240))
    pieces.append(piece(200, 240, ink: 20))
    pieces += [piece(40, 300, ink: 20), dark(220, 300)]
    let polarity = Polarity(of: pieces, in: image)
    #expect(polarity.isTurned(x: 90, y: 240))
    #expect(!polarity.isTurned(x: 250, y: 240))
    #expect(!polarity.isTurned(x: 270, y: 300))
    #expect(!polarity.isTurned(x: 90, y: 60))
    let turned = polarity.darkOnLight(image)
    // Ground and letters of the label, and the paper beside its ground.
    #expect(turned.pixels[240 * 600 + 48] > 200 && turned.pixels[240 * 600 + 41] < 60)
    #expect(turned.pixels[240 * 600 + 170] == 240 && turned.pixels[210 * 600 + 90] == 240)
  }

  @Test func `labels in the middle of a dark column are turned over beside dark text`() {
    var image = GrayImage(width: 600, height: 260, filledWith: 240)
    var pieces: [LevelPiece] = []
    func add(_ y: Int, _ columns: Range<Int>, ink: UInt8) {
      for row in y - 10..<y + 10 {
        for column in columns where (column - columns.lowerBound) % 12 < 4 { image.pixels[row * 600 + column] = ink }
      }
      let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
      pieces.append(LevelPiece(left: left, right: right, height: 24, middle: Double(y), slope: 0))
    }
    for (y, half) in [(60, 20), (120, 50), (180, 35)] {
      for row in y - 30..<y + 30 { for column in 20..<180 { image.pixels[row * 600 + column] = 30 } }
      add(y, 100 - half..<100 + half, ink: 230)
      add(y, 220..<320, ink: 20)
    }
    let polarity = Polarity(of: pieces, in: image)
    #expect([60, 120, 180].allSatisfy { polarity.isTurned(x: 100, y: $0) && !polarity.isTurned(x: 270, y: $0) })
  }

  @Test func `what is too faint to tell is turned over with a page that is mostly light on dark`() {
    var image = GrayImage(width: 300, height: 300, filledWith: 30)
    let pieces = [(60, 220), (120, 220), (180, 50)].map { (y: Int, ink: UInt8) -> LevelPiece in
      for row in y - 10..<y + 10 {
        for column in 40..<240 where column % 12 < 4 { image.pixels[row * 300 + column] = ink }
      }
      return LevelPiece(left: 40, right: 240, height: 24, middle: Double(y), slope: 0)
    }
    let polarity = Polarity(of: pieces, in: image)
    #expect(polarity.isTurned(x: 100, y: 60) && polarity.isTurned(x: 100, y: 180))
    #expect(polarity.darkOnLight(image).pixels[180 * 300 + 47] == 225)
  }

  @Test func `lines that bend over the page are followed`() throws {
    let page = DrawnPage.receipt()
    // A sheet that sags by half a line in the middle and is skewed at one side.
    var bent = page.image
    for y in 0..<bent.height {
      for x in 0..<bent.width {
        let u = Double(x) / Double(bent.width) * 2 - 1
        let source = y - Int((14 * (1 - u * u) + 8 * u).rounded())
        let inside = min(max(source, 0), bent.height - 1)
        bent.pixels[y * bent.width + x] = page.image.pixels[inside * bent.width + x]
      }
    }
    let found = try prepared(bent)
    let block = try #require(found.blocks.first)
    #expect(block.textLines.count == page.lines.count)
    // Straightened, a line's ink is as high as it was drawn: letters of 21 pixels.
    let heights = block.textLines.map { $0.textHeight / block.scale }.sorted()
    let median = heights[heights.count / 2]
    // The shear of the bend adds a little.
    #expect(median > 18 && median < 26)
  }

  @Test func `close lines are parted`() throws {
    var page = DrawnPage(width: 620, height: 500)
    for row in 0..<12 { page.line("ITEN\(row % 10) \(row % 9 + 1)2,500 B\(row % 10)LO", x: 60, y: 40 + row * 27) }
    let found = try prepared(page.image)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count)
  }

  @Test func `a crop holds its own line alone and leads back to the page`() throws {
    let page = DrawnPage.receipt()
    let block = try #require(try prepared(page.image).blocks.first)
    let line = try #require(block.textLines.first)
    let crop = block.cropper.crop(line)
    #expect(crop.image.height == 48)
    let back = block.original(Box(x: 0, y: 0, width: crop.image.width, height: 48), in: crop)
    let wanted = try #require(page.lines.first)
    #expect(back.x <= wanted.x && back.x + back.width >= wanted.x + wanted.width)
    let (middle, wantedMiddle) = (back.y + back.height / 2, wanted.y + wanted.height / 2)
    #expect(abs(middle - wantedMiddle) < 8)
    #expect(back.width < wanted.width + 60)
  }

  @Test func `a wide gap is shortened in the crop, and boxes behind it still lie right`() throws {
    var page = DrawnPage(width: 1000, height: 400)
    for row in 0..<6 { page.line("AB                                 CE", x: 50, y: 50 + row * 45) }
    let block = try #require(try prepared(page.image).blocks.first)
    let line = try #require(block.textLines.first)
    let crop = block.cropper.crop(line)
    let full = block.cropper.crop(line, shape: .init(gap: 1000))
    #expect(crop.image.width * 2 < full.image.width)
    let last = block.original(Box(x: crop.image.width - 20, y: 10, width: 10, height: 20), in: crop)
    #expect(last.x > 650)
  }

  @Test func `the blackest print stays`() throws {
    var page = DrawnPage(width: 620, height: 500)
    for row in 0..<8 { page.line("BOLD 20\(row) NESS", x: 60, y: 40 + row * 40, ink: 0) }
    // Print of a black that ink seldom has, beside the usual one.
    page.line("TOTAL 12,000", x: 60, y: 400, tall: true, ink: 0)
    let block = try #require(try prepared(page.image).blocks.first)
    #expect(block.textLines.count == page.lines.count)
    for line in block.textLines {
      let box = box(around: line)
      let rows = max(0, box.y)..<min(block.image.height, box.y + box.height)
      let columns = max(0, box.x)..<min(block.image.width, box.x + box.width)
      let ink = rows.reduce(0) { sum, y in sum + columns.count { block.image.pixels[y * block.image.width + $0] < 128 }
      }
      // A third of these letters' boxes is ink; where it was lost, less than a tenth.
      #expect(Double(ink) > 0.2 * Double(rows.count * columns.count), "\(box)")
    }
  }

  @Test func `the shadow over a line is not in its crop`() throws {
    let page = DrawnPage.receipt()
    let block = try #require(try prepared(page.image.shaded(to: 0.5)).blocks.first)
    for line in block.textLines {
      let crop = block.cropper.crop(line).image
      // The paper at both ends, above and below the letters.
      let ends = [0, crop.width - 1].flatMap { x in [0, crop.height - 1].map { crop.pixels[$0 * crop.width + x] } }
      #expect(ends.allSatisfy { $0 > 235 }, "\(ends)")
    }
  }

  @Test func `a crease and a pen's stroke across lines join none of them`() throws {
    var page = DrawnPage.receipt()
    for step in 0..<160 { page.fill(60 + step, 215 + step * 3 / 4, 2, 2, 60) }
    for step in 0..<90 { page.fill(330 + step, 420 - step, 2, 2, 60) }
    let found = try prepared(page.image)
    let boxes = found.blocks.first.map { block in block.textLines.map { block.original($0) } } ?? []
    let middles = boxes.map { $0.y + $0.height / 2 }
    for line in page.lines {
      let middle = line.y + line.height / 2
      #expect(middles.contains { abs($0 - middle) < 8 }, "\(middle) \(middles)")
    }
    #expect(boxes.allSatisfy { $0.height < 60 }, "\(boxes)")
  }

  @Test func `columns with different line spacing are cut each on its own`() throws {
    var page = DrawnPage(width: 1000, height: 600)
    for row in 0..<10 { page.line("THE END \(row) OR SO", x: 50, y: 40 + row * 42) }
    for row in 0..<10 { page.line("BARBECUE \(row) HALL", x: 560, y: 57 + row * 42) }
    let found = try prepared(page.image)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count, "\(found.lineBoxes)")
  }

  /// The smallest upright box around a line in its prepared picture.
  private func box(around line: FoundLine) -> Box {
    let (low, high) = (line.path.min() ?? 0, line.path.max() ?? 0)
    let (x, y) = (Int(line.left.rounded(.down)), Int((line.top + low).rounded(.down)))
    return Box(
      x: x, y: y, width: max(1, Int(line.right.rounded(.up)) - x),
      height: max(1, Int((line.bottom + high).rounded(.up)) - y))
  }
}
