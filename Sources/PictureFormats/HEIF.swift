import Support

/// HEIC, HEIF and AVIF: the pictures of an ISO container (ISO/IEC 23008-12), the primary one first.
package enum HEIF: PictureFormatParser {
  static let endings = ["heic", "heif", "hif", "avif"]
  private static let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "avif", "avis", "mif1"]
  /// The most properties that all items together may name; a picture of 64 megapixels in tiles names about 500.
  private static let mostAssociations = 100_000

  static func recognise(_ start: FileStart) -> Likelihood {
    guard start.begins(with: "ftyp", at: 4), let brand = start.name(8..<12) else { return .no }
    if brands.contains(brand) { return .certain }
    // Behind its own brand, the first box lists compatible ones.
    guard !["jxl ", "crx "].contains(brand) else { return .no }
    return ["heic", "avif", "mif1"].contains { start.contains($0, within: 64) } ? .certain : .no
  }

  /// The format of a sequence without a picture of its own, which no decoder reads; nil for any other file.
  static func sequence(_ start: FileStart) -> UnsupportedFormat? {
    // A sequence also has a primary item if it comes from a camera that writes both.
    guard start.contains("moov"), !start.contains("pitm") else { return nil }
    return UnsupportedFormat(
      name: "a sequence of HEIF pictures", advice: "Save its pictures as JPEG or PNG.",
      family: PictureFormat.heif.rawValue)
  }

  /// The pictures that are shown by themselves, the primary one first; and the other contents.
  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    PictureList { list throws(HeaderFault) in
      list.pages = [PictureList.Page(offset: 0, content: .success(try size(&reader, at: 0)))]
      // A cut file has one page, whose decoder reports the missing part.
      guard let boxes = try? ISOBox.all(from: 0, to: reader.size, &reader), let items = try? HEIFItems(&reader) else {
        return
      }
      for item in items.pictures.dropFirst() {
        if list.pages.count >= maximum {
          list.isCut = true
          return
        }
        let content = Result { () throws(HeaderFault) in try size(&reader, at: item) }
        list.pages.append(PictureList.Page(offset: item, content: content))
      }
      if boxes.contains(where: { $0.name == "moov" }) {
        let name = "a sequence of pictures, of which no more is read. Save its pictures as JPEG or PNG."
        list.pages.append(PictureList.Page(offset: 0, content: .failure(.unsupported(name))))
      }
    }
  }

  /// A copy without the references that libheif can't follow; nil if it can follow all.
  package static func plain(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var reader = ByteReader(memory: bytes)
    guard let places = try? HEIFItems(&reader).strangeReferences, !places.isEmpty else { return nil }
    var copy = Array(bytes)
    // Replace the first letter of a reference's kind: no reader knows the new kind.
    for place in places { copy[Int(place)] = UInt8(ascii: "x") }
    return copy
  }

  /// The size of an item, 0 for the primary one, before its rotation.
  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    guard let meta = try ISOBox.first("meta", from: 0, to: reader.size, &reader) else {
      // A cut file may have no more than its own name left.
      let begun = ["ftyp", "free", "skip"]
      let isCut = try ISOBox.all(from: 0, to: reader.size, &reader).allSatisfy { begun.contains($0.name) }
      throw isCut ? .truncated : .damaged("it has no box that describes its pictures")
    }
    // Version and flags come before the boxes within.
    let parts = try meta.boxes(behind: 4, &reader)
    let item = offset > 0 ? offset : try HEIFItems.primary(of: parts, &reader)
    guard let item, let table = parts.first(where: { $0.name == "iprp" }) else {
      throw .damaged("it does not say which of its pictures is the first")
    }
    let tables = try table.boxes(&reader)
    guard let properties = tables.first(where: { $0.name == "ipco" }) else {
      throw .damaged("it says nothing of its pictures")
    }
    let known = try properties.boxes(&reader)
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
    var header = PictureHeader(size: try size(&reader, at: offset))
    header.lossyBytes = reader.size
    if let items = try? HEIFItems(&reader), let type = items.kinds[offset > 0 ? offset : items.primary ?? 0],
      !HEIFItems.decodedKinds.contains(type)
    {
      header.rarity = "a HEIF picture of the type \(type)"
    }
    var place: UInt64 = 0
    var hasPixels = false
    for _ in 0..<ISOBox.mostBoxes where place < reader.size {
      guard let box = try? ISOBox(&reader, at: place) else {
        header.missing = "it ends within the header of a box"
        break
      }
      // The pixels of a tiny picture may lie among its properties.
      let last = box.end ?? reader.size
      let data = box.name == "meta" ? try? ISOBox.first("idat", from: box.content + 4, to: last, &reader) : nil
      if box.name == "mdat" || data != nil { hasPixels = true }
      guard let end = box.end else { break }
      if end > reader.size { header.missing = "its \(box.name) box goes past the end of the file" }
      place = end
    }
    if !hasPixels { header.missing = header.missing ?? "it ends before its pixels" }
    return header
  }

  /// The properties of an item, by their places in the list of all, from 1.
  private static func indices(
    of item: UInt64, in box: ISOBox, _ reader: inout ByteReader
  ) throws(HeaderFault) -> [Int] {
    let isLong = try reader.byte(at: box.content) > 0
    let isWide = try reader.byte(at: box.content + 3) & 1 != 0
    let size = isWide ? 2 : 1
    var place = box.content + 8
    var left = mostAssociations
    for _ in 0..<(try reader.number(at: box.content + 4, bytes: 4, .big)) {
      let owner = try reader.number(at: place, bytes: isLong ? 4 : 2, .big)
      place += isLong ? 4 : 2
      let count = Int(try reader.byte(at: place))
      place += 1
      // The highest bit marks a property that a reader must know.
      if owner == item {
        return try reader.numbers(count, bytes: size, at: place).map { Int($0 & (isWide ? 0x7FFF : 0x7F)) }
      }
      place += UInt64(count * size)
      left -= count + 1
      if left <= 0 { throw .damaged("it has more properties than any picture") }
    }
    return []
  }
}
