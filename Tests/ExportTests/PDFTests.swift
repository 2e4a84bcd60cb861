import Foundation
import PageModel
import PictureFormats
import TestSupport
import Testing
import Understanding

@testable import Export

/// A document of pages in memory, each with the picture of one file.
private final class Document: DocumentSource {
  let path = ScanPath("a.jpg")
  let pages: [PageRecord]
  let file: [UInt8]
  let format: PictureFormat

  init(_ pages: [PageRecord], _ format: PictureFormat, _ file: [UInt8]) {
    self.pages = pages
    self.format = format
    self.file = file
  }

  var pageCount: Int { pages.count }

  func page(at index: Int) throws -> (record: PageRecord, original: PageRecord?)? {
    (pages[index], pages[index].outcome.state == .duplicate ? PDFTests.page([("원본", PDFTests.place)]) : nil)
  }

  func picture(at index: Int) throws -> PagePicture? {
    let stream = file.withUnsafeBytes { bytes in
      var reader = ByteReader(memory: bytes)
      return format.stream(&reader)
    }
    return stream.map { PagePicture(stream: $0) { [file] in Array(file[Int($0)..<Int($0) + $1]) } }
  }

  func view(at index: Int) throws -> (type: String, file: [UInt8])? { nil }
}

@Suite struct PDFTests {
  private func pdf(
    _ pages: [PageRecord], _ format: PictureFormat = .png, _ file: [UInt8] = SampleBytes.png(width: 60, height: 40),
    in scratch: Scratch
  ) throws -> [UInt8] {
    let writer = try scratch.writer()
    let pieces = try writer.file(for: [Array("a.pdf".utf8)])
    try PDFExporter().write(Document(pages, format, file), to: pieces)
    let written = try pieces.finish()
    try writer.sync()
    let bytes = try scratch.bytes("out/a.pdf")
    #expect(bytes.count == written.size)
    return bytes
  }

  /// What a program says of the file, between the options before and behind it.
  private func output(
    _ tool: String, _ options: [String] = [], of scratch: Scratch, _ more: [String] = []
  ) throws -> String {
    let outcome = try ChildProgram.run("/usr/bin/" + tool, options + [scratch.path + "/out/a.pdf"] + more)
    #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.outputText) \(outcome.errorText)")
    return outcome.outputText
  }

  private func text(_ scratch: Scratch) throws -> String {
    try output("pdftotext", ["-raw"], of: scratch, ["-"])
  }

  fileprivate static let place = Box(x: 10, y: 10, width: 60, height: 30)

  /// A page of 600 by 400 pixels with a line of words, for a picture of 60 by 40.
  fileprivate static func page(_ words: [(String, Box)], rotation: Int = 0, baseline: Baseline? = nil) -> PageRecord {
    let words = words.map { Word(text: $0.0, box: $0.1, confidence: 1) }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return Pages.record(
      .recognised(
        RecognisedPage(
          width: 600, height: 400, confidence: 1,
          lines: [Line(box: box, baseline: baseline, confidence: 1, words: words)],
          preparation: Preparation(rotation: rotation))))
  }

  @Test func `the text is found again, page by page, and nothing is wrong with the file`() throws {
    let scratch = try Scratch()
    let plain = Self.page([("합계", Self.place), ("12,000", Box(x: 90, y: 10, width: 90, height: 30))])
    let odd = Self.page([("각\u{301}😀", Self.place), ("\\(<", Box(x: 72, y: 12, width: 40, height: 30))])
    let pages = [plain, odd, Pages.blank, Pages.duplicate, Pages.failed]
    let bytes = try pdf(pages, in: scratch)
    let texts = ["합계 12,000\n", "각\u{301}😀 \\(<\n", "", "원본\n", "", ""]
    #expect(try text(scratch).split(separator: "\u{C}", omittingEmptySubsequences: false).map(String.init) == texts)
    let check = try output("qpdf", ["--check"], of: scratch)
    #expect(check.contains("No syntax or stream encoding errors"))
    let again = try Scratch()
    #expect(try pdf(pages, in: again) == bytes)
  }

