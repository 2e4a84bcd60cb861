import Ingest

/// How a page is drawn: at which size and in which colours.
struct PDFDrawing: Equatable {
  /// Pixels an inch.
  var resolution: Double
  var isGray: Bool
  /// Whether the page is a scan: images cover most of it.
  var isScan: Bool

  /// Print of ordinary size is read best at this.
  private static let usual = 300.0
  private static let resolutions = 20.0...600.0
  /// A page that is drawn has no more pixels than this: A1 at 250 to the inch.
  private static let mostPixels = 50_000_000.0
  /// A scan whose longer side has so many pixels has all there is to see; with text over it, so many.
  private static let wholeScan = 300.0
  private static let wholeScanUnderText = 3000.0
  /// From this share of the page on it is a scan.
  private static let scanShare = 0.5

  /// - Parameters:
  ///   - hasText: Whether the page has text of its own, be it seen or not.
  ///   - maximumPixels: What a page may have at most; the resolution is lowered to it.
  ///   - reduction: 2 for a page of half the width and height.
  init(of sheet: PageSheet, images: PDFPageImages, hasText: Bool, maximumPixels: Int, reduction: Int = 1) {
    isScan = images.share(of: sheet) >= Self.scanShare
    isGray = isScan && !images.images.contains(where: \.isColoured)
    let longest = max(sheet.width, sheet.height) / 72
    let own = images.resolution(on: sheet)
    let isWhole = own.map { $0 * longest >= (hasText ? Self.wholeScanUnderText : Self.wholeScan) } ?? false
    resolution = Self.usual
    if isScan, let own { resolution = isWhole ? own : max(own, Self.usual) }
    resolution = min(max(resolution, Self.resolutions.lowerBound), Self.resolutions.upperBound) / Double(reduction)
    let most = min(Double(max(1, maximumPixels)), Self.mostPixels)
    let inches = sheet.width / 72 * (sheet.height / 72)
    let pixels = inches * resolution * resolution
    if pixels > most { resolution *= (most / pixels).squareRoot() * 0.999 }
    // A page that is one image is drawn pixel by pixel; the image's own resolution is told in whole numbers alone.
    if isWhole, reduction == 1, let image = images.onlyImage(on: sheet),
      Double(image.width) * Double(image.height) <= most
    {
      let exact = [(image.width, image.height), (image.height, image.width)].compactMap { width, height in
        Self.resolution(of: sheet, width: width, height: height)
      }
      resolution = exact.first ?? resolution
    }
  }

  /// The resolution at which a page has so many pixels; nil where its shape is another.
  ///
  /// Poppler rounds a page's pixels up, and draws an image that fills the page pixel by pixel where it need not scale it.
  private static func resolution(of sheet: PageSheet, width: Int, height: Int) -> Double? {
    let resolution = min(Double(width) / sheet.width, Double(height) / sheet.height) * 72 * (1 - 1e-5)
    let isExact =
      (sheet.width * resolution / 72).rounded(.up) == Double(width)
      && (sheet.height * resolution / 72).rounded(.up) == Double(height)
    return isExact ? resolution : nil
  }

  var arguments: [String] { (isGray ? ["-gray"] : []) + ["-r", "\(resolution)"] }

  /// Bytes of the drawn page, at most.
  func bytes(of sheet: PageSheet) -> UInt64 {
    let pixels = (sheet.width / 72 * resolution + 2) * (sheet.height / 72 * resolution + 2)
    return UInt64(min(pixels, 1e12)) * (isGray ? 1 : 3) + 4096
  }
}
