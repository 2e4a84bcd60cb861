import PageModel
import Support
import Testing

@testable import Export

@Suite struct PageExporterTests {
  @Test func `text is the lines of a page with a newline at the end, without ruling lines`() {
    #expect(text(Pages.recognised) == "합계 12,000\n12,000\n")
  }

  @Test func `a blank page is an empty file, and a failed or unsupported one gets no text at all`() {
    #expect(text(Pages.blank) == "")
    #expect(text(Pages.failed) == nil)
    #expect(text(Pages.unsupported) == nil)
  }

  @Test func `a duplicate has the text of the page that it repeats`() {
    #expect(text(Pages.duplicate, original: Pages.recognised) == "합계 12,000\n12,000\n")
    #expect(text(Pages.duplicate, original: Pages.blank) == "")
  }

  @Test func `a duplicate has no text as long as its original has none`() {
    #expect(text(Pages.duplicate) == nil)
    #expect(text(Pages.duplicate, original: Pages.failed) == nil)
    let stream = TextExporter().streamed(Pages.duplicate, original: Pages.failed, position: 1)
    #expect(stream == [0x0C])
  }

  @Test func `the list of all leads to the documents that have a file, and to no others`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let list = try HTMLExporter().begin(in: writer, style: TableStyle())
    let broken = PageOutcome.unsupported(PageProblem(.notAPicture, "the page is no picture"))
    for (name, outcomes) in [
      ("none.pdf", [broken, broken]), ("half.pdf", [broken, .blank(width: 9, height: 9)]), ("bad.png", [broken]),
    ] {
      for (index, outcome) in outcomes.enumerated() {
        try list.add(
          PageRecord(
            path: ScanPath(name), index: index, pageCount: outcomes.count, content: nil, reader: nil, outcome: outcome))
      }
    }
    try list.finish()
    try writer.sync()
    let text = String(decoding: try scratch.bytes("out/hanscan.receipts.html"), as: UTF8.self)
    let links = text.matches(of: /"href":"([^"]*)"/).map { String($0.1) }
    #expect(links == ["half.pdf.html#1", "half.pdf.html#2"])
    #expect(text.contains(#""path":"none.pdf""#) && text.contains(#""path":"bad.png""#))
  }

  @Test func `the list of all says which scans are gone, and leads from them to no document of the same name`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let list = try HTMLExporter().begin(in: writer, style: TableStyle())
    for (name, isMissing) in [("a.png", false), ("a.png", true), ("b.png", true)] {
      var page = Pages.record(.blank(width: 9, height: 9), path: ScanPath(name))
      page.isMissing = isMissing
      try list.add(page)
    }
    try list.finish()
    try writer.sync()
    let text = String(decoding: try scratch.bytes("out/hanscan.receipts.html"), as: UTF8.self)
    #expect(text.matches(of: /"href":"([^"]*)"/).map { String($0.1) } == ["a.png.html"])
    #expect(text.matches(of: /"missing":true/).count == 2)
  }

  @Test func `every format has a name and an ending of its own`() {
    #expect(Set(Exporters.all.map(\.name)).count == Exporters.all.count)
    #expect(Set(Exporters.all.map(\.fileExtension)).count == Exporters.all.count)
    #expect(Exporters.named("text")?.fileExtension == "txt")
    #expect(Exporters.named("tex") == nil)
  }

  @Test func `text leaves in NFC`() throws {
    let word = Word(
      text: "\u{1112}\u{1161}\u{11AB}e\u{301}", box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 1)
    let page = Pages.record(
      .recognised(
        RecognisedPage(
          width: 1, height: 1, confidence: 1,
          lines: [Line(box: word.box, confidence: 1, words: [word])])))
    #expect(TextExporter().file(page) == Array("\u{D55C}\u{E9}\n".utf8))
    let json = try #require(JSONExporter().file(page))
    #expect(Array("\u{1112}\u{1161}\u{11AB}".utf8).allSatisfy { _ in true } && !contains(json, "\u{1112}"))
    #expect(contains(json, "\u{D55C}\u{E9}"))
  }

  @Test func `a stream of texts has a form feed between pages, also around those without text`() {
    let pages = [Pages.recognised, Pages.failed, Pages.blank, Pages.recognised]
    let stream = pages.enumerated().flatMap { TextExporter().streamed($1, original: nil, position: $0) }
    let page = "합계 12,000\n12,000\n"
    #expect(String(decoding: stream, as: UTF8.self) == page + "\u{C}\u{C}\u{C}" + page)
  }

  @Test func `each page is one line of JSON Lines`() throws {
    for page in Pages.all {
      let line = JSONExporter().streamed(page, original: nil, position: 1)
      #expect(line.last == 0x0A)
      #expect(line.filter { $0 == 0x0A }.count == 1)
      #expect(!contains(line, "\u{2028}"))
    }
  }

  @Test func `every format gives the same bytes for the same page`() {
    for format in Exporters.ofPages {
      for page in Pages.all {
        #expect(format.file(page) == format.file(page))
        // Text of a duplicate waits for its original.
        let isWaiting = format is any ReadingExporter && page.outcome.state == .duplicate
        #expect((format.file(page) != nil) == (format.states.contains(page.outcome.state) && !isWaiting))
      }
    }
    let released = ["txt", "json", "md", "hocr", "tsv", "alto.xml", "page.xml", "csv", "xlsx", "pdf", "html"]
    #expect(Set(Exporters.all.map(\.fileExtension)).isSuperset(of: released))
  }

  @Test(arguments: [
    (0.0, 4, "0.0000"), (1, 4, "1.0000"), (0.97, 4, "0.9700"), (0.00005, 4, "0.0001"), (-1.25, 3, "-1.250"),
    (-0.0001, 3, "0.000"), (12.3456, 0, "12"), (.nan, 2, "0.00"), (-.infinity, 2, "0.00"), (1e300, 4, "1e+300"),
  ]) func `numbers have fixed decimals`(number: Double, decimals: Int, digits: String) {
    #expect(JSONValue.digits(number, decimals: decimals) == digits)
  }

  private func text(_ page: PageRecord, original: PageRecord? = nil) -> String? {
    TextExporter().file(page, original: original).map { String(decoding: $0, as: UTF8.self) }
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }
}
