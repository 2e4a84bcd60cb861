import Support

/// HEIC, HEIF and AVIF: the primary item of an ISO container (ISO/IEC 23008-12).
///
/// Thumbnails, further pictures and sequences beside it are left alone. Rotation and mirroring are properties of the
/// item, which its decoder applies; what EXIF says of them besides repeats that and is not looked at.
enum HEIF: PictureFormatParser {
  static let endings = ["heic", "heif", "hif", "avif"]

  private static let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "avif", "avis", "mif1"]
  /// Boxes of one container that are gone through; a phone's picture has some sixty.
  private static let mostBoxes = 10_000
  /// Properties that all items together may name; a picture of 64 megapixels in tiles names about 500.
  private static let mostAssociations = 100_000
  /// HEVC and AV1, and pictures that are made of others: tiles, layers, one rotated.
  private static let decodedTypes = ["hvc1", "av01", "grid", "iovl", "iden"]

  static func recognise(_ start: FileStart) -> Likelihood {
    guard start.begins(with: "ftyp", at: 4), let brand = start.name(8..<12) else { return .no }
    if brands.contains(brand) { return .certain }
    // Behind the brand of its own, the first box lists those that the file is compatible with.
    guard !["jxl ", "crx "].contains(brand) else { return .no }
    return ["heic", "avif", "mif1"].contains { start.contains($0, within: 64) } ? .certain : .no
  }

  static func unsupportedVariant(_ start: FileStart) -> UnsupportedFormat? {
    // A sequence has a primary item too, where it comes from a camera that writes both.
    guard start.contains("moov"), !start.contains("pitm") else { return nil }
    return UnsupportedFormat(.heif, "a sequence of HEIF pictures", advice: "Save its pictures as JPEG or PNG.")
  }

  /// Of the primary item, before its rotation.
  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    guard let meta = try child("meta", from: 0, to: reader.size, &reader) else {
      // Of a file that was cut no more may be left than what it calls itself.
      let begun = ["ftyp", "free", "skip"]
      let isCut = try children(from: 0, to: reader.size, &reader).allSatisfy { begun.contains($0.name) }
      throw isCut ? .truncated : .damaged("it has no box that describes its pictures")
    }
    // Version and flags come before the boxes within.
    let boxes = try children(from: meta.content + 4, to: meta.end ?? reader.size, &reader)
    guard let item = try primary(of: boxes, &reader), let table = boxes.first(where: { $0.name == "iprp" }) else {
      throw .damaged("it does not say which of its pictures is the first")
    }
    let tables = try children(from: table.content, to: table.end ?? reader.size, &reader)
    guard let properties = tables.first(where: { $0.name == "ipco" }) else {
      throw .damaged("it says nothing of its pictures")
    }
    let known = try children(from: properties.content, to: properties.end ?? reader.size, &reader)
    for association in tables where association.name == "ipma" {
      for index in try indices(of: item, in: association, &reader) where known.indices.contains(index - 1) {
        let property = known[index - 1]
        guard property.name == "ispe" else { continue }
        return PictureSize(
          width: try reader.number(at: property.content + 4, bytes: 4, .big),
          height: try reader.number(at: property.content + 8, bytes: 4, .big))
      }
    }
    throw .damaged("it does not say how large its picture is")
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(try size(&reader, at: offset))
    header.lossyBytes = reader.size
    if let type = try? primaryType(&reader), !decodedTypes.contains(type) {
      header.rarity = "a HEIF picture of the type \(type)"
    }
    var place: UInt64 = 0
    var hasPixels = false
    for _ in 0..<mostBoxes where place < reader.size {
      guard let box = try? ISOBox(&reader, at: place) else {
        header.missing = "it ends within the header of a box"
        break
      }
      // The pixels of a tiny picture may lie among its properties.
      if box.name == "mdat" || (try? hasData(in: box, &reader)) == true { hasPixels = true }
      guard let end = box.end else { break }
      if end > reader.size { header.missing = "its \(box.name) box goes past the end of the file" }
      place = end
    }
    if !hasPixels { header.missing = header.missing ?? "it ends before its pixels" }
    return header
  }

  /// Whether a box of descriptions holds pixels itself, as that of a tiny picture may.
  private static func hasData(in box: ISOBox, _ reader: inout ByteReader) throws(HeaderFault) -> Bool {
    guard box.name == "meta" else { return false }
    return try child("idat", from: box.content + 4, to: box.end ?? reader.size, &reader) != nil
  }

  /// What the primary item is, by the four letters of its entry.
  private static func primaryType(_ reader: inout ByteReader) throws(HeaderFault) -> String? {
    guard let meta = try child("meta", from: 0, to: reader.size, &reader) else { return nil }
    let boxes = try children(from: meta.content + 4, to: meta.end ?? reader.size, &reader)
    guard let list = boxes.first(where: { $0.name == "iinf" }), let item = try primary(of: boxes, &reader) else {
      return nil
    }
    // A version, flags and a number of entries come first, of two bytes or of four.
    let first = list.content + (try reader.byte(at: list.content) == 0 ? 6 : 8)
    for entry in try children(from: first, to: list.end ?? reader.size, &reader) where entry.name == "infe" {
      let version = try reader.byte(at: entry.content)
      guard version >= 2 else { continue }
      let length = version == 2 ? 2 : 4
      guard try reader.number(at: entry.content + 4, bytes: length, .big) == item else { continue }
      let type = try reader.bytes(at: entry.content + 4 + UInt64(length) + 2, count: 4)
      return type.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: type, as: UTF8.self) : nil
    }
    return nil
  }

  /// The number of the item that is shown first.
  private static func primary(of boxes: [ISOBox], _ reader: inout ByteReader) throws(HeaderFault) -> UInt64? {
    guard let box = boxes.first(where: { $0.name == "pitm" }) else { return nil }
    return try reader.number(at: box.content + 4, bytes: try reader.byte(at: box.content) == 0 ? 2 : 4, .big)
  }

  /// The properties that an item has, by their places, from 1, in the list of all.
  private static func indices(
    of item: UInt64, in box: ISOBox, _ reader: inout ByteReader
  ) throws(HeaderFault) -> [Int] {
    let isLong = try reader.byte(at: box.content) > 0
    let isWide = try reader.byte(at: box.content + 3) & 1 != 0
    var place = box.content + 8
    var left = mostAssociations
    for _ in 0..<(try reader.number(at: box.content + 4, bytes: 4, .big)) {
      let owner = try reader.number(at: place, bytes: isLong ? 4 : 2, .big)
      place += isLong ? 4 : 2
      let count = Int(try reader.byte(at: place))
      place += 1
      // The highest bit says that a reader must know the property.
      if owner == item {
        var found: [Int] = []
        for index in 0..<count {
          let number = try reader.number(at: place + UInt64(index * (isWide ? 2 : 1)), bytes: isWide ? 2 : 1, .big)
          found.append(Int(number & (isWide ? 0x7FFF : 0x7F)))
        }
        return found
      }
      place += UInt64(count * (isWide ? 2 : 1))
      left -= count + 1
      if left <= 0 { throw .damaged("it has more properties than any picture") }
    }
    return []
  }

  private static func child(
    _ name: String, from start: UInt64, to end: UInt64, _ reader: inout ByteReader
  ) throws(HeaderFault) -> ISOBox? {
    var place = start
    for _ in 0..<mostBoxes where place < end {
      let box = try ISOBox(&reader, at: place)
      if box.name == name { return box }
      guard let next = box.end else { return nil }
      place = next
    }
    return nil
  }

  private static func children(
    from start: UInt64, to end: UInt64, _ reader: inout ByteReader
  ) throws(HeaderFault) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var place = start
    while place < end {
      let box = try ISOBox(&reader, at: place)
      boxes.append(box)
      if boxes.count > mostBoxes { throw .damaged("it has more boxes than any picture") }
      guard let next = box.end else { break }
      place = next
    }
    return boxes
  }
}
