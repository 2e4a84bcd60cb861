package import CTesseract
import PageModel

/// A page segmentation mode of Tesseract that reads text, by its number.
package struct PageSegmentation: Sendable {
  private let number: UInt32
  package static let singleBlock = PageSegmentation(number: 6)
  /// One line, given to the network as it is.
  package static let rawLine = PageSegmentation(number: 13)
  /// Modes 0 and 2 find orientations and blocks alone.
  private static let numbers: [UInt32] = [1] + Array(3...13)

  package var mode: TessPageSegMode { TessPageSegMode(number) }

  package static func checked(_ number: Int) throws(RecognitionError) -> PageSegmentation {
    guard let known = numbers.first(where: { $0 == number }) else {
      let known = numbers.map(String.init).joined(separator: ", ")
      throw RecognitionError(
        .engine, "Page segmentation mode \(number) does not read text; those that do are \(known).")
    }
    return PageSegmentation(number: known)
  }
}
