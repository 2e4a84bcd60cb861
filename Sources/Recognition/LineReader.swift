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

  /// The line's text with boxes in the original; nil where the network sees no text.
  func read(_ found: FoundLine, of block: PreparedBlock, number: Int) throws(RecognitionError) -> Line? {
    guard let reading = try reading(found, of: block, shape: .init()) else { return nil }
    var line = reading.line
    line.block = number
    line.box = block.original(found)
    return line
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
