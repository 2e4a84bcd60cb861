import CExif

/// The turn that a camera wrote into a picture.
enum EXIF {
  /// The orientation 1 to 8 of a TIFF-shaped EXIF block (without the `Exif` opening); 1 where it says nothing sound.
  static func orientation(of block: UnsafeRawBufferPointer) -> Int {
    // libexif reads sizes of 16 bit; what is longer than a JPEG segment is no EXIF of a camera.
    guard block.count >= 8, block.count < 1 << 20 else { return 1 }
    var bytes: [UInt8] = Array("Exif\0\0".utf8)
    bytes += block
    guard let data = exif_data_new() else { return 1 }
    defer { exif_data_unref(data) }
    // Without the fixes of the standard: nothing is added, and a strange block stays as it is.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_load_data(data, bytes, CUnsignedInt(bytes.count))
    guard let content = data.pointee.ifd.0, let entry = exif_content_get_entry(content, EXIF_TAG_ORIENTATION),
      entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components >= 1, entry.pointee.size >= 2,
      let value = entry.pointee.data
    else { return 1 }
    let orientation = Int(exif_get_short(value, exif_data_get_byte_order(data)))
    return (1...8).contains(orientation) ? orientation : 1
  }
}
