import Support

/// One box of an ISO container (ISO/IEC 14496-12): its name, and the place of its content.
struct ISOBox {
  var start: UInt64
  var name: String
  var content: UInt64
  /// Nil for a box that runs to the end of the file.
  var end: UInt64?

  init(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) {
    start = offset
    let length = try reader.number(at: offset, bytes: 4, .big)
    name = String(decoding: try reader.bytes(at: offset + 4, count: 4), as: UTF8.self)
    content = offset + 8
    switch length {
    case 0: end = nil
    case 1:
      let long = try reader.number(at: offset + 8, bytes: 8, .big)
      // Never read past the end of the file; that also keeps the sum in range.
      if long < 16 { throw .damaged("it has a box of an impossible length") }
      if long > reader.size - offset { throw .truncated }
      content = offset + 16
      end = offset + long
    case 2...7: throw .damaged("it has a box of an impossible length")
    default: end = offset + length
    }
  }

  /// The most boxes of one container; a phone's picture has some sixty.
  static let mostBoxes = 10_000

  /// The boxes between two offsets, as far as their lengths lead.
  static func all(from start: UInt64, to end: UInt64, _ reader: inout ByteReader) throws(HeaderFault) -> [ISOBox] {
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

  /// The first box with one of these names between two offsets, whatever comes behind it.
  static func first(
    _ names: String..., from start: UInt64, to end: UInt64, _ reader: inout ByteReader
  ) throws(HeaderFault) -> ISOBox? {
    var place = start
    for _ in 0..<mostBoxes where place < end {
      let box = try ISOBox(&reader, at: place)
      if names.contains(box.name) { return box }
      guard let next = box.end else { return nil }
      place = next
    }
    return nil
  }

  /// The boxes within this one, behind `bytes` bytes of its own.
  func boxes(behind bytes: UInt64 = 0, _ reader: inout ByteReader) throws(HeaderFault) -> [ISOBox] {
    try Self.all(from: content + bytes, to: end ?? reader.size, &reader)
  }
}
