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
  private static let doubtfulBelow = 0.985

  /// The other ways in which a doubtful line is cut out; of eight these three, voting, gained most on the same lines.
  private static let otherShapes: [LineCropper.Shape] = [
    .init(above: 0.2, below: 0.5), .init(above: 0.42, below: 0.3), .init(gap: 4),
  ]

  /// The line's text with boxes in the original, and what it was chosen from; no text where the network sees none.
  func read(_ found: FoundLine, of block: PreparedBlock, number: Int) throws(RecognitionError) -> ReadLine {
    var attempts = [try attempt(found, of: block, shape: .init())]
    let isDoubtful = attempts[0].reading?.confidence ?? 0 < Self.doubtfulBelow
    if isAccurate, isDoubtful {
      for shape in Self.otherShapes { attempts.append(try attempt(found, of: block, shape: shape)) }
    }
    var result = ReadLine(found: found, block: block, attempts: attempts, isDoubtful: isDoubtful)
    let seen = attempts.indices.filter { attempts[$0].reading != nil }
    let readings = seen.compactMap { attempts[$0].reading }
    guard let choice = ReadingVote.choice(among: readings) else { return result }
    let estimates = readings.indices.map { ConfidenceEstimate(of: $0, among: readings, height: result.height) }
    result.chosen = seen[choice]
    result.estimate = estimates[choice]
    let crop = attempts[seen[choice]].crop
    let reading = readings[choice].tightened(to: crop.image)
    result.attempts[seen[choice]].reading = reading
    var line = reading.mapped { block.original($0, in: crop) }.line(estimates[choice])
    line.block = number
    line.box = block.original(found)
    if readings.count > 1 { line.readings = Self.candidates(readings, estimates, chosen: choice) }
    result.line = line
    return result
  }

  /// The different texts that were read, the chosen one first, then by confidence.
  private static func candidates(
    _ readings: [LineReading], _ estimates: [ConfidenceEstimate], chosen: Int
  ) -> [Candidate] {
    var candidates = [Candidate(text: readings[chosen].text, confidence: estimates[chosen].mean)]
    for index in readings.indices.sorted(by: { estimates[$0].mean > estimates[$1].mean })
    where !candidates.contains(where: { $0.text == readings[index].text }) {
      candidates.append(Candidate(text: readings[index].text, confidence: estimates[index].mean))
    }
    return candidates
  }

  private func attempt(
    _ found: FoundLine, of block: PreparedBlock, shape: LineCropper.Shape
  ) throws(RecognitionError) -> ReadLine.Attempt {
    let crop = block.cropper.crop(found, shape: shape)
    guard let picture = crop.image.makePicture() else {
      throw RecognitionError(.engineFailed, "There was no memory for the picture of a line.")
    }
    return ReadLine.Attempt(shape: shape, crop: crop, reading: try recognizer.readCrop(picture))
  }
}

/// A line that was found, and everything that was read in it.
struct ReadLine {
  /// One cut of the line and what the network saw in it.
  struct Attempt {
    var shape: LineCropper.Shape
    var crop: LineCrop
    /// Boxes are in the crop's pixels; nil where no text was seen.
    var reading: LineReading?
  }

  var found: FoundLine
  var block: PreparedBlock
  /// In the order in which they were made; the first is how every line is cut.
  var attempts: [Attempt]
  /// Whether the first reading is one that is worth others.
  var isDoubtful: Bool
  /// The attempt whose reading was taken; nil where there is no text.
  var chosen: Int?
  /// What is known of the characters of the chosen reading.
  var estimate: ConfidenceEstimate?
  /// Nil where there is no text.
  var line: Line?

  /// The reading that was taken, as the network gave it.
  var reading: LineReading? { chosen.flatMap { attempts[$0].reading } }
  /// The height of the line's capitals in the decoded picture, in pixels.
  var height: Double { found.textHeight / max(block.scale, 0.001) }
}
