import PageModel
import Support

/// Text that is seen, in a TrueType font of which the document holds the glyphs that it draws.
struct PDFTypeface {
  private let font: TrueTypeFont
  let reference: PDFFile.Reference
  private var scalars: [Int: Unicode.Scalar] = [:]

  enum Side: String { case left, center, right }

  init(_ font: TrueTypeFont, in pdf: inout PDFFile) { (self.font, reference) = (font, pdf.reserve()) }

  /// Draws a text on one line, cut off at the width.
  ///
  /// A question mark stands for a character that the font lacks.
  ///
  /// - Parameters:
  ///   - width: The width of the room in points; nil for no limit.
  ///   - isWhole: Whether the text is stretched to the width, and a search finds also what the font lacks.
  mutating func show(
    _ text: String, x: Double, y: Double, size: Double, side: Side = .left, width: Double? = nil, isWhole: Bool = false
  ) -> String {
    var (glyphs, length): ([Int], Double) = ([], 0)
    for scalar in text.composed.unicodeScalars {
      let known = font.glyph(of: scalar).map { ($0, scalar) } ?? font.glyph(of: "?").map { ($0, "?") }
      guard let (glyph, shown) = known else { continue }
      let advance = Double(font.width(ofGlyph: glyph)) / 1000 * size
      if let width, !isWhole, length + advance > width { break }
      length += advance
      glyphs.append(glyph)
      scalars[glyph] = shown
    }
    guard !glyphs.isEmpty else { return "" }
    let start = side == .left ? x : side == .right ? x - length : x - length / 2
    let place = [start, y].map { JSONValue.digits($0, decimals: 2) }.joined(separator: " ")
    var shown = "<\(glyphs.map(PDFFile.hexadecimal).joined())>Tj"
    if isWhole, let width, length > 0 {
      let stretch = JSONValue.digits(width / length * 100, decimals: 1)
      shown = "\(stretch) Tz/Span<</ActualText\(PDFFile.string(text))>>BDC \(shown) EMC"
    }
    return "BT /T \(JSONValue.digits(size, decimals: 2)) Tf 1 0 0 1 \(place) Tm \(shown) ET\n"
  }

  /// Draws a page that never had a picture: the cells of its tables, and each word as wide as its box.
  ///
  /// - Parameter scale: Points of the boxes' units.
  mutating func page(_ layout: PageLayout, scale: Double) -> String {
    let digits = JSONValue.digits(scale, decimals: 5)
    var content = "q \(digits) 0 0 \(digits) 0 0 cm 0.6 G 0.5 w\n"
    for box in (layout.cells ?? []).map({ $0.clipped(to: layout.box) }) {
      content += "\(box.x) \(layout.height - box.bottom) \(box.width) \(box.height) re S\n"
    }
    for word in layout.blocks.flatMap(\.lines).flatMap(\.words) {
      // A tenth of the height is left for what reaches below the baseline.
      let (x, y, size) = (Double(word.box.x), Double(layout.height - word.box.bottom), Double(word.box.height))
      content += show(word.text, x: x, y: y + size / 10, size: size, width: Double(word.box.width), isWhole: true)
    }
    return content + "Q\n"
  }

  /// Writes the font with what was shown.
  func write(to file: inout PDFFile) throws {
    let program = font.subset(Set(scalars.keys))
    let data = try file.add(stream: program, "/Length1 \(program.count)")
    let used = scalars.sorted { $0.key < $1.key }
    let unicode = try file.add(stream: Array(PDFFont.unicodeMap(used.map { ($0.key, $0.value) }).utf8))
    let (ascent, descent) = font.extent
    let widths = used.map { "\($0.key)[\(font.width(ofGlyph: $0.key))]" }.joined()
    try file.add(
      font: "/HANSCN+Text", program: data, sides: (-500, 1500), ascent: ascent, descent: descent,
      glyphs: "/W[\(widths)]/CIDToGIDMap/Identity", unicode: unicode, as: reference)
  }
}
