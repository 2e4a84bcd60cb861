import Imaging
import PageModel

struct ReadLine {
  struct Attempt {
    var shape: LineCropper.Shape
    var crop: LineCrop
    /// Boxes are in the crop's pixels; nil without text.
    var reading: LineReading?
  }

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
