import Support

extension JPEG2000 {
  /// The whole file, or a codestream with the boxes that a PDF needs; gray, or red, green and blue alone.
  static func stream(_ reader: inout ByteReader) throws(HeaderFault) -> PictureStream? {
    let isAlone = try reader.bytes(at: 0, count: 4) == codestreamStart
    guard let start = isAlone ? 0 : try codestreamBox(&reader), let shape = try shape(&reader, at: start) else {
      return nil
    }
    return PictureStream(
      coding: .jpeg2000, colours: shape.components == 1 ? .gray : .rgb, bits: shape.bits,
      prefix: isAlone ? boxes(shape) : [], ranges: [0..<reader.size])
  }

  private typealias Shape = (size: PictureSize, components: Int, bits: Int)

  /// The start of the codestream, behind a header without palette, channel definitions or colours of its own.
  private static func codestreamBox(_ reader: inout ByteReader) throws(HeaderFault) -> UInt64? {
    for box in try ISOBox.all(from: 0, to: reader.size, &reader) {
      if box.name == "jp2c" { return box.content }
      if box.name == "jp2h", try !isPlain(box, &reader) { return nil }
    }
    return nil
  }

  /// Whether a header has only the size and one enumerated colour space, sRGB, gray or sYCC.
  private static func isPlain(_ header: ISOBox, _ reader: inout ByteReader) throws(HeaderFault) -> Bool {
    guard header.end != nil else { return false }
    var colours = 0
    for box in try header.boxes(&reader) {
      switch box.name {
      case "ihdr", "res ": break
      case "colr":
        let method = try reader.byte(at: box.content)
        guard method == 1, [16, 17, 18].contains(try reader.number(at: box.content + 3, bytes: 4, .big)) else {
          return false
        }
        colours += 1
      default: return false
      }
    }
    return colours == 1
  }

  /// The shape by the SIZ segment, if all components are equal and of 8 or fewer bits.
  private static func shape(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> Shape? {
    let size = try codestream(&reader, at: offset)
    let components = Int(try reader.number(at: offset + 40, bytes: 2, .big))
    guard components == 1 || components == 3 else { return nil }
    let facts = try reader.bytes(at: offset + 42, count: components * 3)
    let depths = stride(from: 0, to: facts.count, by: 3).map { facts[$0] }
    // The highest bit marks signed samples.
    guard let depth = depths.first, depths.allSatisfy({ $0 == depth }), depth < 8 else { return nil }
    return (size, components, Int(depth) + 1)
  }

  /// The boxes of a JP2 file up to its codestream (ISO/IEC 15444-1, annex I).
  private static func boxes(_ shape: Shape) -> [UInt8] {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      ByteOrder.big.bytes(content.count + 8, 4) + Array(name.utf8) + content
    }
    var header = ByteOrder.big.bytes(shape.size.height, 4) + ByteOrder.big.bytes(shape.size.width, 4)
    header += ByteOrder.big.bytes(shape.components, 2) + [UInt8(shape.bits - 1), 7, 0, 0]
    let colours: [UInt8] = [1, 0, 0, 0, 0, 0, shape.components == 1 ? 17 : 16]
    let brand = Array("jp2 ".utf8)
    var boxes = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    boxes += box("ftyp", brand + [0, 0, 0, 0] + brand)
    boxes += box("jp2h", box("ihdr", header) + box("colr", colours))
    // A length of 0: the codestream goes to the end.
    return boxes + [0, 0, 0, 0] + Array("jp2c".utf8)
  }
}
