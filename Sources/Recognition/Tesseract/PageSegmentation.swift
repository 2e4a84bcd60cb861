import CTesseract
import PageModel

extension TessPageSegMode {
  static var singleBlock: TessPageSegMode { PSM_SINGLE_BLOCK }
  /// One line, given to the network as it is.
  static var rawLine: TessPageSegMode { PSM_RAW_LINE }

  /// The mode of a number, if it reads text.
  static func checked(_ number: Int) throws(RecognitionError) -> TessPageSegMode {
    // Modes 0 and 2 find orientations and blocks alone.
    let numbers = [1] + Array(3...13)
    guard numbers.contains(number) else {
      let known = numbers.map(String.init).joined(separator: ", ")
      throw RecognitionError(
        .engine, "Page segmentation mode \(number) does not read text; those that do are \(known).")
    }
    return TessPageSegMode(UInt32(number))
  }
}
