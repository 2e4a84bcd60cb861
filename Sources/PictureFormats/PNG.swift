import Support

/// PNG: a signature, then chunks, of which the first is the header and the last the end (ISO/IEC 15948).
enum PNG: PictureFormatParser {
  static let endings = ["png"]

  static func recognise(_ start: FileStart) -> Likelihood {
    // Ignore the four bytes behind it: a copy in text mode alters those, and the header check reports it.
    start.begins(with: [0x89, 0x50, 0x4E, 0x47]) ? .certain : .no
  }

  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    guard try reader.bytes(at: 4, count: 4) == [0x0D, 0x0A, 0x1A, 0x0A] else {
      throw .damaged("its first bytes were altered, as by a copy in text mode; copy it again")
    }
    let name = try reader.bytes(at: 12, count: 4)
    // Apple's variant (CgBI) has a chunk before the header and no readable pixels behind it.
    if name.elementsEqual("CgBI".utf8) { throw .damaged("it is in Apple's private variant of PNG; save it anew") }
    guard name.elementsEqual("IHDR".utf8) else { throw .damaged("its header chunk is missing") }
    let width = try reader.number(at: 16, bytes: 4, .big)
    let height = try reader.number(at: 20, bytes: 4, .big)
    if width > 0x7FFF_FFFF || height > 0x7FFF_FFFF { throw .damaged("its width or height is beyond what PNG allows") }
    // The last byte of the header marks interlacing.
    return PictureSize(width: width, height: height, isWhole: try reader.byte(at: 28) != 0)
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(size: try size(&reader))
    var offset: UInt64 = 8
    // Length, name, content, checksum.
    while let length = try? reader.number(at: offset, bytes: 4, .big) {
      // The checksum behind the name of the last chunk is its end.
      if reader.holds("IEND", at: offset + 4), offset + 12 <= reader.size { return header }
      // Color type 0 is gray.
      if reader.holds("tRNS", at: offset + 4), try reader.byte(at: 25) == 0 { header.hasTransparentGray = true }
      if reader.holds("eXIf", at: offset + 4),
        let orientation = EXIF.orientation(&reader, at: offset + 8, count: length)
      {
        header.orientation = orientation
      }
      offset += 12 + length
    }
    header.missing = "the end of the PNG is not there"
    return header
  }
}