  @Test(arguments: [
    (PictureFormat.jpeg, SampleBytes.jpeg(width: 60, height: 40), "DCTDecode"),
    (.jpeg2000, SampleBytes.jp2(width: 60, height: 40), "JPXDecode"),
    (.jpeg2000, SampleBytes.codestream(width: 60, height: 40), "JPXDecode"),
  ]) func `a picture is in the file byte for byte`(format: PictureFormat, file: [UInt8], filter: String) throws {
    let stream = file.withUnsafeBytes { bytes in
      var reader = ByteReader(memory: bytes)
      return format.stream(&reader)
    }
    // The hand-written samples of JPEG 2000 have no components, and are left to a decoder.
    guard stream != nil else {
      #expect(format == .jpeg2000)
      return
    }
    let bytes = try pdf([Pages.recognised], format, file, in: Scratch())
    #expect(String(decoding: bytes, as: UTF8.self).contains(filter))
    #expect(bytes.indices.contains { bytes[$0...].starts(with: file) })
  }

  @Test(arguments: [0, 90, 180, 270]) func `words stand in their boxes, whichever way they run`(rotation: Int) throws {
    let scratch = try Scratch()
    let boxes: [Box]
    switch rotation {
    case 90: boxes = [Box(x: 100, y: 200, width: 30, height: 90), Box(x: 96, y: 60, width: 37, height: 120)]
    case 180: boxes = [Box(x: 300, y: 50, width: 90, height: 30), Box(x: 150, y: 53, width: 120, height: 37)]
    case 270: boxes = [Box(x: 100, y: 20, width: 30, height: 90), Box(x: 96, y: 140, width: 37, height: 120)]
    default: boxes = [Box(x: 100, y: 50, width: 90, height: 30), Box(x: 210, y: 47, width: 120, height: 37)]
    }
    _ = try pdf([Self.page([("합계", boxes[0]), ("12,000원", boxes[1])], rotation: rotation)], in: scratch)
    #expect(try output("pdftotext", of: scratch, ["-"]).split(whereSeparator: \.isWhitespace) == ["합계", "12,000원"])
    let numbers = try edges(scratch)
    #expect(numbers.count == 2)
    // The picture's 60 pixels are 14.4 points at 300 dots an inch, and 600 pixels of the text.
    for (edges, box) in zip(numbers, boxes) {
      let wanted = [box.x, box.y, box.right, box.bottom].map { Double($0) * 14.4 / 600 }
      #expect(zip(edges, wanted).allSatisfy { abs($0 - $1) < 2 * 14.4 / 600 }, "\(edges) \(wanted)")
    }
  }

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

  @Test(arguments: [(24, 0), (24, -1), (33, -1), (80, -1), (50, 3)])
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

  /// The boxes of the words, in points: left, upper, right and lower edge.
  private func edges(_ scratch: Scratch) throws -> [[Double]] {
    try output("pdftotext", ["-raw", "-bbox"], of: scratch, ["-"]).matches(
      of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">/
    ).map { [$0.1, $0.2, $0.3, $0.4].compactMap { Double($0) } }
  }

  @Test func `a document's receipts are in its title and its subject`() throws {
    var page = Pages.recognised
    let receipt = """
      [{"box":{"x":0,"y":0,"width":1,"height":1},"lines":[],"fields":{"merchant":{"value":"견본 <마트>","text":"","lines":[],
      "box":{"x":0,"y":0,"width":1,"height":1},"confidence":1,"proof":"read"}},"items":[],"checks":[]}]
      """
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: receipt)
    let scratch = try Scratch()
    let bytes = try pdf([page], in: scratch)
    let facts = try output("pdfinfo", of: scratch)
    #expect(facts.contains("견본 <마트>") && facts.contains("merchant: 견본 <마트>"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("견본 &lt;마트&gt;</rdf:li>"))
  }

  @Test func `pages that no scanner gives are written all the same`() throws {
    let far = Box(x: .max, y: .min, width: .max, height: .max)
    let hostile = RecognisedPage(
      width: Int(Int32.max), height: Int(Int32.max), confidence: 1,
      lines: [
        Line(
          box: far, baseline: Baseline(x1: .nan, y1: -.infinity, x2: 1e300, y2: 0), confidence: 1,
          words: [
            Word(text: String(repeating: "a", count: 40_000), box: far, confidence: 1),
            Word(text: "b", box: Box(x: 0, y: 0, width: Int(Int32.max), height: Int(Int32.max)), confidence: 1),
          ]),
        Line(box: far, confidence: 1, words: [Word(text: "c", box: far, confidence: 1)]),
      ])
    let scratch = try Scratch()
    _ = try pdf([Pages.record(.recognised(hostile)), Pages.record(.blank(width: 0, height: 0))], in: scratch)
    _ = try output("qpdf", ["--check"], of: scratch)
  }
}
