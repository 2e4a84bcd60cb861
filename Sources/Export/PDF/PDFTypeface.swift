import Support

/// Text that is seen, in a TrueType font of which the document holds the glyphs that it draws.
struct PDFTypeface {
  private let font: TrueTypeFont
  private var scalars: [Int: Unicode.Scalar] = [:]

  enum Side: String { case left, center, right }

  init(_ font: TrueTypeFont) { self.font = font }

  /// Draws a text on one line, cut off at the width.
  ///
  /// A question mark stands for a character that the font lacks.
  ///
  /// - Parameter width: The width of the room in points; nil for no limit.
  mutating func show(
    _ text: String, x: Double, y: Double, size: Double, side: Side = .left, width: Double? = nil
  ) -> String {
    var (glyphs, length): ([Int], Double) = ([], 0)
    for scalar in text.composed.unicodeScalars {
      let known = font.glyph(of: scalar).map { ($0, scalar) } ?? font.glyph(of: "?").map { ($0, "?") }
      guard let (glyph, shown) = known else { continue }
      let advance = Double(font.width(ofGlyph: glyph)) / 1000 * size
      if let width, length + advance > width { break }
      length += advance
      glyphs.append(glyph)
      scalars[glyph] = shown
    }
    guard !glyphs.isEmpty else { return "" }
    let start = side == .left ? x : side == .right ? x - length : x - length / 2
    let place = [start, y].map { JSONValue.digits($0, decimals: 2) }.joined(separator: " ")
    let codes = glyphs.map(PDFFile.hexadecimal).joined()
    return "BT /T \(JSONValue.digits(size, decimals: 2)) Tf 1 0 0 1 \(place) Tm <\(codes)>Tj ET\n"
  }

  /// Writes the font with what was shown.
  func write(to file: inout PDFFile, as reference: PDFFile.Reference) throws {
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
