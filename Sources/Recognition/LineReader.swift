import Imaging
import PageModel

/// Reads lines that were found on a prepared page, each cut out, straightened and given to the network as it is.
final class LineReader {
  private let recognizer: TesseractRecognizer
  private let isAccurate: Bool

  init(recognizer: TesseractRecognizer, isAccurate: Bool) {
    self.recognizer = recognizer
    self.isAccurate = isAccurate
  }

  /// A line of a lower confidence is read again.
  ///
  /// On 330 lines of 14 real Korean receipts a fifth is below it. Voting on those took the line error from 10.56 % to
  /// 10.39 %, the most confident of the same readings to 10.36 %; below 0.97 either gains less than 0.05 points.
  private static let doubtfulBelow = 0.965

  /// A high line of a lower confidence is read as two as well, and those are taken that read clearly better.
  private static let likelyTwoBelow = 0.96
  private static let clearlyBetter = 0.01
  private static let senseless = 0.93

  /// What is shorter and read with less is a shadow, a pen's stroke, the paper's edge.
  ///
  /// Of 2,300 lines of 54 real receipts 45 are so; four of them are print, three of those of one or two digits.
  private static let scrapBelow = 0.92
  private static let longestScrap = 7

  /// The other ways in which a doubtful line is cut out; of eight these three, voting, gained most on the same lines.
  private static let otherShapes: [LineCropper.Shape] = [
    .init(above: 0.2, below: 0.5), .init(above: 0.42, below: 0.3), .init(gap: 4),
  ]

  /// The lines with boxes in the original: one, none where the network sees no text, several where print that touches
  /// was taken for one.
  func read(_ found: FoundLine, of block: PreparedBlock, number: Int) throws(RecognitionError) -> [Line] {
    guard let whole = try readWhole(found, of: block, number: number) else { return [] }
    guard isAccurate, !found.halves.isEmpty, whole.confidence < Self.likelyTwoBelow else { return [whole] }
    var halves: [Line] = []
    for half in found.halves {
      let lines = try read(half, of: block, number: number)
      // Half a line of high print may read well while the other half reads as nothing.
      if whole.confidence > Self.senseless, !lines.contains(where: { $0.kind == .text }) { return [whole] }
      halves += lines
    }
    return Self.confidence(of: halves) > whole.confidence + Self.clearlyBetter ? halves : [whole]
  }

  /// By characters.
  private static func confidence(of lines: [Line]) -> Double {
    let characters = lines.reduce(0) { $0 + $1.text.count }
    guard characters > 0 else { return 0 }
    return lines.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(characters)
  }

  private func readWhole(_ found: FoundLine, of block: PreparedBlock, number: Int) throws(RecognitionError) -> Line? {
    var readings: [LineReading] = []
    if let first = try reading(found, of: block, shape: .init()) { readings.append(first) }
    if isAccurate, readings.first?.confidence ?? 0 < Self.doubtfulBelow {
      for shape in Self.otherShapes {
        if let other = try reading(found, of: block, shape: shape) { readings.append(other) }
      }
    }
    guard let choice = ReadingVote.choice(among: readings) else { return nil }
    var line = readings[choice].line
    line.block = number
    line.box = block.original(found)
    if readings.count > 1 { line.readings = Self.candidates(readings, chosen: choice) }
    line.kind = Self.kind(of: readings[choice], in: found)
    if line.kind != .text { line.words = [] }
    return line
  }

  /// What a line is by what was read in it.
  private static func kind(of reading: LineReading, in found: FoundLine) -> Line.Kind {
    let width = found.right - found.left
    if width > 3 * found.textHeight, PageText.isRule(reading.words.map(\.word.text), least: 1) { return .rule }
    let length = reading.text.count { !$0.isWhitespace }
    let isSliver = length == 1 && width < 0.35 * PagePreparer.textHeight
    let isScrap = length <= longestScrap && reading.confidence < scrapBelow || isSliver && reading.confidence < 0.95
    return isScrap && reading.kind == .text ? .scrap : reading.kind
  }

  /// The different texts that were read, the chosen one first, then by confidence.
  private static func candidates(_ readings: [LineReading], chosen: Int) -> [Candidate] {
    var candidates = [Candidate(text: readings[chosen].text, confidence: readings[chosen].confidence)]
    for reading in readings.sorted(by: { $0.confidence > $1.confidence })
    where !candidates.contains(where: { $0.text == reading.text }) {
      candidates.append(Candidate(text: reading.text, confidence: reading.confidence))
    }
    return candidates
  }

  private func reading(
    _ found: FoundLine, of block: PreparedBlock, shape: LineCropper.Shape
  ) throws(RecognitionError) -> LineReading? {
    let crop = block.cropper.crop(found, shape: shape)
    guard let picture = crop.image.makePicture() else {
      throw RecognitionError(.engineFailed, "There was no memory for the picture of a line.")
    }
    return try recognizer.readCrop(picture)?.mapped { block.original($0, in: crop) }
  }
}
