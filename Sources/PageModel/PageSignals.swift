/// Measures of a page's picture from its reading; a value that could not be measured is nil.
///
/// The derived stage `quality` judges a page by it. Boxes and lengths are in pixels of the original as it is shown.
package struct PageSignals: Hashable, Codable, Sendable {
  /// A side of the picture.
  package enum Side: String, Codable, Sendable, CaseIterable {
    case left, top, right, bottom
  }

  /// The share of the print that the detection network sees and no line of text covers, 0 to 1.
  @Measured package var unread: Double?
  /// The share of the print that shows only where contrast is evened, faint or blurred, and that no line of text covers, 0
  /// to 1; nil for documents in Latin letters.
  @Measured package var unclear: Double?
  /// Boxes of unread text, then of unclear text from `unclearFrom` on; the longest first, at most `unreadBoxesAtMost`.
  @OmittedIfEmpty package var unreadBoxes: [Box]
  /// The width in pixels of the edge between ink and paper, the median over all edges; 1 for the sharpest.
  @Measured package var edgeWidth: Double?
  /// The difference between ink and surrounding paper, as a share of the paper's brightness.
  @Measured package var contrast: Double?
  /// The same for the faintest tenth of the lines.
  @Measured package var leastContrast: Double?
  /// The variation of the paper's brightness from pixel to pixel, as a share of the contrast.
  @Measured package var noise: Double?
  /// The brightness of the paper around the print, 0 black to 1 white.
  @Measured package var brightness: Double?
  /// The difference of the paper around the brightest and the darkest tenth of the lines, as a share.
  @Measured package var shadow: Double?
  /// The share of the printed area that is blown out to white on paper that is not.
  @Measured package var glare: Double?
  /// The height of the print, in pixels.
  @Measured package var printHeight: Double?
  /// Rows of print that run out of the picture, as a share of all rows.
  @Measured package var cutOff: Double?
  /// The sides at which they do.
  @OmittedIfEmpty package var cutSides: [Side]
  /// Whether reading was given up because the first lines read as no text at all.
  @OmittedIfEmpty package var isUnreadable: Bool
  /// Bar codes and QR codes, from top to bottom, at most `barcodesAtMost`.
  @OmittedIfEmpty package var barcodes: [Barcode]
  /// Pen marks, from top to bottom, at most `marksAtMost`.
  @OmittedIfEmpty package var marks: [PenMark]

  /// Red seals over text or beside it, from top to bottom, at most `marksAtMost`.
  @OmittedIfEmpty package var seals: [Box]

  /// Words and noise lines that a coloured pen wrote, in reading order, at most `unreadBoxesAtMost`.
  @OmittedIfEmpty package var handwriting: [Box]

  /// The cells of its ruled tables, without text, from top to bottom, at most `gridsAtMost`.
  @OmittedIfEmpty package var grids: [TableGrid]

  /// A page with a smaller share of unclear print may have none: what is printed on its back shows through.
  ///
  /// Of 119 readings that lost three lines or a tenth of the characters, nearly all of receipts that were blurred, faded
  /// or made noisy in part, 95 are reported (53 by `unread` alone), and 27 of 732 others (21). From 0.05 on it would
  /// be 99 and 40.
  package static let unclearFrom = 0.08
  /// More boxes than this are not kept.
  package static let unreadBoxesAtMost = 100
  /// More bar codes than this are not kept.
  package static let barcodesAtMost = 50
  /// More tables than this are not kept, and all of them have at most `cellsAtMost` cells.
  package static let gridsAtMost = 200
  package static let cellsAtMost = 100_000
  /// More marks than this are not kept.
  package static let marksAtMost = 50

  package init() {}

  /// Every number that was measured; what a worker sends may be any.
  package var numbers: [Double] {
    [
      unread, unclear, edgeWidth, contrast, leastContrast, noise, brightness, shadow, glare, printHeight, cutOff,
    ].compactMap { $0 }
  }
}
