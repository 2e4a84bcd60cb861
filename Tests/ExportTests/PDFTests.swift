import Foundation
import PageModel
import PictureFormats
import TestSupport
import Testing
import Understanding

@testable import Export

/// A document of pages in memory, each with the picture of one file.
final class Document: DocumentSource {
  let path = ScanPath("a.jpg")
  let pages: [PageRecord]
  let file: [UInt8]
  let format: PictureFormat
  var font: TrueTypeFont?

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
  func pdf(
    _ pages: [PageRecord], _ format: PictureFormat = .png, _ file: [UInt8] = SampleBytes.png(width: 60, height: 40),
    font: TrueTypeFont? = nil, in scratch: Scratch
  ) throws -> [UInt8] {
    let writer = try scratch.writer()
    let pieces = try writer.file(for: [Array("a.pdf".utf8)])
    let document = Document(pages, format, file)
    document.font = font
    try PDFExporter().write(document, to: pieces)
    let written = try pieces.finish()
    try writer.sync()
    let bytes = try scratch.bytes("out/a.pdf")
    #expect(bytes.count == written.size)
    return bytes
  }

  /// What a program says of the file, between the options before and behind it.
  func output(
    _ tool: String, _ options: [String] = [], of scratch: Scratch, _ more: [String] = []
  ) throws -> String {
    let outcome = try ChildProgram.run("/usr/bin/" + tool, options + [scratch.path + "/out/a.pdf"] + more)
    #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.outputText) \(outcome.errorText)")
    return outcome.outputText
  }

  func text(_ scratch: Scratch) throws -> String {
    try output("pdftotext", ["-raw"], of: scratch, ["-"])
  }

  static let place = Box(x: 10, y: 10, width: 60, height: 30)

  /// A page of 600 by 400 pixels with a line of words, for a picture of 60 by 40.
  static func page(_ words: [(String, Box)], rotation: Int = 0, baseline: Baseline? = nil) -> PageRecord {
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

  @Test func `a JPEG that can be made smaller without a loss is, and its bytes are got back`() throws {
    // A comment of blanks behind the first marker, as devices leave them that fill their files up.
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sample = folder.appending(path: "../../samples/scans/blank.jpg")
    let plain = try Array(Data(contentsOf: sample))
    let comment: [UInt8] = [0xFF, 0xFE, 0x40, 0x02] + Array(repeating: 0x20, count: 0x4000)
    let file = Array(plain.prefix(2)) + comment + plain.dropFirst(2)
    let scratch = try Scratch()
    let bytes = try pdf([Pages.recognised], .jpeg, file, in: scratch)
    #expect(bytes.count < file.count)
    #expect(String(decoding: bytes, as: UTF8.self).contains("/Filter[/FlateDecode/DCTDecode]"))
    _ = try output("pdfimages", ["-all"], of: scratch, ["\(scratch.path)/picture"])
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/picture-000.jpg"))) == file)
    #expect(try output("qpdf", ["--check"], of: scratch).contains("No syntax or stream encoding errors"))
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

  /// The boxes of the words, in points: left, upper, right and lower edge.
  func edges(_ scratch: Scratch) throws -> [[Double]] {
    try output("pdftotext", ["-raw", "-bbox"], of: scratch, ["-"]).matches(
      of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">/
    ).map { [$0.1, $0.2, $0.3, $0.4].compactMap { Double($0) } }
  }

  @Test func `the receipts of the first page that has one are in the title and the subject`() throws {
    var page = Pages.recognised
    let receipt = """
      [{"box":{"x":0,"y":0,"width":1,"height":1},"lines":[],"fields":{"merchant":{"value":"견본 <마트>","text":"","lines":[],
      "box":{"x":0,"y":0,"width":1,"height":1},"confidence":1,"proof":"read"}},"items":[],"checks":[]}]
      """
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: receipt)
    let scratch = try Scratch()
    let bytes = try pdf([Pages.recognised, page], in: scratch)
    let facts = try output("pdfinfo", of: scratch)
    #expect(facts.contains("견본 <마트>") && facts.contains("merchant: 견본 <마트>"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("견본 &lt;마트&gt;</rdf:li>"))
  }

  @Test func `characters that XML forbids are the same in a PDF's facts and in their XML`() throws {
    var page = Pages.recognised
    let receipt = """
      [{"box":{"x":0,"y":0,"width":1,"height":1},"lines":[],"fields":{"merchant":{"value":"견본\u{FFFF}\\u0001","text":"",
      "lines":[],"box":{"x":0,"y":0,"width":1,"height":1},"confidence":1,"proof":"read"}},"items":[],"checks":[]}]
      """
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: receipt)
    let facts = PDFFacts(page)
    #expect(facts.title == "견본\u{FFFD}\u{FFFD}")
    #expect(facts.subject == "merchant: 견본\u{FFFD}\u{FFFD}")
    #expect(facts.title.markupEscaped == facts.title)
  }

