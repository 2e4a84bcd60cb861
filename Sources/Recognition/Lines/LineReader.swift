import Imaging
import PageModel

/// Reads the lines of a prepared page, each cut out, straightened and given to the network as it is.
final class LineReader {
  private let recognizer: any TextRecognizer
  private let isAccurate: Bool
  private let without: Set<ReaderSettings.Step>
  /// Readings of crops for the orientation, some of which the lines' own readings begin with.
  private var sampled: [GrayImage: LineReading] = [:]
  private(set) var print = PrintKind.receipt

  init(recognizer: any TextRecognizer, settings: ReaderSettings) {
    self.recognizer = recognizer
    isAccurate = settings.level == .accurate
    without = settings.without
  }

  /// A line of a lower confidence is read again; the network for documents is more confident (`Measurements.md`).
  private var doubtfulBelow: Double { print == .document ? 0.99 : 0.965 }

  /// A receipt's line with a character of a lower confidence is also read again (`Measurements.md`).
  private static let doubtfulCharacterBelow = 0.95

  /// A line of a lower confidence may be two that touch, or a part of one; a clearly better reading wins.
  private static let likelyMiscutBelow = 0.96
  private static let clearlyBetter = 0.01
  /// The same for a line with a lower estimated share of right characters, which says more of short lines.
  private static let unlikelyRight = 0.7

  /// A noise line is shorter and has a lower confidence: a shadow, a pen's stroke, the paper's edge
  /// (`Measurements.md`).
  private static let noiseBelow = 0.92
  private static let longestNoise = 7
  /// A speck, part of a logo or a cut row, is as short and less likely right by the estimate (`Measurements.md`).
  private static let longestSpeck = 3
  private static let speckBelow = 0.012
  /// Garble is a short line whose readings differ, and less likely right by the estimate (`Measurements.md`).
  private static let longestGarble = 10
  private static let garbleBelow = 0.2

  /// The other crops of a doubtful line; of eight these three gained most on the same lines.
  private static let otherShapes: [LineCropper.Shape] = [
    .init(above: 0.2, below: 0.5), .init(above: 0.42, below: 0.3), .init(gap: 4),
  ]

  /// The crops of a line that lost ink to neighbouring rows: with all ink of its height, and a little lower.
  private static let wholeShape = LineCropper.Shape(band: 0)
  private static let lowerShape = LineCropper.Shape(band: 0.1)
  /// A line with this confidence with all ink of its height needs no other reading (`Measurements.md`).
  private static let sureFrom = 0.99

  /// A line together with the one above it, if the two read clearly better as one; else nil.
  func merge(
    _ found: FoundLine, _ read: ReadLine, above: ReadLine, of block: PreparedBlock, number: Int
  ) throws(RecognitionError) -> ReadLine? {
    guard isAccurate, !without.contains(.lineMerging), let merged = found.mergedWithAbove.first,
      above.found.owner == merged.ownerAbove
    else { return nil }
    let parts = [above, read]
    guard parts.contains(where: Self.isLikelyMiscut) else { return nil }
    let whole = try self.read(merged, of: block, number: number)
    let isClearlyBetter = Self.confidence(of: [whole]) > Self.confidence(of: parts) + Self.clearlyBetter
    return whole.line?.kind == .text && isClearlyBetter ? whole : nil
  }

  /// Selects the network for a kind of text, and forgets all readings.
  func expect(_ print: PrintKind) throws(RecognitionError) {
    sampled = [:]
    self.print = try recognizer.expect(print)
  }

  /// Selects the network for documents if the page's longest lines ask for it.
  func choosePrint(by lines: [(found: FoundLine, block: PreparedBlock)]) throws(RecognitionError) {
    var texts: [String] = []
    for line in lines {
      let image = line.block.cropper.crop(line.found, shape: firstShape(of: line.found, in: line.block)).image
      if let known = sampled[image] {
        texts.append(known.text)
      } else if let reading = try recognizer.readLine(try Self.picture(of: image)) {
        sampled[image] = reading
        texts.append(reading.text)
      }
    }
    if DocumentText.isLatinDocument(texts) { try expect(.document) }
  }

