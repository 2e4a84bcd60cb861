import PageModel
import Testing

@testable import Recognition

/// Digits below bar codes.
@Suite struct PrintedCodesTests {
  private func line(_ text: String, y: Int = 140, kind: Line.Kind = .text) -> Line {
    let words = text.split(separator: " ").enumerated().map { index, word in
      Word(text: String(word), box: Box(x: 100 + 50 * index, y: y, width: 40, height: 20), confidence: 0.7)
    }
    return Line(
      kind: kind, box: Box(x: 100, y: y, width: 400, height: 20), block: 0, confidence: 0.8, words: words)
  }

  private func code(_ text: String, _ format: Barcode.Format = .itf, y: Int = 100) -> Barcode {
    Barcode(format: format, box: Box(x: 90, y: y, width: 420, height: 12), text: text)
  }

  private let digits = "00602506115100300023"

  @Test func `a digit that was lost or misread comes from the bars, and what was read is kept`() throws {
    let codes = PrintedCodes([code(digits)])
    for read in ["0060250611510030002", "006025 0611 5100300028", "OO602506115100300023"] {
      let line = try #require(codes.restored(line(read)), "\(read)")
      #expect(line.text == digits)
      #expect(line.readings.map(\.text) == [digits, read])
      #expect(line.words[0].box.x == 100)
    }
  }

  @Test func `what agrees, what is another number and what stands elsewhere stays as it was read`() {
    let codes = PrintedCodes([code(digits)])
    #expect(codes.restored(line("0060250 6115100 300023")) == nil)
    #expect(codes.restored(line("00602506115100309999")) == nil)
    #expect(codes.restored(line("0060250611510030002", y: 700)) == nil)
    #expect(codes.restored(line("0060250611510030002", kind: .noise)) == nil)
    #expect(codes.restored(line("total 12,000")) == nil)
    #expect(codes.restored(line("")) == nil)
  }

  @Test func `of two codes the one that the digits agree with decides, and QR codes say nothing`() {
    #expect(
      PrintedCodes([code("20260223138375"), code("20260223138374", y: 110)]).restored(line("20260223138374")) == nil)
    #expect(PrintedCodes([code(digits, .qr)]).restored(line("0060250611510030002")) == nil)
    #expect(PrintedCodes([code("1234567")]).restored(line("1234568")) == nil)
  }
}
