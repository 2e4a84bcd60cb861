import Glibc
import Support

/// The invisible text over a page's picture: a run for each word, as wide and as high as its box, with a space behind
/// it in its line.
///
/// Runs go the way that their line is read, which is one of four, and on a skewed line along its baseline. Everything is
/// told in points, without a scale around it: Chromium takes lines for one whose fonts differ in size where there is one.
struct PDFTextLayer {
  /// The operators of the content stream between `BT` and `ET`.
  private(set) var operators = ""
  /// The fonts that it names.
  private(set) var extents: Set<PDFFont.Extent> = []

  private var rotation = -1
  /// The start of the last word, along and across the reading direction, in hundredths of a point.
  private var last = (along: 0, across: 0)
  private var font = ""
  private var stretch = ""
  /// Points of a pixel's width and height.
  private let scale: (x: Double, y: Double)
  /// Pixels by which an edge of a word may be off without being noticed.
  private let tolerance: Double

  /// Points by which a word may be off: two pixels of 300 an inch.
  private static let allowance = 0.48
  /// Viewers take a gap of this share of the font's size for a space (poppler: 0.15), and what rounding may take off, in
  /// pixels.
  private static let spaceShare = 0.155
  private static let rounding = 0.35
  /// The same where every part of a pixel counts: a share, and points that rounding to hundredths may take off.
  private static let exactSpaceShare = 0.1505
  private static let exactRounding = 0.02
  /// Points by which a baseline may rise in a word before viewers take it for several (poppler: 0.5).
  private static let wholeRise = 0.45

  /// - Parameter scale: Points of a pixel's width and height.
  init(_ layout: PageLayout, scale: (x: Double, y: Double), font: inout PDFFont) {
    self.scale = scale
    tolerance = max(0, Self.allowance / max(scale.x, scale.y, 1e-9) - Self.rounding)
    for line in layout.blocks.flatMap(\.lines) {
      let most = Self.allowance / max(scale.x, scale.y, 1e-9)
      func runs(_ mostRise: Double) -> PDFTextRuns {
        PDFTextRuns(line, pageHeight: layout.height, pageRotation: layout.rotation, mostRise: mostRise)
      }
      // Words that touch, or are far apart, stay words of a line only if they stand upright, on steps that are smaller.
      let skewed = runs(most)
      add(skewed.slope == 0 || isOneLine(skewed) ? skewed : runs(.infinity), &font)
    }
  }

  /// The largest font by which a gap is a space, if the words on both sides of it are off by no more than they may be.
  private func largest(_ gap: Double) -> Double {
    (gap + 2 * tolerance - Self.rounding) / Self.spaceShare
  }

  /// Whether viewers take the words of a line for one line, with spaces between them, by the font that it needs.
  private func isOneLine(_ line: PDFTextRuns) -> Bool {
    var line = line
    fit(&line)
    let size = line.runs.first?.size ?? 1
    return line.smallestGap.map { size <= largest($0) + 1 } ?? true && Double(line.largestStep) < size * 0.49
  }

  private mutating func add(_ line: PDFTextRuns, _ font: inout PDFFont) {
    var line = line
    fit(&line)
    let isExact = line.isNarrowed
    let (share, rounding) = isExact ? (Self.exactSpaceShare, exactRounding) : (Self.spaceShare, Self.rounding)
    line.part(by: { $0 * share + rounding }, tolerance: isExact ? exactTolerance : tolerance)
    let isSideways = line.rotation % 180 != 0
    let (along, across) = isSideways ? (scale.y, scale.x) : (scale.x, scale.y)
    // The factor by which a distance is longer along a skewed baseline.
    let rise = line.slope * across / along
    let longer = (1 + rise * rise).squareRoot()
    let origin = (
      along: (line.runs.first?.start ?? 0) * along, across: Double(line.runs.first?.baseline ?? 0) * across
    )
    if line.slope != 0 { turn(to: line.rotation, rise: rise, origin: origin) }
    for (index, run) in line.runs.enumerated() {
      let codes = run.text.unicodeScalars.map { font.code(of: $0) }
      var place = (along: Self.hundredths(run.start * along), across: Self.hundredths(Double(run.baseline) * across))
      if line.slope == 0 {
        turn(to: line.rotation)
      } else {
        place = (Self.hundredths((run.start * along - origin.along) * longer), 0)
      }
      operators += "\(Self.number(place.along - last.along)) \(Self.number(place.across - last.across)) Td "
      last = place
      let points = max(1, Self.hundredths(run.size * across))
      select(run, points: points, isExact: isExact)
      let start = line.slope == 0 ? Double(place.along) / 100 : run.start * along
      stretch(codes, to: max(0.01, (run.end * along - start) * longer), points: points, isExact: isExact)
      let isOne = (run.end - run.start) * abs(rise) * along <= Self.wholeRise
      show(run.text, codes, isOne: isOne, after: index == line.runs.count - 1 ? [] : [font.code(of: " ")])
    }
  }

  /// Shows a word and the space behind it; one that viewers would take for several has its text told once more as one.
  private mutating func show(_ text: String, _ codes: [Int], isOne: Bool, after space: [Int]) {
    if isOne { return show(codes + space) }
    operators += "/Span<</ActualText<FEFF\(text.utf16.map { PDFFile.hexadecimal(Int($0)) }.joined())>>>BDC "
    show(codes)
    operators += "EMC "
    show(space)
  }

