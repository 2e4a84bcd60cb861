import Foundation
import TestSupport
import Testing

/// Files of the documents that separator sheets make of a stack.
@Suite struct StackFileTests {
  /// Interleaved 2 of 5: wide and narrow bars and gaps of two digits each.
  private static let forms = ["nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"]

  private static func bars(_ digits: String) -> [Bool] {
    var widths: [Character] = ["n", "n", "n", "n"]
    let values = digits.compactMap(\.wholeNumberValue)
    for pair in stride(from: 0, to: values.count, by: 2) {
      for (bar, gap) in zip(forms[values[pair]], forms[values[pair + 1]]) { widths += [bar, gap] }
    }
    widths += ["w", "n", "n"]
    return widths.enumerated().flatMap { index, width in
      [Bool](repeating: index % 2 == 0, count: width == "w" ? 3 : 1)
    }
  }

  /// A sheet with a code, and a number, so that it is no empty page.
  private static func sheet(_ code: String) -> (pnm: [UInt8], width: Int, height: Int, pixels: [UInt8]) {
    let bars = bars(code)
    let (width, height) = (bars.count * 4 + 160, 500)
    var pixels = [UInt8](repeating: 255, count: width * height)
    for y in 100..<240 {
      for x in 0..<bars.count * 4 where bars[x / 4] { pixels[y * width + 80 + x] = 0 }
    }
    let number = Drawing.grid(4711, scale: 6)
    for index in number.ink.indices where number.ink[index] {
      pixels[(300 + index / number.width) * width + index % number.width] = 0
    }
    return (Array("P5\n\(width) \(height)\n255\n".utf8) + pixels, width, height, pixels)
  }

  @Test(arguments: ["tif", "pdf"])
  func `each document of a stack has a PDF of its own, and they follow the codes`(kind: String) throws {
    let desk = try Desk()
    let code = "2026031413837564"
    let sheet = Self.sheet(code)
    if kind == "tif" {
      let pages = [
        Drawing.number(11), sheet.pnm, Drawing.number(22), Drawing.number(33), sheet.pnm, Drawing.number(44),
      ]
      try desk.put(Drawing.tiff(pages), "stack.tif")
    } else {
      let page = PDFSample.Page.scan(
        sheet.pixels, width: sheet.width, height: sheet.height,
        points: (Double(sheet.width) * 72 / 200, Double(sheet.height) * 72 / 200))
      func text(_ number: Int) -> PDFSample.Page { .text("NUMBER \(number)") }
      try desk.put(PDFSample.document([text(11), page, text(22), text(33), page, text(44)]), "stack.pdf")
    }
    let arguments = ["run", desk.inbox, "--out", desk.out, "--format", "json,pdf", "--settle", "0", "--level", "fast"]
    func files() throws -> [String] { try desk.tree().keys.filter { $0.hasSuffix(".pdf") }.sorted() }
    func pages(_ file: String) throws -> String {
      let info = try ChildProgram.run("/usr/bin/pdfinfo", ["\(desk.out)/\(file)"])
      return info.outputText.split(separator: "\n").first { $0.hasPrefix("Pages:") }.map(String.init) ?? info.errorText
    }
    let run = try desk.hanscan(arguments + ["--split-at", code])
    #expect(run.status == 0, "\(run.errorText)")
    let parts = (1...3).map { "stack.\(kind).d000\($0).pdf" }
    #expect(try files() == parts, "\(run.errorText)")
    #expect(try parts.map(pages).map { $0.suffix(1) } == ["1", "2", "1"])
    let list = try desk.hanscan(["list", "--out", desk.out])
    #expect(list.outputText.contains("separator (\(code))") && list.outputText.contains("page 2 of document 2"))
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
    #expect(try desk.hanscan(arguments).errorText.contains(": 0 read"))
    #expect(try files() == parts)
    #expect(try desk.hanscan(arguments + ["--split-at", "none"]).status == 0)
    #expect(try files() == ["stack.\(kind).pdf"])
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }
}
