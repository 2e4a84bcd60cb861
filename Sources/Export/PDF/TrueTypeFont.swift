/// A TrueType font of the system: its glyphs by character, and a font with some of them.
///
/// Offsets that lie outside of the file count as zeros, so that a damaged font draws nothing and crashes nothing.
package struct TrueTypeFont {
  private let file: [UInt8]
  private var tables: [String: Range<Int>] = [:]
  /// The offset of the map of characters of the basic plane (format 4).
  private var map = 0

  /// Nil if the file is no font with outlines of TrueType and a map of characters.
  package init?(_ file: [UInt8]) {
    self.file = file
    for entry in 0..<number(4, 2) {
      let place = 12 + 16 * entry
      let (start, count) = (number(place + 8, 4), number(place + 12, 4))
      guard place + 16 <= file.count, start + count <= file.count else { return nil }
      tables[String(decoding: file[place..<place + 4], as: UTF8.self)] = start..<start + count
    }
    guard let cmap = tables["cmap"]?.lowerBound, tables["glyf"] != nil, tables["loca"] != nil, unitsPerEm > 0 else {
      return nil
    }
    let maps = (0..<number(cmap + 2, 2)).map { cmap + number(cmap + 4 + 8 * $0 + 4, 4) }
    guard let map = maps.first(where: { number($0, 2) == 4 }) else { return nil }
    self.map = map
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    guard place >= 0, place + count <= file.count else { return 0 }
    return file[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private func number(_ table: String, _ place: Int, _ count: Int = 2) -> Int {
    tables[table].map { number($0.lowerBound + place, count) } ?? 0
  }

  private var unitsPerEm: Int { number("head", 18) }
  private var glyphCount: Int { number("maxp", 4) }

  /// Ascent and descent in thousandths of an em.
  var extent: (ascent: Int, descent: Int) {
    let (ascent, descent) = (number("hhea", 4), Int(Int16(truncatingIfNeeded: number("hhea", 6))))
    return (ascent * 1000 / unitsPerEm, descent * 1000 / unitsPerEm)
  }

  /// The glyph of a character; nil if the font has none.
  func glyph(of scalar: Unicode.Scalar) -> Int? {
    let (code, segments) = (Int(scalar.value), number(map + 6, 2))
    guard code <= 0xFFFF else { return nil }
    for place in stride(from: 0, to: segments, by: 2) where number(map + 14 + place, 2) >= code {
      let (start, shift) = (number(map + 16 + segments + place, 2), number(map + 16 + 2 * segments + place, 2))
      let offsetPlace = map + 16 + 3 * segments + place
      let offset = number(offsetPlace, 2)
      guard start <= code else { return nil }
      let found = offset == 0 ? code : number(offsetPlace + offset + 2 * (code - start), 2)
      let glyph = found == 0 ? 0 : (found + shift) & 0xFFFF
      return glyph == 0 ? nil : glyph
    }
    return nil
  }

  /// In thousandths of an em.
  func width(ofGlyph glyph: Int) -> Int {
    number("hmtx", 4 * min(glyph, max(0, number("hhea", 34) - 1))) * 1000 / unitsPerEm
  }

  private func outline(of glyph: Int) -> Range<Int> {
    guard let glyf = tables["glyf"], glyph < glyphCount else { return 0..<0 }
    let isLong = number("head", 50) == 1
    let ends = [glyph, glyph + 1].map { isLong ? number("loca", 4 * $0, 4) : 2 * number("loca", 2 * $0) }
    guard ends[0] <= ends[1], ends[1] <= glyf.count else { return 0..<0 }
    return glyf.lowerBound + ends[0]..<glyf.lowerBound + ends[1]
  }

  /// The glyphs that others are made of, with their parts.
  private func closure(of glyphs: Set<Int>) -> Set<Int> {
    var (found, waiting) = (glyphs.union([0]), Array(glyphs))
    while let glyph = waiting.popLast() {
      let outline = outline(of: glyph)
      guard number(outline.lowerBound, 2) > 0x7FFF, outline.count > 10 else { continue }
      var (place, flags) = (outline.lowerBound + 10, 0x20)
      while flags & 0x20 != 0, place + 4 <= outline.upperBound {
        flags = number(place, 2)
        let part = number(place + 2, 2)
        if found.insert(part).inserted { waiting.append(part) }
        place += 4 + (flags & 1 != 0 ? 4 : 2)
        place += flags & 8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      }
    }
    return found
  }

  /// A font with the outlines of these glyphs alone, each under its own number.
  func subset(_ glyphs: Set<Int>) -> [UInt8] {
    let kept = closure(of: glyphs)
    var (outlines, places): ([UInt8], [UInt8]) = ([], [])
    for glyph in 0..<glyphCount {
      places += Self.bytes(outlines.count, 4)
      guard kept.contains(glyph) else { continue }
      outlines += file[outline(of: glyph)]
      outlines += [UInt8](repeating: 0, count: (4 - outlines.count % 4) % 4)
    }
    var own: [(name: String, bytes: [UInt8])] = []
    for name in ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"] {
      guard let range = tables[name] else { continue }
      own.append(
        (name, name == "glyf" ? outlines : name == "loca" ? places + Self.bytes(outlines.count, 4) : Array(file[range]))
      )
    }
    // Its offsets have four bytes; the sum of the file is written later.
    if let head = own.firstIndex(where: { $0.name == "head" }), own[head].bytes.count >= 54 {
      own[head].bytes.replaceSubrange(8..<12, with: [0, 0, 0, 0])
      own[head].bytes.replaceSubrange(50..<52, with: [0, 1])
    }
    return Self.file(own)
  }

  /// A number as so many bytes, the highest first.
  static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The file of a font with these tables, in order of their names; `head` has zeros for the sum of the file.
  static func file(_ tables: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    let power = (0...4).last { 1 << $0 <= tables.count } ?? 0
    var directory =
      [0, 1, 0, 0] + bytes(tables.count, 2) + bytes(16 << power, 2) + bytes(power, 2)
      + bytes(16 * tables.count - 16 << power, 2)
    var (data, head): ([UInt8], Int?) = ([], nil)
    for (name, content) in tables {
      let offset = 12 + 16 * tables.count + data.count
      if name == "head" { head = offset }
      directory += Array(name.utf8) + bytes(Int(sum(content)), 4) + bytes(offset, 4) + bytes(content.count, 4)
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    var file = directory + data
    if let head { file.replaceSubrange(head + 8..<head + 12, with: bytes(Int(0xB1B0_AFBA &- sum(file)), 4)) }
    return file
  }

  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for (place, byte) in bytes.enumerated() { sum &+= UInt32(byte) << (8 * (3 - UInt32(place % 4))) }
    return sum
  }
}
