import PageModel

/// The invisible text over a page's picture: a run for each word, as wide and as high as its box, with a space behind
/// it in its line.
///
/// Runs go the way that their line is read, which is one of four: the box of a word on a skewed line is upright, and the
/// run fills it. Coordinates are whole pixels, so that they compress well.
struct PDFTextLayer {
  /// What the content stream does between `BT` and `ET`.
  private(set) var operators = ""
  /// The fonts that it names.
  private(set) var extents: Set<PDFFont.Extent> = []

  private var rotation = -1
  /// Where the last word begins, along and across the reading direction.
  private var last = (along: 0, across: 0)
  private var font = ""
  private var stretch = ""

  /// Viewers take a gap of this share of the font's size for a space (poppler: 0.15).
  private static let spaceShare = 0.17
  /// What a word may lose at its end for a space, in pixels, before its font gets smaller.
  private static let allowance = 1.4
  /// The smallest font for a line, as a share of its height.
  private static let smallestShare = 0.4
  /// Viewers take words for one line where their baselines are less than this share of the size apart (poppler: 0.5).
  private static let stepShare = 0.48

  init(_ layout: PageLayout, font: inout PDFFont) {
    let lines = layout.blocks.flatMap(\.lines).map {
      PDFTextRuns($0, pageHeight: layout.height, pageRotation: layout.rotation)
    }
    let heights = lines.map(\.height).sorted()
    let usual = Double(heights.isEmpty ? 1 : heights[heights.count / 2])
    // Viewers put words of one size together: one size for all lines, so small that every gap is a space.
    let gap = lines.compactMap(\.smallestGap).min().map { max(0, $0) + Self.allowance }
    let size = min(usual, max(usual * Self.smallestShare, (gap ?? usual) / Self.spaceShare))
    for line in lines { add(line, size: size, usual: usual, &font) }
  }

  private mutating func add(_ line: PDFTextRuns, size: Double, usual: Double, _ font: inout PDFFont) {
    let own = Double(line.height)
    // A line that is somewhat higher or lower than most has their size all the same.
    let share = own > usual * 0.6 && own < usual * 1.6 ? size : size * own / usual
    let least = Double(line.reach * PDFFont.Extent.parts) / Double(PDFFont.Extent.most)
    let size = max(1, Int(max(share, least).rounded(.up)))
    var line = line
    if Double(line.largestStep) > Double(size) * Self.stepShare { line.smoothBaselines() }
    line.part(by: Double(size) * Self.spaceShare)
    for (index, run) in line.runs.enumerated() {
      let codes = run.text.unicodeScalars.map { font.code(of: $0) }
      guard !codes.isEmpty else { continue }
      turn(to: line.rotation)
      operators += "\(run.start - last.along) \(run.baseline - last.across) Td "
      last = (run.start, run.baseline)
      select(run, size: size)
      stretch(codes, to: max(1, run.end - Double(run.start)), size: size)
      let all = index == line.runs.count - 1 ? codes : codes + [font.code(of: " ")]
      // A string of a PDF may have 32,767 bytes.
      for start in stride(from: 0, to: all.count, by: 16_000) {
        let part = all[start..<min(start + 16_000, all.count)]
        operators += "<\(part.map(PDFFile.hexadecimal).joined())>Tj\n"
      }
    }
  }

  /// Sets the reading direction; all that follows is measured along and across it.
  private mutating func turn(to rotation: Int) {
    guard rotation != self.rotation else { return }
    self.rotation = rotation
    let matrix = [90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"][rotation] ?? "1 0 0 1"
    operators += "\(matrix) 0 0 Tm\n"
    last = (0, 0)
  }

  /// Chooses the font by which a run reaches as far up and down as its box, to a pixel or the part of a size.
  private mutating func select(_ run: PDFTextRuns.Run, size: Int) {
    // So that there are few fonts: parts of about two pixels.
    let coarse = max(1, PDFFont.Extent.parts * 2 / size)
    func parts(_ pixels: Int) -> Int {
      let parts = Double(pixels * PDFFont.Extent.parts) / Double(size * coarse)
      return Int(min(parts.rounded(), 1000)) * coarse
    }
    let extent = PDFFont.Extent(ascent: parts(run.upper - run.baseline), descent: parts(run.baseline - run.lower))
    extents.insert(extent)
    let font = "\(extent.name) \(size) Tf "
    if font != self.font { operators += font }
    self.font = font
  }

  /// Stretches a run to a length in pixels: to half a pixel, with no more digits than that takes.
  private mutating func stretch(_ codes: [Int], to length: Double, size: Int) {
    let natural = Double(codes.reduce(0) { $0 + PDFFont.width(ofCode: $1) }) / 1000 * Double(size)
    let (unit, digits) = natural < 50 ? (1, 0) : natural < 500 ? (10, 1) : (100, 2)
    let value = Int(min(max((length / natural * 100 * Double(unit)).rounded(), 1), 1e12))
    let fraction = digits == 0 ? "" : String(String(unit + value % unit).dropFirst())
    let text = "\(value / unit)" + (fraction.allSatisfy { $0 == "0" } ? "" : ".\(fraction)") + " Tz "
    if text != stretch { operators += text }
    stretch = text
  }
}
