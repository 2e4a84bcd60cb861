import Foundation
import TestSupport
import Testing

/// Pages of PDF documents that have text of their own.
@Suite struct `A PDF page with text of its own` {
  private static let lines = [
    "The quick brown fox jumps over the lazy dog", "Pack my box with five dozen liquor jugs",
    "Sphinx of black quartz judge my vow", "How vexingly quick daft zebras jump",
    "Total 12,345 won paid by card on 2025-03-14",
  ]

  /// The text of a document's first page, where it is from, and the desk that has its files.
  private func read(_ page: PDFSample.Page, _ more: String...) throws -> (text: String, source: String?, desk: Desk) {
    let desk = try Desk()
    try desk.put(PDFSample.document([page]), "page.pdf")
    let outcome = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--format", "json,hocr,pdf", "--settle", "0"] + more)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let file = try #require(try desk.tree()["page.pdf.p0001.json"])
    let page = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    let preparation = page["preparation"] as? [String: Any]
    return (page["text"] as? String ?? "", preparation?["source"] as? String, desk)
  }

  @Test func `gives that text, with the boxes in which it is seen`() throws {
    let desk = try Desk()
    try desk.put(PDFSample.document([.lines(Self.lines)]), "page.pdf")
    let outcome = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "json", "--settle", "0"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let file = try #require(try desk.tree()["page.pdf.p0001.json"])
    let page = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    #expect((page["preparation"] as? [String: Any])?["source"] as? String == "pdf-text")
    #expect(page["text"] as? String == Self.lines.joined(separator: "\n"))
    #expect(page["confidence"] as? Double == 1)
    // The first word begins 40 points from the left, in pixels of 300 to the inch.
    let lines = try #require(page["lines"] as? [[String: Any]])
    let words = try #require(lines.first?["words"] as? [[String: Any]])
    let box = try #require(words.first?["box"] as? [String: Int])
    let left = try #require(box["x"])
    #expect(abs(left - 40 * 300 / 72) <= 3)
    #expect(try desk.hanscan(["show", "page.pdf", "--out", desk.out]).outputText.contains("quick brown"))
  }

  @Test(arguments: [[], ["--show-ids"]]) func `has no identity numbers in its copy, either`(more: [String]) throws {
    let number = "Card No. 4111-1111-1111-1111"
    let desk = try Desk()
    try desk.put(PDFSample.document([.lines(Self.lines + [number])]), "page.pdf")
    let run = ["run", desk.inbox, "--out", desk.out, "--format", "pdf", "--settle", "0"] + more
    #expect(try desk.hanscan(run).status == 0)
    let text = try ChildProgram.run("/usr/bin/pdftotext", ["-raw", "\(desk.out)/page.pdf.pdf", "-"]).outputText
    #expect(text.contains("quick brown") && text.contains(more.isEmpty ? "4111-11**-****-1111" : number))
    #expect(text.contains("1111-1111") == !more.isEmpty)
  }

  @Test func `is read from its picture where that is asked for`() throws {
    let page = try read(.lines(Self.lines), "--ocr", "always")
    #expect(page.source == nil)
    #expect(page.text.contains("quick brown fox"))
  }

  @Test func `is read from its picture where the text says something else than is seen`() throws {
    var page = PDFSample.Page.lines(Self.lines, font: "L")
    page.meaning = PDFSample.shifted(by: 3)
    let read = try read(page)
    #expect(read.source == nil)
    #expect(read.text.contains("quick brown fox"))
  }

  @Test func `is read from its picture where the text is not seen, or is only a part of what is`() throws {
    var hidden = PDFSample.Page.lines(Self.lines)
    hidden.content += Array("BT 3 Tr /F 12 Tf 40 20 Td (nothing of this is seen by anybody who looks at it) Tj ET".utf8)
    #expect(try read(hidden).text.contains("nothing of this") == false)

    // Drawn by a font that says nothing of what its codes mean, but for the first line.
    var partial = PDFSample.Page.lines(Self.lines, font: "L")
    partial.meaning = """
      /CIDInit /ProcSet findresource begin begincmap /CMapName /T def /CMapType 2 def
      1 begincodespacerange <00> <ff> endcodespacerange
      1 beginbfrange <20> <7e> <e000> endbfrange endcmap end
      """
    partial.content += Array("BT 0 Tr /F 12 Tf 40 20 Td (one line that can be copied) Tj ET".utf8)
    let read = try read(partial)
    #expect(read.source == nil)
    #expect(read.text.contains("quick brown fox"))
  }

