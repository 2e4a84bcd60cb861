import CLeptonica
import PageModel

/// Finds printed ruling lines (solid, dashed, double), which Tesseract silently removes from a page.
enum RulingLines {
  /// The least share of the page's width: item columns and signature fields are shorter.
  private static let leastShare = 0.35

  /// The lines of a binary picture, which is released, in the order of their tops.
  static func find(consuming binary: UnsafeMutablePointer<PIX>) -> [PageModel.Box] {
    var owned: UnsafeMutablePointer<PIX>? = binary
    defer { pixDestroy(&owned) }
    let width = Int(pixGetWidth(binary)) / 2
    guard pixGetDepth(binary) == 1, width >= 32 else { return [] }
    var half = pixReduceRankBinary2(binary, 1, nil)
    defer { pixDestroy(&half) }
    var closed = pixCloseSafeBrick(nil, half, l_int32(max(7, width / 50)), 1)
    defer { pixDestroy(&closed) }
    var runs = pixOpenCompBrick(nil, closed, l_int32(Double(width) * leastShare), 1)
    defer { pixDestroy(&runs) }
    var joined = pixCloseSafeBrick(nil, runs, 1, 5)
    defer { pixDestroy(&joined) }
    guard let half, let joined else { return [] }
    var boxes = pixConnCompBB(joined, 8)
    defer { boxaDestroy(&boxes) }
    var found: [PageModel.Box] = []
    for index in 0..<boxaGetCount(boxes) {
      var (x, y, w, h): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0)
      guard boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h) == 0 else { continue }
      // Eight rows of half size hold a double line; a row of text is joined over more.
      guard h <= 8, isWhite(half, x, y - 3, w, 2), isWhite(half, x, y + h + 1, w, 2) else { continue }
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
