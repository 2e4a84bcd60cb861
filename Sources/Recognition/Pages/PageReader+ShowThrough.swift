import Imaging
import PageModel

extension PageReader {
  /// The largest contrast of text on the back, as a share of the paper's brightness; it is also read less surely.
  private static let mostContrast = 0.25
  private static let leastRead = 0.5
  /// The least gain of mirrored lines; text that is merely faint does not reach it.
  private static let clearlyMirrored = 0.2

  /// Whether the only text on a page is that of its back.
  func showsThrough(_ page: RecognisedPage, on picture: Picture) throws(RecognitionError) -> Bool {
    guard page.confidence < Self.leastRead, let contrast = page.signals?.contrast, contrast < Self.mostContrast,
      let mirrored = picture.mirrored(), var prepared = try prepare(mirrored), !prepared.isBlank
    else { return false }
    return try bringUpright(&prepared, of: mirrored) > page.confidence + Self.clearlyMirrored
  }
}
