import Imaging
import PageModel

extension PageReader {
  /// Print that shows through from the back is fainter, a share of the paper's brightness, and is read less surely.
  private static let mostContrast = 0.25
  private static let leastRead = 0.5
  /// In a mirror a few lines are read so much more surely: print that is merely faint is not.
  private static let clearlyMirrored = 0.2

  /// Whether the only print on a page is that of its back.
  func showsThrough(_ page: RecognisedPage, on picture: Picture) throws(RecognitionError) -> Bool {
    guard page.confidence < Self.leastRead, let contrast = page.signals?.contrast, contrast < Self.mostContrast,
      let mirrored = picture.mirrored(), var prepared = try prepare(mirrored), !prepared.isBlank
    else { return false }
    return try bringUpright(&prepared, of: mirrored) > page.confidence + Self.clearlyMirrored
  }
}
