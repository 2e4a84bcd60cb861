import Support

/// TIFF and BigTIFF, of either byte order: a chain of directories, one for each page (TIFF 6.0).
package enum TIFF: PictureFormatParser {
  /// Entries of all directories: ten thousand pages of a hundred, more than any scanner writes.
  private static let mostEntries = 1_000_000
  static let endings = ["tif", "tiff"]

  static func recognise(_ start: FileStart) -> Likelihood {
    let openings: [[UInt8]] = [
      [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]
    return openings.contains { start.begins(with: $0) } ? .certain : .no
  }

  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    var reduced: Set<UInt64> = []
    var list = PictureList { list throws(HeaderFault) in
      try walk(&reader, maximum: maximum, into: &list, reduced: &reduced)
    }
    // Pages that are marked as reduced and are smaller than a whole one are thumbnails.
    let whole = list.pages.filter { !reduced.contains($0.offset) }.compactMap { try? $0.content.get() }
    let count = list.pages.count
    list.pages.removeAll { page in
      guard reduced.contains(page.offset), let size = try? page.content.get() else { return false }
      return whole.contains { $0.width > size.width && $0.height > size.height }
    }
    list.thumbnails = count - list.pages.count
    return list
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    let directory = try directory(&reader, at: offset)
    var header = PictureHeader(size: try directory.size.get())
    header.rarity = directory.rarity(&reader)
    let offsets = directory.values(of: [273, 324], &reader)
    let sizes = directory.values(of: [279, 325], &reader)
    let size = reader.size
    // JPEG, in the old and the new way.
    if let compression = directory.values(of: [259], &reader).first, compression == 6 || compression == 7 {
      header.lossyBytes = sizes.reduce(0) { $0 &+ min($1, size) }
    }
    if zip(offsets, sizes).contains(where: { $0 > size || $1 > size - $0 }) {
      header.missing = "pixels of this page lie past the end of the file"
    }
    return header
  }

  /// The one strip of a group 4 page, the only form that scanners write.
  static func stream(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureStream? {
    let directory = try directory(&reader, at: offset)
    func value(_ tag: UInt16, _ standard: UInt64) -> UInt64 { directory.values(of: [tag], &reader).first ?? standard }
    let colours = value(262, 0)
    // Uncompressed parts (bit 1 of 293) are no group 4 any more.
    guard value(259, 1) == 4, value(277, 1) == 1, value(258, 1) == 1, colours <= 1, value(293, 0) & 2 == 0 else {
      return nil
    }
    let offsets = directory.values(of: [273], &reader)
    let sizes = directory.values(of: [279], &reader)
    guard offsets.count == 1, sizes.count == 1, sizes[0] > 0, offsets[0] <= reader.size,
      sizes[0] <= reader.size - offsets[0]
    else { return nil }
    var stream = PictureStream(
      coding: .fax4(isInverted: colours == 1), colours: .gray, bits: 1,
      ranges: [offsets[0]..<offsets[0] + sizes[0]])
    stream.reversesBits = value(266, 1) == 2
    // Unit 3 is a centimetre, 1 is none.
    let unit = value(296, 2)
    if unit != 1, let x = directory.fraction(282, &reader), let y = directory.fraction(283, &reader) {
      let factor = unit == 3 ? 2.54 : 1
      stream.resolution = PictureStream.Resolution(x: x * factor, y: y * factor)
    }
    stream.orientation = Int(exactly: value(274, 1)).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    return stream
  }

  /// A copy of a cut file in which a page's strips and tiles end with the file, and the count of missing bytes.
  package static func shortened(
    _ bytes: UnsafeRawBufferPointer, at offset: UInt64
  ) throws(HeaderFault) -> (file: [UInt8], missing: UInt64) {
    var reader = ByteReader(memory: bytes)
    let directory = try directory(&reader, at: offset)
    let starts = directory.values(of: [273, 324], &reader)
    var copy = Array(bytes)
    var missing: UInt64 = 0
    for (start, length) in zip(starts, directory.fields(of: [279, 325], &reader)) {
      let held = start < reader.size ? reader.size - start : 0
      let declared = try reader.number(at: length.place, bytes: length.size, directory.order)
      guard declared > held else { continue }
      let end = start.addingReportingOverflow(declared)
      missing = max(missing, end.overflow ? .max : end.partialValue - reader.size)
      let place = Int(length.place)
      copy.replaceSubrange(place..<place + length.size, with: directory.order.bytes(held, length.size))
    }
    return (copy, missing)
  }

  /// Follows the chain from its start; a fault of one page does not end it.
  private static func walk(
    _ reader: inout ByteReader, maximum: Int, into list: inout PictureList, reduced: inout Set<UInt64>
  ) throws(HeaderFault) {
    let form = try Form(&reader)
    var offset = try form.firstDirectory(&reader)
    var visited: Set<UInt64> = []
    var entries = 0
    while offset != 0 {
      if !visited.insert(offset).inserted {
        throw .damaged("its chain of pages leads back to a page that was met before")
      }
      if list.pages.count >= maximum {
        list.isCut = true
        return
      }
      let directory = try Directory(&reader, at: offset, form)
      entries += directory.count
      if entries > mostEntries { throw .damaged("its pages' directories have an impossible number of entries") }
      list.pages.append(PictureList.Page(offset: offset, content: directory.size))
      if directory.isReduced(&reader) { reduced.insert(offset) }
      offset = try reader.number(at: directory.end, bytes: form.word, form.order)
    }
    if list.pages.isEmpty { throw .damaged("it has no page") }
  }

  /// The directory at an offset, or the first if that is 0.
  private static func directory(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> Directory {
    let form = try Form(&reader)
    return try Directory(&reader, at: offset == 0 ? form.firstDirectory(&reader) : offset, form)
  }
}

private struct Form {
  let order: ByteOrder
  let isBig: Bool

  /// Bytes of an offset, and of the count of an entry's values.
  var word: Int { isBig ? 8 : 4 }
  var entrySize: Int { isBig ? 20 : 12 }

  init(_ reader: inout ByteReader) throws(HeaderFault) {
    order = try reader.byte(at: 0) == UInt8(ascii: "I") ? .little : .big
    isBig = try reader.number(at: 2, bytes: 2, order) == 43
    if isBig, try reader.number(at: 4, bytes: 2, order) != 8 { throw .damaged("its offsets have an unknown size") }
  }

  func firstDirectory(_ reader: inout ByteReader) throws(HeaderFault) -> UInt64 {
    try reader.number(at: isBig ? 8 : 4, bytes: word, order)
  }
}

/// One page's directory: entries of a tag, a type, a count of values, and the values or their offset.
private struct Directory {
  /// libtiff takes no more, and writers use about twenty.
  private static let mostEntries: UInt64 = 4096
  /// A million strips of one page; no scanner writes more.
  private static let mostValues: UInt64 = 1 << 20
  private let form: Form
  private let entries: [UInt8]
  /// The offset of the entries in the file.
  private let start: UInt64
  var order: ByteOrder { form.order }
  var count: Int { entries.count / form.entrySize }
  /// Behind the entries, at the offset of the next directory.
  var end: UInt64 { start + UInt64(entries.count) }

  init(_ reader: inout ByteReader, at offset: UInt64, _ form: Form) throws(HeaderFault) {
    guard offset < reader.size else { throw .truncated }
    self.form = form
    let count = try reader.number(at: offset, bytes: form.isBig ? 8 : 2, form.order)
    guard count > 0, count <= Self.mostEntries else {
      throw .damaged("a page's directory has an impossible number of entries (\(count))")
    }
    start = offset + (form.isBig ? 8 : 2)
    entries = try reader.bytes(at: start, count: Int(count) * form.entrySize)
  }

  /// Width and height, each one whole number.
  var size: Result<PictureSize, HeaderFault> {
    guard let width = single(256), let height = single(257) else {
      return .failure(.damaged("its width or height is missing"))
    }
    return .success(PictureSize(width: width, height: height))
  }

  /// Whether the page is marked as a reduced copy: by the kind of its picture, or by that of TIFF 5.0.
  func isReduced(_ reader: inout ByteReader) -> Bool {
    if let kind = values(of: [254], &reader).first { return kind & 1 == 1 }
    return values(of: [255], &reader).first == 2
  }

  /// A feature that Leptonica does not read, by the tags of TIFF 6.0 and its supplements; nil for usual scans.
  func rarity(_ reader: inout ByteReader) -> String? {
    func value(_ tag: UInt16) -> UInt64? { values(of: [tag], &reader).first }
    let bits = value(258) ?? 1
    let compression = value(259) ?? 1
    let samples = value(277) ?? 1
    let format = value(339)
    if ![1, 2, 4, 8, 16].contains(bits) { return "a TIFF of \(bits) bits a sample" }
    if format == 2 || format == 3 { return "a TIFF of signed or fractional numbers" }
    if value(322) != nil { return "a TIFF in tiles" }
    if value(284) == 2, samples > 1 { return "a TIFF with its colours in planes apart" }
    if ![1, 2, 3, 4, 5, 7, 8, 32_773, 32_946].contains(compression) {
      return "a TIFF that is compressed in a rare way (\(compression))"
    }
    if let colours = value(262), ![0, 1, 2, 3, 5, 6].contains(colours) { return "a TIFF in rare colours (\(colours))" }
    if value(262) == 2, value(338) == 2 { return "a TIFF with transparency" }
    if value(262) == 3, samples > 1 { return "a TIFF with a palette and transparency" }
    if bits == 16, samples > 1 { return "a TIFF of 16 bits and several colours" }
    return nil
  }

  /// The whole numbers of the first entry with one of these tags, as far as the file has them; none if too many.
  func values(of tags: Set<UInt16>, _ reader: inout ByteReader) -> [UInt64] {
    fields(of: tags, &reader).compactMap { try? reader.number(at: $0.place, bytes: $0.size, form.order) }
  }

  func fields(of tags: Set<UInt16>, _ reader: inout ByteReader) -> [(place: UInt64, size: Int)] {
    guard let entry = entry(tags), let size = Self.sizes[entry.type], entry.count <= Self.mostValues else { return [] }
    let isInside = entry.count * UInt64(size) <= UInt64(form.word)
    let place = isInside ? start + UInt64(entry.field) : number(at: entry.field, form.word)
    guard place <= reader.size else { return [] }
    return (0..<min(entry.count, (reader.size - place) / UInt64(size))).map { (place + $0 * UInt64(size), size) }
  }

  /// The value of a tag that is one unsigned fraction; nil for none.
  func fraction(_ tag: UInt16, _ reader: inout ByteReader) -> Double? {
    guard let entry = entry([tag]), entry.type == 5, entry.count == 1 else { return nil }
    let place = form.isBig ? start + UInt64(entry.field) : number(at: entry.field, form.word)
    guard place <= reader.size, let top = try? reader.number(at: place, bytes: 4, form.order),
      let bottom = try? reader.number(at: place + 4, bytes: 4, form.order), bottom > 0
    else { return nil }
    return Double(top) / Double(bottom)
  }

  /// The value of a tag's first entry, as decoders take it; nil unless it is one whole number.
  private func single(_ tag: UInt16) -> UInt64? {
    guard let entry = entry([tag]), entry.count == 1, let size = Self.sizes[entry.type], size <= form.word else {
      return nil
    }
    return number(at: entry.field, size)
  }

  /// The first entry with one of these tags: its type, the count of its values, and the place in `entries` of these, or of
  /// their offset.
  private func entry(_ tags: Set<UInt16>) -> (type: UInt64, count: UInt64, field: Int)? {
    let places = stride(from: 0, to: entries.count, by: form.entrySize)
    guard let place = places.first(where: { tags.contains(UInt16(number(at: $0, 2))) }) else { return nil }
    return (number(at: place + 2, 2), number(at: place + 4, form.word), place + 4 + form.word)
  }

  /// Bytes of one value by its type: BYTE, SHORT, LONG or LONG8.
  private static let sizes: [UInt64: Int] = [1: 1, 3: 2, 4: 4, 16: 8]

  private func number(at place: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { number, index in
      number << 8 | UInt64(entries[place + (form.order == .big ? index : count - 1 - index)])
    }
  }
}