  private mutating func show(_ codes: [Int]) {
    // A string of a PDF may have 32,767 bytes.
    operators += codes.chunks(of: 16_000).map { "<\($0.map(PDFFile.hexadecimal).joined())>Tj\n" }.joined()
  }

  /// Sets the size of a line's font, in pixels: its words' height, but so large that it fills the boxes, and on a skewed
  /// line so large that its words stay one line; where words almost touch, so small that a narrow gap is a space.
  private func fit(_ line: inout PDFTextRuns) {
    let reach = Double(PDFFont.Extent.most) / Double(PDFFont.Extent.parts)
    func least(_ line: PDFTextRuns) -> Double { Double(line.reach) / reach }
    let most = max(1, min(line.smallestGap.map(largest) ?? .infinity, line.smallestAdvance * PDFTextRuns.advances))
    let size = max(
      Double(line.usualHeight), least(line), min(Double(line.largestStep) / PDFTextRuns.stepShare, most), 1)
    guard size > most else { return line.setSize(size.rounded(.up)) }
    // With its baseline in the middle of its boxes a line needs half the size to fill them.
    var raised = line
    raised.raiseBaselines()
    let smaller = max(most, least(raised))
    if smaller > most, line.slope == 0 {
      let fits = line.narrow(
        to: { ($0 + 2 * exactTolerance - exactRounding) / Self.exactSpaceShare }, reach: reach,
        tolerance: exactTolerance)
      if fits { return }
    }
    if smaller < size { line = raised }
    line.setSize(min(size, smaller).rounded(.up))
  }

  private var exactRounding: Double { Self.exactRounding / max(scale.x, scale.y, 1e-9) }
  private var exactTolerance: Double { max(0, Self.allowance / max(scale.x, scale.y, 1e-9) - exactRounding) }

  private static func hundredths(_ points: Double) -> Int { Int((min(max(points, -1e9), 1e9) * 100).rounded()) }

  /// Hundredths as a number of a PDF.
  private static func number(_ hundredths: Int) -> String {
    let rest = abs(hundredths) % 100
    let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)\(fraction)"
  }

  /// Sets the reading direction; all that follows is measured along and across it.
  private mutating func turn(to rotation: Int) {
    guard rotation != self.rotation else { return }
    self.rotation = rotation
    let matrix = [90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"][rotation] ?? "1 0 0 1"
    operators += "\(matrix) 0 0 Tm\n"
    last = (0, 0)
  }

  /// The same along a baseline that rises by so much for each point, from a place of the page on.
  private mutating func turn(to rotation: Int, rise: Double, origin: (along: Double, across: Double)) {
    let angle = atan(rise)
    let (across, up) = Self.directions[rotation] ?? ((1, 0), (0, 1))
    func mixed(_ first: Double, _ second: Double) -> (x: Double, y: Double) {
      (first * across.x + second * up.x, first * across.y + second * up.y)
    }
    let (line, ascent) = (mixed(cos(angle), sin(angle)), mixed(-sin(angle), cos(angle)))
    let place = mixed(origin.along, origin.across)
    let turns = [line.x, line.y, ascent.x, ascent.y].map { JSONValue.digits($0, decimals: 5) }
    let places = [place.x, place.y].map { Self.number(Self.hundredths($0)) }
    operators += "\((turns + places).joined(separator: " ")) Tm\n"
    // Nothing that follows this line is measured along it.
    self.rotation = -1
    last = (0, 0)
  }

  /// The direction of a line with this rotation in degrees, and the direction of its upper side.
  private static let directions: [Int: (line: (x: Double, y: Double), up: (x: Double, y: Double))] = [
    0: ((1, 0), (0, 1)), 90: ((0, 1), (-1, 0)), 180: ((-1, 0), (0, -1)), 270: ((0, -1), (1, 0)),
  ]

  /// Chooses the font by which a run reaches as far up and down as its box, to a pixel or the part of a size.
  private mutating func select(_ run: PDFTextRuns.Run, points: Int, isExact: Bool) {
    // So that there are few fonts: no finer than may be noticed, and two pixels at most.
    let coarse = isExact ? 1 : max(1, Int(min(Double(PDFFont.Extent.parts) * min(2, tolerance) / run.size, 1000)))
    func parts(_ pixels: Int) -> Int {
      let parts = Double(pixels * PDFFont.Extent.parts) / (run.size * Double(coarse))
      return Int(min(parts.rounded(), 1000)) * coarse
    }
    let extent = PDFFont.Extent(ascent: parts(run.upper - run.baseline), descent: parts(run.baseline - run.lower))
    extents.insert(extent)
    let font = "\(extent.name) \(Self.number(points)) Tf "
    if font != self.font { operators += font }
    self.font = font
  }

  /// Stretches a run to a length in points: to a tenth of a point, with no more digits than that takes.
  private mutating func stretch(_ codes: [Int], to length: Double, points: Int, isExact: Bool) {
    let natural = Double(codes.reduce(0) { $0 + PDFFont.width(ofCode: $1) }) / 1000 * Double(points) / 100
    let digits = (natural < 10 ? 0 : natural < 100 ? 1 : natural < 1000 ? 2 : 3) + (isExact ? 2 : 0)
    let share = min(max(length / natural * 100, 0.01), 1e9)
    let text = "\(JSONValue.digits(share, decimals: max(digits, share < 1 ? 2 : 0))) Tz "
    if text != stretch { operators += text }
    stretch = text
  }
}