  /// The raw network confidence of one reading, or of the same line upside down, and the estimated share of right
  /// characters; 0 if it is empty.
  func confidence(
    of found: FoundLine, in block: PreparedBlock, isTurned: Bool
  ) throws(RecognitionError) -> (network: Double, estimate: Double) {
    var image = block.cropper.crop(found, shape: firstShape(of: found, in: block)).image
    if isTurned { image.pixels.reverse() }
    guard let reading = try recognizer.readLine(try Self.picture(of: image)) else { return (0, 0) }
    sampled[image] = reading
    let height = found.textHeight / max(block.scale, 0.001)
    return (reading.confidence, ConfidenceEstimate(of: 0, among: [reading], height: height).mean)
  }

  private func firstShape(of found: FoundLine, in block: PreparedBlock) -> LineCropper.Shape {
    isContested(found, in: block) ? Self.wholeShape : .init()
  }

  private func isContested(_ found: FoundLine, in block: PreparedBlock) -> Bool {
    isAccurate && !without.contains(.contestedInk) && block.cropper.isContested(found)
  }

  private func isDoubtful(_ reading: LineReading) -> Bool {
    reading.confidence < doubtfulBelow
      || print == .receipt
        && reading.words.contains { $0.characters.contains { $0.confidence < Self.doubtfulCharacterBelow } }
  }

  private static func isLikelyMiscut(_ read: ReadLine) -> Bool {
    read.networkConfidence < likelyMiscutBelow || read.estimate?.mean ?? 0 < unlikelyRight
  }

  /// The raw network confidence of lines, weighted by their characters.
  private static func confidence(of lines: [ReadLine]) -> Double {
    let counts = lines.map { Double($0.reading?.text.count ?? 0) }
    let count = counts.reduce(0, +)
    return count == 0 ? 0 : zip(lines, counts).reduce(0) { $0 + $1.0.networkConfidence * $1.1 } / count
  }

  /// The kind of a line by its reading; `others` are all its readings.
  private func kind(
    of reading: LineReading, among others: [LineReading], _ estimate: ConfidenceEstimate, in found: FoundLine
  ) -> Line.Kind {
    let width = found.right - found.left
    if width > 3 * found.textHeight, TextNormalisation.isRule(reading.words.map(\.word.text), least: 1) { return .rule }
    let length = reading.text.count { !$0.isWhitespace }
    let isSpeck = length <= Self.longestSpeck && estimate.mean < Self.speckBelow
    let isGarble =
      length <= Self.longestGarble && estimate.mean < Self.garbleBelow
      && Set(others.map { $0.text.filter { $0.isLetter || $0.isNumber } }).count > 1
    // A cell is shorter than the lines that noise was measured on.
    let isUnsure = length <= Self.longestNoise && reading.confidence < Self.noiseBelow && !found.isPartOfRow
    let isNoise = isUnsure || isSpeck || isGarble
    return isNoise && reading.kind == .text && !without.contains(.noiseLines) ? .noise : reading.kind
  }

