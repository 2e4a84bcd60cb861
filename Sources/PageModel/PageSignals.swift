/// What was measured on a page's picture while it was read; every value that could not be measured is nil.
///
/// The derived stage `quality` judges a page by it. Boxes and lengths are in pixels of the original as it is shown.
public struct PageSignals: Hashable, Codable, Sendable {
  /// A side of the picture.
  public enum Side: String, Codable, Sendable, CaseIterable {
    case left, top, right, bottom
  }

  /// The share of the print that the detection network sees and no line of text covers, 0 to 1.
  public var unread: Double?
  /// The share of the print that shows only where contrast is evened, faint or blurred, and that no line of text covers, 0
  /// to 1; nil for documents in Latin letters.
  public var unclear: Double?
  /// Where unread print is, and then unclear print of `unclearFrom` and more; of each the longest first, at most
  /// `unreadBoxesAtMost` in all.
  public var unreadBoxes: [Box]
  /// Over how many pixels print turns from ink to paper, the median over its edges; 1 for the sharpest.
  public var edgeWidth: Double?
  /// How much darker the ink is than the paper around it, as a share of the paper's brightness.
  public var contrast: Double?
  /// The same for the faintest tenth of the lines.
  public var leastContrast: Double?
  /// How much the paper's brightness varies from pixel to pixel, as a share of the contrast.
  public var noise: Double?
  /// The brightness of the paper around the print, 0 black to 1 white.
  public var brightness: Double?
  /// How much darker the paper is around the darkest tenth of the lines than around the brightest, as a share.
  public var shadow: Double?
  /// The share of the printed area that is blown out to white on paper that is not.
  public var glare: Double?
  /// The height of the print, in pixels.
  public var printHeight: Double?
  /// Rows of print that run out of the picture, as a share of all rows.
  public var cutOff: Double?
  /// The sides at which they do.
  public var cutSides: [Side]
  /// Whether reading was given up because the first lines read as no text at all.
  public var isUnreadable: Bool
  /// Bar codes and QR codes, from top to bottom, at most `barcodesAtMost`.
  public var barcodes: [Barcode]
  /// What a pen has left, from top to bottom, at most `marksAtMost`.
  public var marks: [PenMark]

  /// The cells of its ruled tables, without text, from top to bottom, at most `gridsAtMost`.
  public var grids: [TableGrid]

  /// A page with a smaller share of unclear print may have none: what is printed on its back shows through.
  ///
  /// Of 119 readings that lost three lines or a tenth of the characters, nearly all of receipts that were blurred, faded
  /// or made noisy in part, 95 are told so, for 53 by `unread` alone, and of 732 others 27 for 21. From 0.05 on it would
  /// be 99 and 40.
  public static let unclearFrom = 0.08
  /// More boxes than this are not kept.
  public static let unreadBoxesAtMost = 100
  /// More bar codes than this are not kept.
  public static let barcodesAtMost = 50
  /// More tables than this are not kept, and all of them have at most `cellsAtMost` cells.
  public static let gridsAtMost = 200
  public static let cellsAtMost = 100_000
  /// More marks than this are not kept.
  public static let marksAtMost = 50

  public init() {
    unreadBoxes = []
    cutSides = []
    isUnreadable = false
    barcodes = []
    marks = []
    grids = []
  }

  private enum CodingKeys: CodingKey {
    case unread, unclear, unreadBoxes, edgeWidth, contrast, leastContrast, noise, brightness, shadow, glare, printHeight
    case cutOff, cutSides, isUnreadable, barcodes, marks, grids
  }

  /// Absent values are nil and empty lists, so that each later version of the program may measure more.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double? { try container.decodeIfPresent(Double.self, forKey: key) }
    unread = try number(.unread)
    unclear = try number(.unclear)
    unreadBoxes = try container.decodeIfPresent([Box].self, forKey: .unreadBoxes) ?? []
    edgeWidth = try number(.edgeWidth)
    contrast = try number(.contrast)
    leastContrast = try number(.leastContrast)
    noise = try number(.noise)
    brightness = try number(.brightness)
    shadow = try number(.shadow)
    glare = try number(.glare)
    printHeight = try number(.printHeight)
    cutOff = try number(.cutOff)
    cutSides = try container.decodeIfPresent([Side].self, forKey: .cutSides) ?? []
    isUnreadable = try container.decodeIfPresent(Bool.self, forKey: .isUnreadable) ?? false
    barcodes = try container.decodeIfPresent([Barcode].self, forKey: .barcodes) ?? []
    marks = try container.decodeIfPresent([PenMark].self, forKey: .marks) ?? []
    grids = try container.decodeIfPresent([TableGrid].self, forKey: .grids) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ value: Double?, _ key: CodingKeys) throws {
      try container.encodeIfPresent(value?.rounded(toPlaces: 4), forKey: key)
    }
    try write(unread, .unread)
    try write(unclear, .unclear)
    if !unreadBoxes.isEmpty { try container.encode(unreadBoxes, forKey: .unreadBoxes) }
    try write(edgeWidth, .edgeWidth)
    try write(contrast, .contrast)
    try write(leastContrast, .leastContrast)
    try write(noise, .noise)
    try write(brightness, .brightness)
    try write(shadow, .shadow)
    try write(glare, .glare)
    try write(printHeight, .printHeight)
    try write(cutOff, .cutOff)
    if !cutSides.isEmpty { try container.encode(cutSides, forKey: .cutSides) }
    if isUnreadable { try container.encode(true, forKey: .isUnreadable) }
    if !barcodes.isEmpty { try container.encode(barcodes, forKey: .barcodes) }
    if !marks.isEmpty { try container.encode(marks, forKey: .marks) }
    if !grids.isEmpty { try container.encode(grids, forKey: .grids) }
  }

  /// Every number that was measured; what a worker sends may be any.
  public var numbers: [Double] {
    [
      unread, unclear, edgeWidth, contrast, leastContrast, noise, brightness, shadow, glare, printHeight, cutOff,
    ].compactMap { $0 }
  }
}
