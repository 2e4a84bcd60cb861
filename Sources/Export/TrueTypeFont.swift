import CHarfBuzz

/// A TrueType font of the system, as HarfBuzz reads it: its glyphs by character, and a font with some of them.
package final class TrueTypeFont {
  private let file: OpaquePointer?
  private let font: OpaquePointer?

  /// Nil if the file is no font with outlines of TrueType and a map of characters.
  package init?(_ bytes: [UInt8]) {
    let blob = bytes.withUnsafeBytes { bytes in
      hb_blob_create(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: bytes.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    defer { hb_blob_destroy(blob) }
    file = hb_face_create(blob, 0)
    font = hb_font_create(file)
    hb_font_set_scale(font, 1000, 1000)
    for name in ["glyf", "loca", "cmap"] {
      let table = hb_face_reference_table(file, hb_tag_from_string(name, 4))
      defer { hb_blob_destroy(table) }
      if hb_blob_get_length(table) == 0 { return nil }
    }
  }

  deinit {
    hb_font_destroy(font)
    hb_face_destroy(file)
  }

  /// Ascent and descent in thousandths of an em.
  var extent: (ascent: Int, descent: Int) {
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(font, &extents)
    return (Int(extents.ascender), Int(extents.descender))
  }

  /// The glyph of a character; nil if the font has none.
  func glyph(of scalar: Unicode.Scalar) -> Int? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 ? Int(glyph) : nil
  }

  /// In thousandths of an em.
  func width(ofGlyph glyph: Int) -> Int { Int(hb_font_get_glyph_h_advance(font, hb_codepoint_t(glyph))) }

  /// A font with the outlines of these glyphs alone, each under its own number.
  func subset(_ glyphs: Set<Int>) -> [UInt8] {
    let wanted = hb_subset_input_create_or_fail()
    defer { hb_subset_input_destroy(wanted) }
    hb_subset_input_set_flags(wanted, HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue)
    for glyph in glyphs { hb_set_add(hb_subset_input_glyph_set(wanted), hb_codepoint_t(glyph)) }
    // A PDF names glyphs, so that nothing chooses others for them.
    for name in ["GSUB", "GPOS", "GDEF"] {
      hb_set_add(hb_subset_input_set(wanted, HB_SUBSET_SETS_DROP_TABLE_TAG), hb_tag_from_string(name, 4))
    }
    let part = hb_subset_or_fail(file, wanted) ?? hb_face_reference(file)
    defer { hb_face_destroy(part) }
    let blob = hb_face_reference_blob(part)
    defer { hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let bytes = hb_blob_get_data(blob, &count)
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }
}
