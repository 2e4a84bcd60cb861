import CLeptonica
import FoundationEssentials
import Glibc
import PageModel
import TestSupport
import Testing

@testable import Imaging

/// Marks drawn over rows of print, as the finder gets them.
struct PenMarkTests {
  // Leptonica has a `Box`, too.
  private typealias Box = PageModel.Box

  private static let blue: Canvas.Colour = (35, 60, 190)

  /// A sheet with rows of print, and the page that was read on it.
  private static func sheet(
    marks: [(shape: PenMark.Shape, x: Double, y: Double, size: Double)], colour: Canvas.Colour = blue,
    text: Canvas.Colour = (30, 30, 30)
  ) throws -> (picture: Picture, page: RecognisedPage) {
    var random = SeededRandom(seed: 4)
    var letters: [Box] = []
    var words: [Word] = []
    for row in 0..<12 {
      for column in 0..<4 {
        let (left, top) = (60 + column * 130, 80 + row * 70)
        words.append(Word(text: "print", box: Box(x: left, y: top, width: 90, height: 24), confidence: 0.98))
        for letter in 0..<5 {
          let height = Int.random(in: 14...24, using: &random)
          letters.append(Box(x: left + letter * 19, y: top + 24 - height, width: 4, height: height))
          letters.append(Box(x: left + letter * 19, y: top + 12, width: 12, height: 4))
        }
      }
    }
    let plain = drawn(width: 900, height: 1100) { x, y in UInt8(236 + (x * 7 + y * 13) % 5) }
    let canvas = try #require(Canvas(plain, longestSide: 1600))
    for box in letters { canvas.fill(corners(of: box), with: text, opacity: 1) }
    for mark in marks {
      for stroke in strokes(mark.shape) {
        let places = stroke.map { Place(x: mark.x + $0.0 * mark.size, y: mark.y + $0.1 * mark.size) }
        for (from, to) in zip(places, places.dropFirst()) { draw(from, to, on: canvas, with: colour) }
      }
    }
    let line = Line(box: Box(x: 60, y: 80, width: 480, height: 800), confidence: 0.98, words: words)
    return (try picture(of: canvas), RecognisedPage(width: 900, height: 1100, confidence: 0.98, lines: [line]))
  }

  private static func corners(of box: Box) -> [Place] {
    let (left, top) = (Double(box.x), Double(box.y))
    let (right, bottom) = (Double(box.x + box.width), Double(box.y + box.height))
    return [Place(x: left, y: top), Place(x: right, y: top), Place(x: right, y: bottom), Place(x: left, y: bottom)]
  }

  /// A stroke of a pen, 4 pixels wide.
  private static func draw(_ from: Place, _ to: Place, on canvas: Canvas, with colour: Canvas.Colour) {
    let length = max(hypot(to.x - from.x, to.y - from.y), 0.1)
    let (dx, dy) = ((to.x - from.x) / length * 2, (to.y - from.y) / length * 2)
    canvas.fill(
      [
        Place(x: from.x - dx - dy, y: from.y - dy + dx), Place(x: to.x + dx - dy, y: to.y + dy + dx),
        Place(x: to.x + dx + dy, y: to.y + dy - dx), Place(x: from.x - dx + dy, y: from.y - dy - dx),
      ], with: colour, opacity: 0.9)
  }

