import Glibc
import PageModel
import PictureFormats
import TestSupport
import Testing

@testable import Export

/// Where the words of lines are that rise, fall, or have little room between them.
extension PDFTests {
  @Test(arguments: [0, 90, 180, 270], [-0.12, -0.03, 0.005, 0.05, 0.2])
  func `words of a skewed line stand on its baseline, each in its box and one word`(
    rotation: Int, slope: Double
  ) throws {
    // Along and across the way that the line is read, upwards from its lower side.
    let page = (width: 600.0, height: 400.0)
    func place(_ along: Double, _ across: Double) -> (x: Double, y: Double) {
      switch rotation {
      case 90: (300 - across, page.height - 30 - along)
      case 180: (page.width - 30 - along, 200 + across)
      case 270: (300 + across, 30 + along)
      default: (30 + along, 200 - across)
      }
    }
    let words = ["합계금액", "12,000", "circumstances"].enumerated().map { index, text -> (String, Box) in
      let (start, end) = (Double(index) * 110, Double(index) * 110 + 100)
      // The print is 24 high, and goes 4 below the baseline.
      let edges = [start * slope, end * slope]
      let (low, high) = ((edges.min() ?? 0) - 4, (edges.max() ?? 0) + 20)
      let corners = [place(start, low), place(end, high)]
      let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
      let (right, bottom) = (corners.map(\.x).max() ?? 0, corners.map(\.y).max() ?? 0)
      return (
        text,
        Box(
          x: Int(left.rounded()), y: Int(top.rounded()), width: Int((right - left).rounded()),
          height: Int((bottom - top).rounded()))
      )
    }
    let (start, end) = (place(0, 0), place(320, 320 * slope))
    let line = Self.page(words, baseline: Baseline(x1: start.x, y1: start.y, x2: end.x, y2: end.y))
    let scratch = try Scratch()
    // 300 pixels an inch.
    _ = try pdf([line], .png, SampleBytes.png(width: 600, height: 400), in: scratch)
    let read = try text(scratch)
    #expect(read.split(whereSeparator: \.isWhitespace).map(String.init) == words.map(\.0))
    if rotation == 0 { #expect(read == words.map(\.0).joined(separator: " ") + "\n\u{C}") }
    let found = try edges(scratch)
    #expect(found.count == words.count, "\(found)")
    for (edges, box) in zip(found, words.map(\.1)) {
      let wanted = [box.x, box.y, box.right, box.bottom].map { Double($0) * 0.24 }
      #expect(zip(edges, wanted).allSatisfy { abs($0 - $1) < 2 * 0.24 }, "\(edges) \(wanted)")
    }
    let check = try output("qpdf", ["--check"], of: scratch)
    #expect(check.contains("No syntax or stream encoding errors"))
    // As it is drawn: skewed where that matters, else upright.
    let content = try output("qpdf", ["--stream-data=uncompress", "--decode-level=all"], of: scratch, ["-"])
    let matrix = try #require(content.firstMatch(of: /([-\d.]+) ([-\d.]+) [-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ Tm/))
    let drawn = atan2(Double(matrix.2) ?? 9, Double(matrix.1) ?? 9) * 180 / .pi - Double(rotation)
    let wanted = abs(slope) * 100 > 2 ? atan(slope) * 180 / .pi : 0
    #expect(abs((drawn + 540).truncatingRemainder(dividingBy: 360) - 180 - wanted) < 0.3, "\(drawn) \(wanted)")
  }

  @Test func `touching words of a skewed line stay words of a line`() throws {
    let scratch = try Scratch()
    let words = (0..<8).map { ("낱말\($0)", Box(x: 20 + 60 * $0, y: 100 + 5 * $0, width: 59, height: 24)) }
    _ = try pdf([Self.page(words)], in: scratch)
    #expect(try text(scratch) == words.map(\.0).joined(separator: " ") + "\n\u{C}")
  }

  @Test func `words that are far apart on a skewed line stay a line`() throws {
    let scratch = try Scratch()
    // Between them the line falls by more than their height; an upright step within their boxes is smaller.
    let words = [
      ("합계", Box(x: 20, y: 100, width: 80, height: 32)), ("9,000", Box(x: 480, y: 119, width: 80, height: 32)),
    ]
    let baseline = Baseline(x1: 20, y1: 122, x2: 560, y2: 144)
    _ = try pdf(
      [Self.page(words, baseline: baseline)], .png, SampleBytes.png(width: 600, height: 400), in: scratch)
    #expect(try text(scratch) == "합계 9,000\n\u{C}")
  }

  @Test(arguments: [0.06, -0.06]) func `words that touch on a skewed line keep their boxes`(slope: Double) throws {
    let scratch = try Scratch()
    let words = [("[매장명]", 40, 200), ("맑은농장", 240, 160)].map { text, x, width in
      let heights = [Double(x), Double(x + width)].map { 200 + slope * $0 }
      let top = (heights.min() ?? 0) - 40
      let bottom = (heights.max() ?? 0) + 8
      return (text, Box(x: x, y: Int(top.rounded()), width: width, height: Int((bottom - top).rounded())))
    }
    let baseline = Baseline(x1: 40, y1: 200 + slope * 40, x2: 400, y2: 200 + slope * 400)
    _ = try pdf(
      [Self.page(words, baseline: baseline)], .png, SampleBytes.png(width: 600, height: 400), in: scratch)
    #expect(try text(scratch) == "[매장명] 맑은농장\n\u{C}")
    for (edges, box) in zip(try edges(scratch), words.map(\.1)) {
      let wanted = [box.x, box.y, box.right, box.bottom].map { Double($0) * 0.24 }
      #expect(zip(edges, wanted).allSatisfy { abs($0 - $1) < 2 * 0.24 }, "\(edges) \(wanted)")
    }
  }

  @Test(arguments: [(24, 0), (24, -1), (33, -1), (80, -1), (50, 3), (96, -1), (120, 0), (155, 0)])
  func `words that touch or overlap a little are words, each in its box`(height: Int, gap: Int) throws {
    let scratch = try Scratch()
    // A page of 300 pixels an inch, with a line of usual size below.
    let line = Line(
      box: Box(x: 20, y: 300, width: 300, height: 24), confidence: 1,
      words: [
        Word(text: "합계", box: Box(x: 20, y: 300, width: 80, height: 24), confidence: 1),
        Word(text: "12,000", box: Box(x: 110, y: 300, width: 90, height: 24), confidence: 1),
      ])
    let boxes = [
      Box(x: 40, y: 50, width: 200, height: height), Box(x: 240 + gap, y: 50, width: 160, height: height),
    ]
    var page = Self.page([("[매장명]", boxes[0]), ("맑은농장", boxes[1])])
    guard case .recognised(var reading) = page.outcome else { return }
    reading.lines.append(line)
    page.outcome = .recognised(reading)
    _ = try pdf([page], .png, SampleBytes.png(width: 600, height: 400), in: scratch)
    #expect(try text(scratch) == "[매장명] 맑은농장\n합계 12,000\n\u{C}")
    let found = try edges(scratch)
    #expect(found.count == 4)
    for (edges, box) in zip(found, boxes + line.words.map(\.box)) {
      let wanted = [box.x, box.y, box.right, box.bottom].map { Double($0) * 0.24 }
      #expect(zip(edges, wanted).allSatisfy { abs($0 - $1) < 2 * 0.24 }, "\(edges) \(wanted)")
    }
  }

  @Test func `large words that touch fill their boxes beside small ones and on a slope`() throws {
    let scratch = try Scratch()
    // Places as on photos: the line falls, and what stands in it is of all heights.
    let words = [
      ("부가세", Box(x: 20, y: 40, width: 180, height: 117)), ("면세", Box(x: 199, y: 70, width: 90, height: 96)),
      (":", Box(x: 300, y: 121, width: 5, height: 34)), ("02-2011", Box(x: 330, y: 108, width: 240, height: 79)),
    ]
    let baseline = Baseline(x1: 20, y1: 152, x2: 570, y2: 184)
    _ = try pdf(
      [Self.page(words, baseline: baseline)], .png, SampleBytes.png(width: 600, height: 400), in: scratch)
    #expect(try text(scratch) == words.map(\.0).joined(separator: " ") + "\n\u{C}")
    let found = try edges(scratch)
    #expect(found.count == words.count)
    for (edges, box) in zip(found, words.map(\.1)) {
      let wanted = [box.x, box.y, box.right, box.bottom].map { Double($0) * 0.24 }
      #expect(zip(edges, wanted).allSatisfy { abs($0 - $1) < 2 * 0.24 }, "\(edges) \(wanted)")
    }
  }
}
