import CExif

package enum EXIF {
  /// The longest block that is read: libexif reads sizes of 16 bit, and no camera writes a mebibyte.
  private static let longest = 1 << 20

  /// The orientation 1 to 8 of a TIFF-shaped EXIF block (without the `Exif` opening); 1 if it has no sound one.
  package static func orientation(of block: [UInt8]) -> Int {
    guard block.count >= 8, block.count < longest else { return 1 }
    let bytes = Array("Exif\0\0".utf8) + block
    guard let data = exif_data_new() else { return 1 }
    defer { exif_data_unref(data) }
    // Without libexif's fixes: nothing is added, and a strange block stays as it is.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_load_data(data, bytes, CUnsignedInt(bytes.count))
    guard let content = data.pointee.ifd.0, let entry = exif_content_get_entry(content, EXIF_TAG_ORIENTATION),
      entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components >= 1, entry.pointee.size >= 2,
      let value = entry.pointee.data
    else { return 1 }
    let orientation = Int(exif_get_short(value, exif_data_get_byte_order(data)))
    return (1...8).contains(orientation) ? orientation : 1
  }

  /// The orientation of a block within a file; nil if the block goes past its end.
  static func orientation(_ reader: inout ByteReader, at offset: UInt64, count: UInt64) -> Int? {
    guard offset <= reader.size, count <= reader.size - offset else { return nil }
    guard count < longest, let block = try? reader.bytes(at: offset, count: Int(count)) else { return 1 }
    return orientation(of: block)
  }
}