  private static func picture(of canvas: Canvas) throws -> Picture {
    try Picture.decode(Array(try #require(canvas.encoded()).png))
  }

  /// Around (0, 0), 1 in size, not quite even.
  private static func strokes(_ shape: PenMark.Shape) -> [[(Double, Double)]] {
    switch shape {
    case .circle:
      return [
        (0...40).map { step -> (Double, Double) in
          let angle: Double = Double(step) * 2 * .pi / 39
          return (0.5 * cos(angle), 0.46 * sin(angle))
        }
      ]
    case .triangle: return [[(0.02, -0.5), (0.5, 0.42), (-0.48, 0.45), (0, -0.47)]]
    case .square: return [[(-0.5, -0.46), (0.48, -0.5), (0.5, 0.48), (-0.47, 0.5), (-0.5, -0.43)]]
    case .star:
      let tips = (0..<5).map { tip -> (Double, Double) in
        let angle: Double = Double(tip) * 0.4 * .pi
        return (0.5 * sin(angle), -0.5 * cos(angle))
      }
      return [[0, 2, 4, 1, 3, 0].map { tips[$0] }]
    case .check: return [[(-0.4, -0.05), (-0.15, 0.4), (0.5, -0.45)]]
    case .cross: return [[(-0.45, -0.45), (0.45, 0.48)], [(0.46, -0.44), (-0.45, 0.43)]]
    case .unknown:
      return [
        (0...60).map { step -> (Double, Double) in
          let along: Double = Double(step)
          return (along / 60 - 0.5, 0.04 * sin(along / 3))
        }
      ]
    }
  }

  private func penMarks(on picture: Picture, of page: RecognisedPage) -> (marks: [PenMark], ink: [InspectedInk]) {
    guard let ink = PageInk(on: picture, of: page) else { return ([], []) }
    let found = PenMarks(in: ink)
    return (found.marks, found.ink)
  }

  private static let places: [(PenMark.Shape, Double, Double, Double)] = [
    (.circle, 700, 120, 80), (.triangle, 740, 270, 90), (.square, 700, 420, 70), (.star, 750, 570, 100),
    (.check, 700, 730, 80), (.cross, 740, 880, 70),
  ]

  @Test(arguments: [(35, 60, 190), (200, 40, 45), (30, 30, 35)] as [Canvas.Colour])
  func `the six shapes are told beside print, in colour and in black`(colour: Canvas.Colour) throws {
    let (picture, page) = try Self.sheet(marks: Self.places, colour: colour)
    let marks = penMarks(on: picture, of: page).marks
    #expect(marks.map(\.shape) == Self.places.map(\.0))
    for (mark, place) in zip(marks, Self.places) {
      #expect(abs(Double(mark.box.x) + Double(mark.box.width) / 2 - place.1) < 12)
      #expect(abs(Double(mark.box.y) + Double(mark.box.height) / 2 - place.2) < 12)
    }
    let name: PenMark.Color = colour.blue > 100 ? .blue : colour.red > 100 ? .red : .black
    #expect(marks.allSatisfy { $0.color == name })
  }

  @Test func `an unsure word in the ink of a pen is handwriting; text, sure and sealed words are not`() throws {
    let (picture, page) = try Self.sheet(marks: [(.star, 700, 420, 60)])
    let box = Box(x: 665, y: 385, width: 70, height: 70)
    var unsure = page
    unsure.lines.append(Line(box: box, confidence: 0.4, words: [Word(text: "57", box: box, confidence: 0.4)]))
    let print = page.lines[0].words[0].box
    unsure.lines.append(Line(box: print, confidence: 0.4, words: [Word(text: "57", box: print, confidence: 0.4)]))
    let ink = try #require(PageInk(on: picture, of: unsure))
    #expect(ink.handwriting(on: unsure) == [box])
    #expect(ink.handwriting(on: unsure, besides: [Box(x: 660, y: 380, width: 50, height: 80)]).isEmpty)
    unsure.lines[1].words[0].confidence = 0.9
    #expect(ink.handwriting(on: unsure).isEmpty)
    unsure.lines[1] = Line(kind: .noise, box: box, confidence: 0, words: [])
    #expect(ink.handwriting(on: unsure) == [box])
  }

  @Test func `unsure words in the ink of many sure ones are no handwriting`() throws {
    let places = Self.places + [(.star, 250, 880, 70)]
    let (picture, page) = try Self.sheet(marks: places)
    func found(sure: Int) throws -> Int {
      var changed = page
      for (index, place) in places.enumerated() {
        let box = Box(x: Int(place.1) - 40, y: Int(place.2) - 40, width: 80, height: 80)
        let confidence = index < sure ? 0.9 : 0.4
        changed.lines.append(
          Line(box: box, confidence: confidence, words: [Word(text: "57", box: box, confidence: confidence)]))
      }
      return try #require(PageInk(on: picture, of: changed)).handwriting(on: changed).count
    }
    #expect(try found(sure: 5) > 0)
    #expect(try found(sure: 6) == 0)
  }

  @Test(arguments: [true, false])
  func `on a form printed in red, a blue pen writes by hand and black ink does not`(isBlue: Bool) throws {
    let black: Canvas.Colour = (30, 30, 35)
    let (picture, page) = try Self.sheet(
      marks: [(.star, 700, 420, 60)], colour: isBlue ? Self.blue : black, text: (200, 40, 45))
    let box = Box(x: 665, y: 385, width: 70, height: 70)
    var unsure = page
    unsure.lines.append(Line(box: box, confidence: 0.4, words: [Word(text: "57", box: box, confidence: 0.4)]))
    let ink = try #require(PageInk(on: picture, of: unsure))
    #expect(ink.handwriting(on: unsure) == (isBlue ? [box] : []))
  }

  @Test func `what is smaller than people draw is no mark`() throws {
    let small = Self.places.map { ($0.0, $0.1, $0.2, 22.0) }
    let (picture, page) = try Self.sheet(marks: small)
    #expect(penMarks(on: picture, of: page).marks.isEmpty)
  }

  @Test func `print alone holds no mark, and what a pen drew that is no shape is unknown or nothing`() throws {
    let (picture, page) = try Self.sheet(marks: [])
    #expect(penMarks(on: picture, of: page).marks.isEmpty)
    let (lined, other) = try Self.sheet(marks: [(.unknown, 720, 400, 150), (.unknown, 700, 700, 90)])
    #expect(penMarks(on: lined, of: other).marks.allSatisfy { $0.shape == .unknown })
  }

  @Test func `a circle around words is a circle, and boxes are in pixels of the original`() throws {
    let (picture, page) = try Self.sheet(marks: [(.circle, 105, 372, 150)])
    let marks = penMarks(on: picture, of: page).marks
    #expect(marks.map(\.shape) == [.circle])
    // The same picture as if it had been halved while it was decoded.
    let copy = try #require(pixCopy(nil, picture.pix))
    let half = Picture(owning: copy, originalWidth: 1800, originalHeight: 2200)
    var large = page
    large.width *= 2
    large.height *= 2
    for index in large.lines[0].words.indices {
      let box = page.lines[0].words[index].box
      large.lines[0].words[index].box = Box(x: 2 * box.x, y: 2 * box.y, width: 2 * box.width, height: 2 * box.height)
    }
    let found = try #require(penMarks(on: half, of: large).marks.first)
    #expect(abs(found.box.width - 2 * (marks.first?.box.width ?? 0)) < 6)
  }

  @Test(arguments: [90, 180, 270])
  func `a tick is one whichever way the page lies`(degrees: Int) throws {
    let (upright, page) = try Self.sheet(marks: [(.check, 720, 500, 90)])
    let picture = try #require(upright.rotated(by: degrees))
    var turned = page
    turned.preparation = Preparation(rotation: 360 - degrees)
    for index in turned.lines[0].words.indices {
      let box = page.lines[0].words[index].box
      turned.lines[0].words[index].box =
        switch degrees {
        case 90: Box(x: 1100 - box.y - box.height, y: box.x, width: box.height, height: box.width)
        case 180: Box(x: 900 - box.x - box.width, y: 1100 - box.y - box.height, width: box.width, height: box.height)
        default: Box(x: box.y, y: 900 - box.x - box.width, width: box.height, height: box.width)
        }
    }
    #expect(penMarks(on: picture, of: turned).marks.map(\.shape) == [.check])
  }

  @Test func `noise, stripes and pages without words end without a trap`() throws {
    var random = SeededRandom(seed: 9)
    let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
    let (_, page) = try Self.sheet(marks: [])
    for picture in [
      drawn(width: 500, height: 700, { x, y in noise[(y * 61 + x) & 4095] }),
      drawn(width: 500, height: 700, { x, _ in x % 30 < 3 ? 0 : 255 }),
      drawn(width: 500, height: 700, { _, _ in 0 }), drawn(width: 101, height: 2000, { x, _ in UInt8(x) }),
      drawn(width: 3, height: 900, { _, _ in 128 }),
    ] {
      let found = penMarks(on: picture, of: page)
      #expect(found.ink.count <= InspectedInk.most)
      #expect(found.ink.allSatisfy { $0.features.allSatisfy(\.isFinite) })
    }
    let empty = RecognisedPage(width: 900, height: 1100, confidence: 0, lines: [])
    #expect(penMarks(on: try Self.sheet(marks: Self.places).picture, of: empty).marks.isEmpty)
  }
}
