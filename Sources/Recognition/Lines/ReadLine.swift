import Imaging
import PageModel

struct ReadLine {
  /// Boxes of the reading are in the crop's pixels; it is nil without text.
  typealias Attempt = (shape: LineCropper.Shape, crop: LineCrop, reading: LineReading?)

  var found: FoundLine
  var block: PreparedBlock
  var attempts: [Attempt]
  /// Whether the first reading is doubtful enough for others.
  var isDoubtful: Bool
  /// The index of the chosen attempt; nil without text.
  var chosen: Int?
  var estimate: ConfidenceEstimate?
  /// Nil without text.
  var line: Line?
  var reading: LineReading? { chosen.flatMap { attempts[$0].reading } }
  /// The raw network confidence of the chosen reading; 0 without text.
  var networkConfidence: Double { reading?.confidence ?? 0 }
  var height: Double { found.textHeight / max(block.scale, 0.001) }
}