  @Test func `a page without a picture has its own size in points`() throws {
    var page = Self.page([("합계", Self.place)])
    guard case .recognised(var reading) = page.outcome else { return }
    reading.preparation?.source = .document
    page.outcome = .recognised(reading)
    let scratch = try Scratch()
    _ = try pdf([page], .png, [], in: scratch)
    #expect(try output("pdfinfo", of: scratch).contains("600 x 400 pts"))
    #expect(try text(scratch).hasPrefix("합계"))
  }

  @Test func `the text of a page without a picture is seen, each word in its box, and is found`() throws {
    let path = "/usr/share/fonts/truetype/nanum/NanumGothic.ttf"
    let font = try #require(TrueTypeFont(Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
    let boxes = [Box(x: 36, y: 36, width: 96, height: 10), Box(x: 144, y: 36, width: 36, height: 10)]
    let below = Box(x: 36, y: 50, width: 12, height: 10)
    let words = zip(["전자세금계산서", "33,000"], boxes).map { Word(text: $0, box: $1, confidence: 1) }
    var reading = RecognisedPage(
      width: 300, height: 200, confidence: 1,
      lines: [
        Line(box: boxes[0].union(boxes[1]), confidence: 1, words: words),
        Line(box: below, confidence: 1, words: [Word(text: "😀", box: below, confidence: 1)]),
      ])
    reading.preparation = Preparation()
    reading.preparation?.source = .document
    let corners = [(30, 30), (190, 30), (190, 50), (30, 50)].map { TableGrid.Corner(x: $0.0, y: $0.1) }
    reading.signals = PageSignals()
    reading.signals?.grids = [
      TableGrid(cells: [TableGrid.Cell(row: 0, column: 0, rowSpan: 1, columnSpan: 1, corners: corners)])
    ]
    let page = Pages.record(.recognised(reading))
    let scratch = try Scratch()
    let bytes = try pdf([page, page], .png, [], font: font, in: scratch)
    // The font lacks the last character, which a search finds all the same.
    #expect(try text(scratch) == "전자세금계산서 33,000\n😀\n\u{C}전자세금계산서 33,000\n😀\n\u{C}")
    for (edges, box) in zip(try edges(scratch), boxes) {
      #expect(abs(edges[0] - Double(box.x)) < 0.1 && abs(edges[2] - Double(box.x + box.width)) < 0.5, "\(edges) \(box)")
    }
    let fonts = try output("pdffonts", of: scratch).split(separator: "\n").dropFirst(2)
    #expect(fonts.count == 1 && fonts.first?.contains("HANSCN+Text") == true, "\(fonts)")
    #expect(try output("qpdf", ["--check"], of: scratch).contains("No syntax or stream encoding errors"))
    #expect(try pdf([page, page], .png, [], font: font, in: Scratch()) == bytes)
    // Text and the sides of cells are dark; the page is white without a font.
    let inked = try ink(scratch)
    #expect(inked[36..<46].contains { $0 > 20 } && inked[29...30].contains { $0 > 100 } && inked[120] == 0, "\(inked)")
    let hidden = try Scratch()
    _ = try pdf([page], .png, [], in: hidden)
    #expect(try ink(hidden).allSatisfy { $0 == 0 })
  }

  /// The pixels that are not white in each row of the first page, at 72 dots an inch.
  private func ink(_ scratch: Scratch) throws -> [Int] {
    _ = try output("pdftoppm", ["-gray", "-r", "72", "-singlefile"], of: scratch, [scratch.path + "/page"])
    let pixels = Array(try scratch.bytes("page.pgm").suffix(300 * 200))
    return stride(from: 0, to: pixels.count, by: 300).map { row in pixels[row..<row + 300].count { $0 < 250 } }
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