  func read(_ found: FoundLine, of block: PreparedBlock, number: Int) throws(RecognitionError) -> ReadLine {
    let isContested = isContested(found, in: block)
    var attempts = try isContested ? contest(found, of: block) : [attempt(found, of: block, shape: .init())]
    var chosen = Self.surest(among: attempts)
    let isDoubtful = chosen.flatMap { attempts[$0].reading }.map(isDoubtful) ?? true
    // Other readings of a contested line mostly lack ink: they show only how sure the chosen one is.
    if isAccurate, isDoubtful, !without.contains(.rereading) {
      for shape in Self.otherShapes {
        attempts.append(try attempt(found, of: block, shape: shape, after: attempts))
      }
      if !isContested { chosen = Self.surest(among: attempts) }
    }
    var result = ReadLine(found: found, block: block, attempts: attempts, isDoubtful: isDoubtful)
    let seen = attempts.indices.filter { attempts[$0].reading != nil }
    let readings = seen.compactMap { attempts[$0].reading }
    guard let chosen, let choice = seen.firstIndex(of: chosen) else { return result }
    let estimates = readings.indices.map { ConfidenceEstimate(of: $0, among: readings, height: result.height) }
    result.chosen = chosen
    result.estimate = estimates[choice]
    let crop = attempts[chosen].crop
    let kind = kind(of: readings[choice], among: readings, estimates[choice], in: found)
    let isCorrected = kind == .text && !without.contains(.letterCorrection)
    let corrected = isCorrected ? recognizer.corrected(readings[choice]) : readings[choice]
    let reading = corrected.tightened(to: crop.image)
    result.attempts[chosen].reading = reading
    var line = reading.mapped { block.original($0, in: crop) }.line(estimates[choice])
    line.block = number
    line.box = block.original(found)
    line.kind = kind
    line.baseline = line.kind == .text ? block.originalBaseline(of: found) : nil
    if line.kind != .text { line.words = [] }
    if readings.count > 1 || kind == .noise || corrected.text != readings[choice].text {
      let chosen = Candidate(text: reading.text, confidence: estimates[choice].mean)
      line.readings = Self.candidates(chosen, readings, estimates)
    }
    for index in result.attempts.indices { result.attempts[index].reading?.activations = [] }
    result.line = line
    return result
  }

  /// Reads a line with all ink of its height; if unsure, with its own ink; and if the two differ, a little lower.
  private func contest(_ found: FoundLine, of block: PreparedBlock) throws(RecognitionError) -> [ReadLine.Attempt] {
    var attempts = [try attempt(found, of: block, shape: Self.wholeShape)]
    if attempts[0].reading?.confidence ?? 0 >= Self.sureFrom { return attempts }
    attempts.append(try attempt(found, of: block, shape: .init(), after: attempts))
    if attempts[0].reading?.text == attempts[1].reading?.text { return attempts }
    attempts.append(try attempt(found, of: block, shape: Self.lowerShape, after: attempts))
    return attempts
  }

  /// The index of the attempt with the highest confidence; nil if none has text.
  private static func surest(among attempts: [ReadLine.Attempt]) -> Int? {
    attempts.indices.filter { attempts[$0].reading != nil }
      .max { attempts[$0].reading?.confidence ?? 0 < attempts[$1].reading?.confidence ?? 0 }
  }

  /// The different texts, the chosen one first, then by confidence.
  private static func candidates(
    _ chosen: Candidate, _ readings: [LineReading], _ estimates: [ConfidenceEstimate]
  ) -> [Candidate] {
    var candidates = [chosen]
    for index in readings.indices.sorted(by: { estimates[$0].mean > estimates[$1].mean })
    where !candidates.contains(where: { $0.text == readings[index].text }) {
      candidates.append(Candidate(text: readings[index].text, confidence: estimates[index].mean))
    }
    return candidates
  }

  /// Reads a crop of the line, unless the same crop was already read.
  private func attempt(
    _ found: FoundLine, of block: PreparedBlock, shape: LineCropper.Shape, after earlier: [ReadLine.Attempt] = []
  ) throws(RecognitionError) -> ReadLine.Attempt {
    let crop = block.cropper.crop(found, shape: shape)
    if let known = earlier.first(where: { $0.crop.image == crop.image })?.reading ?? sampled[crop.image] {
      return (shape, crop, known)
    }
    return (shape, crop, try recognizer.readLine(try Self.picture(of: crop.image)))
  }

  /// Reads a crop once more, with the alternatives of each character.
  func readAgain(_ crop: LineCrop) throws(RecognitionError) -> LineReading? {
    try recognizer.readLineWithAlternatives(try Self.picture(of: crop.image))
  }

  private static func picture(of image: GrayImage) throws(RecognitionError) -> Picture {
    guard let picture = image.makePicture() else {
      throw RecognitionError(.engine, "There was no memory for the picture of a line.")
    }
    return picture
  }
}
