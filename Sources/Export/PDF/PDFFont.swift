import Support

/// One font without any drawn glyph for all texts of a document; what a character is, its table for copying says.
///
/// Codes are given out as characters come: half an em wide for most, a whole em for Hangul, Han and other wide ones.
/// A font for one pair of ascent and descent, because viewers compute a word's box from them. All such fonts share
/// everything but these numbers.
struct PDFFont {
  /// The extent of a font above and below the baseline, in parts of its size.
  struct Extent: Hashable, Comparable {
    /// Parts of a size.
    static let parts = 128
    /// Three times the size: viewers take nothing beyond it for true.
    static let most = 383

    /// 1 to `most`.
    let ascent: Int
    /// 0 to `most`.
    let descent: Int

    init(ascent: Int, descent: Int) {
      self.ascent = min(max(ascent, 1), Self.most)
      self.descent = min(max(descent, 0), Self.most)
    }

    /// The name of the font on a page.
    var name: String { "/F\(ascent * (Self.most + 1) + descent)" }

    static func < (one: Extent, other: Extent) -> Bool {
      (one.ascent, one.descent) < (other.ascent, other.descent)
    }
  }

  /// The first code of the characters of a whole em.
  private static let firstWide = 0x4000
  private var narrow: [Unicode.Scalar] = []
  private var wide: [Unicode.Scalar] = []
  private var codes: [Unicode.Scalar: Int] = [:]
  private var fonts: [Extent: PDFFile.Reference] = [:]

  /// The code of a character; one for all that are left if there are more than a font can have.
  mutating func code(of scalar: Unicode.Scalar) -> Int {
    if let code = codes[scalar] { return code }
    let code: Int
    if scalar.isWide, wide.count < 0xFFFF - Self.firstWide {
      wide.append(scalar)
      code = Self.firstWide + wide.count - 1
    } else if narrow.count < Self.firstWide - 2 {
      narrow.append(scalar)
      code = narrow.count
    } else {
      return 1
    }
    codes[scalar] = code
    return code
  }

  /// In thousandths of the font's size.
  static func width(ofCode code: Int) -> Int { code >= firstWide ? 1000 : 500 }

  /// The font of an extent, which is written at the end.
  mutating func font(_ extent: Extent, in file: inout PDFFile) -> PDFFile.Reference {
    if let font = fonts[extent] { return font }
    let font = file.reserve()
    fonts[extent] = font
    return font
  }

  /// Writes the fonts that were used.
  func write(to file: inout PDFFile) throws {
    guard !fonts.isEmpty else { return }
    // A TrueType font of three glyphs that draw nothing: the one for missing characters, half an em, a whole em.
    let program = PackageResources.glyphless_ttf
    let data = try file.add(stream: program, "/Length1 \(program.count)")
    let pairs =
      narrow.enumerated().map { (code: $0 + 1, scalar: $1) }
      + wide.enumerated().map { (code: $0 + Self.firstWide, scalar: $1) }
    let unicode = try file.add(stream: Array(Self.unicodeMap(pairs).utf8))
    let glyphs = try file.add(stream: glyphMap)
    for (extent, font) in fonts.sorted(by: { $0.key < $1.key }) {
      let ascent = extent.ascent * 1000 / Extent.parts
      // Viewers take a descent of zero for a missing one.
      let descent = -max(1, extent.descent * 1000 / Extent.parts)
      try file.add(
        font: "/HanScanGlyphless", program: data, sides: (0, 1000), ascent: ascent, descent: descent,
        glyphs: "/DW 500/W[\(Self.firstWide) 65535 1000]/CIDToGIDMap \(glyphs.text)", unicode: unicode, as: font)
    }
  }

  /// Two bytes for each code up to the last: the glyph, 1 for half an em and 2 for a whole one.
  private var glyphMap: [UInt8] {
    let count = wide.isEmpty ? narrow.count + 1 : Self.firstWide + wide.count
    return (0..<count).flatMap { [0, $0 >= Self.firstWide ? 2 : $0 >= 1 && $0 <= narrow.count ? 1 : 0] }
  }

  private static let table = Template(PackageResources.unicode_cmap)

  /// The table of a font that says which character each code is.
  static func unicodeMap(_ pairs: [(code: Int, scalar: Unicode.Scalar)]) -> String {
    // A block holds a hundred at most.
    let blocks = pairs.chunks(of: 100).map { block -> JSONValue in
      let rows = block.map { code, scalar -> JSONValue in
        let units = String(scalar).utf16.map { PDFFile.hexadecimal(Int($0)) }.joined()
        return .object(["code": .string(PDFFile.hexadecimal(code)), "units": .string(units)])
      }
      return .object(["count": .integer(block.count), "rows": .array(rows)])
    }
    return table.text(["blocks": .array(blocks)])
  }
}
