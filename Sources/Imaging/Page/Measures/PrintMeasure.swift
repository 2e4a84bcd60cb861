package import PageModel

/// The look of a picture's text: sharp or blurred, dark or faint, evenly lit or not.
package struct PrintMeasure: Sendable {
  /// A stretch of text, in the decoded picture's pixels, and whether its letters are upright there.
  package typealias Stretch = (box: Box, isLevel: Bool)

  package private(set) var edgeWidth: Double?
  package private(set) var contrast: Double?
  package private(set) var leastContrast: Double?
  package private(set) var noise: Double?
  package private(set) var brightness: Double?
  package private(set) var shadow: Double?

  /// The most stretches, evenly chosen; 40 give the same medians as all of a receipt.
  private static let most = 60
  /// Rows of pixels through each of them, and the most pixels of each.
  private static let rows = 6
  private static let columns = 12
  private static let longest = 400
  /// The least share of its stretch's contrast that an edge spans; a letter's serif is no edge.
  private static let leastEdge = 0.5
  /// Brighter paper is blown out if enough of the page is darker than `litBelow`, of 255.
  private static let blownFrom = 248.0
  private static let litBelow = 236.0
  private static let leastUnlit = 0.2

  package init(of picture: Picture, at stretches: [Stretch]) {
    guard let pixels = PixelRows(picture) else { return }
    let step = max(1, stretches.count / Self.most)
    let samples = stride(from: 0, to: stretches.count, by: step).compactMap { index in
      Sample(of: stretches[index], in: pixels)
    }
    guard !samples.isEmpty else { return }
    // A moving hand blurs in one direction alone, so the softer one counts.
    edgeWidth = [samples.flatMap(\.edges), samples.flatMap(\.crossEdges)]
      .filter { !$0.isEmpty }.map { Self.quantile($0, 0.5) }.max()
    let contrasts = samples.map { ($0.paper - $0.ink) / max($0.paper, 1) }
    contrast = Self.quantile(contrasts, 0.5)
    leastContrast = Self.quantile(contrasts, 0.1)
    noise = Self.quantile(samples.map { $0.noise / max($0.paper - $0.ink, 1) }, 0.5)
    let papers = samples.map(\.paper)
    let usual = Self.quantile(papers, 0.5)
    brightness = usual / 255
    let brightest = Self.quantile(papers, 0.9)
    shadow = max(0, 1 - Self.quantile(papers, 0.1) / max(brightest, 1))
  }

  /// The share of the area around all stretches that is blown out and has no text; nil without a measure.
  package func glare(on picture: Picture, within stretches: [Box]) -> Double? {
    guard brightness != nil, let pixels = PixelRows(picture), let first = stretches.first else { return nil }
    let area = stretches.reduce(first) { $0.union($1) }
    let side = max(4, Int(2 * Self.quantile(stretches.map { Double(min($0.width, $0.height)) }, 0.5)))
    var (cells, lit, blown, unlit, blank) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for y in stride(from: area.y, to: area.y + area.height, by: side) {
      for x in stride(from: area.x, to: area.x + area.width, by: side) {
        var (darkest, brightest) = (255.0, 0.0)
        for step in 0..<16 {
          let value = pixels.value(x: x + step % 4 * side / 4, y: y + step / 4 * side / 4)
          (darkest, brightest) = (min(darkest, value), max(brightest, value))
        }
        cells += 1
        if brightest >= Self.blownFrom { lit += 1 }
        if darkest >= Self.blownFrom { blown += 1 }
        if brightest < Self.litBelow {
          unlit += 1
          if darkest >= 0.8 * brightest { blank += 1 }
        }
      }
    }
    guard unlit >= Self.leastUnlit * cells, unlit > 0 else { return 0 }
    return min(max(0, blown - lit * blank / unlit) / cells, 1)
  }

  /// The value that a share of the values lies below; 0 for none.
  static func quantile(_ values: [Double], _ share: Double) -> Double {
    values.isEmpty ? 0 : values.sorted()[min(Int(share * Double(values.count)), values.count - 1)]
  }

  private struct Sample {
    var paper: Double
    var ink: Double
    /// The usual step from one pixel of paper to the next.
    var noise: Double
    /// The widths of its edges along the line and across it, in pixels.
    var edges: [Double] = []
    var crossEdges: [Double] = []

    init?(of stretch: Stretch, in pixels: PixelRows) {
      let box = stretch.box
      let (along, across) = stretch.isLevel ? (box.width, box.height) : (box.height, box.width)
      guard along >= 4, across >= 4 else { return nil }
      func level(_ offset: Int, _ place: Int) -> UInt8 {
        stretch.isLevel
          ? pixels.level(x: box.x + offset, y: box.y + place) : pixels.level(x: box.x + place, y: box.y + offset)
      }
      var rows: [[UInt8]] = []
      var levels = Levels()
      for index in 0..<PrintMeasure.rows {
        // Through the middle of the letters, along their stems.
        let place = Int(Double(across) * (0.25 + 0.5 * Double(index) / Double(PrintMeasure.rows - 1)))
        let row = (0..<min(along, PrintMeasure.longest)).map { level($0, place) }
        for level in row { levels.add(level) }
        rows.append(row)
      }
      ink = Double(levels.ranked(levels.count / 20))
      paper = Double(levels.ranked(levels.count * 9 / 10))
      let contrast = paper - ink
      guard contrast >= 8 else {
        noise = 0
        return
      }
      let border = paper - 0.25 * contrast
      var steps = Levels()
      for row in rows {
        for (left, right) in zip(row, row.dropFirst()) where Double(left) > border && Double(right) > border {
          steps.add(left > right ? left - right : right - left)
        }
        edges += Self.edges(of: row, contrast: contrast)
      }
      noise = steps.count > 0 ? Double(steps.ranked(steps.count / 2)) : 0
      for index in 1...PrintMeasure.columns {
        let offset = along * index / (PrintMeasure.columns + 1)
        let column = (0..<min(across, PrintMeasure.longest)).map { level(offset, $0) }
        crossEdges += Self.edges(of: column, contrast: contrast)
      }
    }

    /// The widths of a row's edges: the height of each rise or fall over its steepest step.
    private static func edges(of row: [UInt8], contrast: Double) -> [Double] {
      var widths: [Double] = []
      let least = PrintMeasure.leastEdge * contrast
      var start = 0
      while start + 1 < row.count {
        let rises = row[start + 1] > row[start]
        var (end, steepest) = (start, 0)
        while end + 1 < row.count, rises ? row[end + 1] > row[end] : row[end + 1] < row[end] {
          steepest = max(steepest, abs(Int(row[end + 1]) - Int(row[end])))
          end += 1
        }
        let height = abs(Int(row[end]) - Int(row[start]))
        if Double(height) >= least, steepest > 0 { widths.append(Double(height) / Double(steepest)) }
        start = max(end, start + 1)
      }
      return widths
    }
  }
}
