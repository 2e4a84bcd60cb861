package import CTesseract

/// Tesseract's page segmentation modes that read text, by its numbers.
package enum PageSegmentation: Int, Sendable, CaseIterable {
  case automaticWithOrientation = 1
  case automatic = 3
  case singleColumn = 4
  case verticalBlock = 5
  case singleBlock = 6
  /// One line, in which the engine still looks for text and noise.
  case singleLine = 7
  case singleWord = 8
  case circledWord = 9
  case singleCharacter = 10
  case sparseText = 11
  case sparseTextWithOrientation = 12
  /// One line, given to the network as it is.
  case rawLine = 13

  package var mode: TessPageSegMode { TessPageSegMode(UInt32(rawValue)) }

  package static func checked(_ number: Int) throws(RecognitionError) -> PageSegmentation {
    guard let mode = PageSegmentation(rawValue: number) else {
      let known = allCases.map { String($0.rawValue) }.joined(separator: ", ")
      throw RecognitionError(
        .badPageSegmentation, "Page segmentation mode \(number) does not read text; those that do are \(known).")
    }
    return mode
  }
}
