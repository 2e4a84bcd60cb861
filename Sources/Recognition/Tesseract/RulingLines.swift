import CLeptonica
import Imaging
import PageModel

/// Finds printed ruling lines (solid, dashed, double), which Tesseract silently removes from a page.
enum RulingLines {
  /// The least share of the page's width: item columns and signature fields are shorter.
  private static let leastShare = 0.35

  /// The lines of a binary picture, in the order of their tops.
  static func find(in binary: Picture) -> [PageModel.Box] {
    func picture(_ pix: UnsafeMutablePointer<PIX>?) -> Picture? { pix.map { Picture(owning: $0) } }
    let width = binary.width / 2
    guard pixGetDepth(binary.pix) == 1, width >= 32, let half = picture(pixReduceRankBinary2(binary.pix, 1, nil)),
      let closed = picture(pixCloseSafeBrick(nil, half.pix, l_int32(max(7, width / 50)), 1)),
      let runs = picture(pixOpenCompBrick(nil, closed.pix, l_int32(Double(width) * leastShare), 1)),
      let joined = picture(pixCloseSafeBrick(nil, runs.pix, 1, 5))
    else { return [] }
    var boxes = pixConnCompBB(joined.pix, 8)
    defer { boxaDestroy(&boxes) }
    var found: [PageModel.Box] = []
    for index in 0..<boxaGetCount(boxes) {
      var (x, y, w, h): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0)
      guard boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h) == 0 else { continue }
      // Eight rows of half size hold a double line; a row of text is joined over more.
      guard h <= 8, isWhite(half.pix, x, y - 3, w, 2), isWhite(half.pix, x, y + h + 1, w, 2) else { continue }
      found.append(PageModel.Box(x: Int(x) * 2, y: Int(y) * 2, width: Int(w) * 2, height: Int(h) * 2))
    }
    return found.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// Whether less than a tenth of a strip is ink; outside of the picture all is white.
  private static func isWhite(
    _ pix: UnsafeMutablePointer<PIX>, _ x: l_int32, _ y: l_int32, _ width: l_int32, _ height: l_int32
  ) -> Bool {
    var strip = boxCreate(x, y, width, height)
    defer { boxDestroy(&strip) }
    var ink: l_int32 = 0
    guard y >= 0, y + height <= pixGetHeight(pix), pixCountPixelsInRect(pix, strip, &ink, nil) == 0 else { return true }
    return Int(ink) * 10 < Int(width) * Int(height)
  }
}
