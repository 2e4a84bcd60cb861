import Imaging
import PageModel

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
  /// In the order in which they were made.
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
  /// The raw network confidence of that; 0 where there is no text.
  var networkConfidence: Double { reading?.confidence ?? 0 }
  /// The height of the line's capitals in the decoded picture, in pixels.
  var height: Double { found.textHeight / max(block.scale, 0.001) }
}