  @Test func `gives that text, and from its picture what a logo says above it`() throws {
    var page = PDFSample.Page.lines(Self.lines)
    page.entries = "/MediaBox[0 0 420 220]"
    // A reader of the document's text is told that these letters say nothing.
    page.content += Array("\n/Span<</ActualText()>>BDC BT /F 24 Tf 40 170 Td (Paper Boat Teas) Tj ET EMC".utf8)
    let read = try read(page)
    #expect(read.source == "pdf-text-and-picture")
    #expect(read.text == (["Paper Boat Teas"] + Self.lines).joined(separator: "\n"))

    // Its searchable PDF has what the logo says beside the document's own text, and nothing twice.
    let found = try ChildProgram.run("/usr/bin/pdftotext", ["-raw", "\(read.desk.out)/page.pdf.pdf", "-"]).outputText
    func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace).sorted() }
    #expect(words(found) == words(read.text))
  }

  private static let shop = ["SAMPLE CORNER SHOP", "12 HARBOUR ROAD", "COFFEE BEANS 12.50", "OAT MILK 7.75"]

  /// A line of text at a height of the page, twelve points high, in black.
  private func line(_ text: String, at height: Int, font: String = "F", size: Double = 12) -> [UInt8] {
    Array("\n0 g BT /\(font) \(size) Tf 40 \(height) Td (\(text)) Tj ET".utf8)
  }

  private func page(_ lines: [String], height: Int = 220) -> PDFSample.Page {
    var page = PDFSample.Page("", box: "0 0 420 \(height)")
    for (index, text) in lines.enumerated() { page.content += line(text, at: height - 40 - 18 * index) }
    return page
  }

  @Test(arguments: [1, 7]) func `is read from its picture where a font tells other digits than it draws`(shift: Int)
    throws
  {
    var page = page(Self.shop)
    page.meaning = PDFSample.digits(shiftedBy: shift)
    page.content += line("TOTAL 20.25", at: 100, font: "L") + line("CASH 20.25", at: 82, font: "L")
    let read = try read(page)
    #expect(read.source == nil)
    #expect(read.text.hasSuffix("TOTAL 20.25\nCASH 20.25"))
  }

  @Test func `is kept where one digit is read otherwise, with a doubt`() throws {
    var page = page(Self.shop)
    page.content += line("TOTAL 20.25", at: 100)
    // The text layer has a 1 for one printed 7.
    page.content += Array("\n/Span<</ActualText(1)>>BDC".utf8) + line("7", at: 82) + Array("\nEMC".utf8)
    page.content += Array("\nBT /F 12 Tf 46.67 82 Td (4 March 2025) Tj ET".utf8)
    let desk = try Desk()
    try desk.put(PDFSample.document([page]), "page.pdf")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "json", "--settle", "0"]).status == 0)
    let file = try #require(try desk.tree()["page.pdf.p0001.json"])
    let json = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    let lines = try #require(json["lines"] as? [[String: Any]])
    let last = try #require(lines.last)
    #expect((json["preparation"] as? [String: Any])?["source"] as? String == "pdf-text")
    #expect(last["text"] as? String == "14 March 2025")
    let words = try #require(last["words"] as? [[String: Any]])
    #expect(words.map { $0["confidence"] as? Double } == [0.5, 1, 1])
    let readings = try #require(last["readings"] as? [[String: Any]])
    #expect(readings.map { $0["text"] as? String } == ["14 March 2025", "74 March 2025"])
    #expect(lines.dropLast().allSatisfy { $0["confidence"] as? Double == 1 })
  }

  @Test(arguments: [-7, 0, 3]) func `is what is seen of it: not what a box or a picture covers`(shift: Int) throws {
    for cover in ["1 g 30 75 300 40 re f", "q 300 0 0 40 30 75 cm /Im Do Q"] {
      var page = page(Self.shop)
      page.image = PDFSample.stream(
        header: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", [255])
      page.content += line("TOTAL 20.25", at: 100) + line("SECRET PIN 1234", at: 82) + Array("\n\(cover)".utf8)
      page.content += line("TOTAL 77.00", at: 100 + shift)
      let read = try read(page)
      #expect(read.source == "pdf-text")
      #expect(read.text == (Self.shop + ["TOTAL 77.00"]).joined(separator: "\n"))
    }
  }

  @Test(arguments: [0.5, 1.5]) func `is what is seen of it: not print that nobody can read`(size: Double) throws {
    var page = page(Self.shop)
    page.content += line("TOTAL 999.99", at: 82, size: size)
    #expect(try read(page).text == Self.shop.joined(separator: "\n"))
  }

  @Test func `is what is seen of it: light print on dark ground, too`() throws {
    var page = page(Self.shop)
    page.content += Array("\n0.2 g 30 75 300 22 re f 1 g BT /F 12 Tf 40 82 Td (INVOICE 2025) Tj ET".utf8)
    let read = try read(page)
    #expect(read.source == "pdf-text")
    #expect(read.text == (Self.shop + ["INVOICE 2025"]).joined(separator: "\n"))
  }

  @Test func `is not believed over a scan`() throws {
    let grid = Drawing.grid(314_159, scale: 24)
    var page = PDFSample.Page.scan(
      grid.ink.map { $0 ? 0 : 255 }, width: grid.width, height: grid.height, points: (226.56, 59.52))
    page.content += Array("BT 3 Tr /F 40 Tf 10 12 Td (271828) Tj ET".utf8)
    let read = try read(page)
    #expect(read.source == nil)
    #expect(read.text.contains("271828") == false)
  }
}
