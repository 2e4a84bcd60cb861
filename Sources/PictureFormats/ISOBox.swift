import Support

/// One box of an ISO container (ISO/IEC 14496-12): its name, and where its content lies.
struct ISOBox {
  var name: String
  var content: UInt64
  /// Nil for a box that runs to the end of the file.
  var end: UInt64?

  init(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) {
    let length = try reader.number(at: offset, bytes: 4, .big)
    name = String(decoding: try reader.bytes(at: offset + 4, count: 4), as: UTF8.self)
    content = offset + 8
    switch length {
    case 0: end = nil
    case 1:
      let long = try reader.number(at: offset + 8, bytes: 8, .big)
      // Past the end of the file nothing is read; that also keeps the sum in range.
      if long < 16 { throw .damaged("it has a box of an impossible length") }
      if long > reader.size - offset { throw .truncated }
      content = offset + 16
      end = offset + long
    case 2...7: throw .damaged("it has a box of an impossible length")
    default: end = offset + length
    }
  }
}
