import Support

/// The compressed pixels of a picture in its file, for a PDF to copy without decoding them.
package struct PictureStream: Equatable, Sendable {
  package enum Coding: Equatable, Sendable {
    case jpeg
    case jpeg2000
    /// One zlib stream of rows, each with the filter byte of PNG before it.
    case filteredRows
    /// CCITT group 4; inverted if a bit of 1 means white.
    case fax4(isInverted: Bool)
  }

  package enum Colours: Equatable, Sendable {
    case gray
    case rgb
    /// Red, green and blue of each entry.
    case palette([UInt8])

    package var samples: Int { self == .rgb ? 3 : 1 }
  }

  package var coding: Coding
  package var colours: Colours
  package var bits: Int
  /// Pixels as stored, before the orientation.
  package var width = 0
  package var height = 0
  /// EXIF's orientation, 1 to 8.
  package var orientation = 1
  /// Dots per inch along width and height, as the file claims; nil if it claims none.
  package var resolution: Resolution?
  /// Bytes that come before those of the file.
  package var prefix: [UInt8] = []
  /// The places of the bytes in the file, in order.
  package var ranges: [Range<UInt64>]
  /// Whether the lowest bit of a byte comes first.
  package var reversesBits = false

  package struct Resolution: Equatable, Sendable {
    package var x: Double
    package var y: Double
  }

  package var count: UInt64 {
    ranges.reduce(UInt64(prefix.count)) { $0 &+ UInt64($1.count) }
  }

  /// Whether the shown picture swaps width and height.
  package var isSideways: Bool { orientation > 4 }

  /// The resolution in the directions of the picture as it is shown.
  package var uprightResolution: Resolution? {
    isSideways ? resolution.map { Resolution(x: $0.y, y: $0.x) } : resolution
  }
}

extension PictureFormat {
  /// The pixels of the page at an offset for a direct copy; nil if they have to be decoded.
  package func stream(_ reader: inout ByteReader, at offset: UInt64 = 0) -> PictureStream? {
    guard let header = try? header(&reader, at: offset), header.missing == nil, header.rarity == nil,
      header.content.map({ $0 == 0..<reader.size }) ?? true,
      let width = Int(exactly: header.size.width), let height = Int(exactly: header.size.height),
      (1...0xFFFF_FFF).contains(width), (1...0xFFFF_FFF).contains(height)
    else { return nil }
    let found: PictureStream?
    switch self {
    case .jpeg: found = try? JPEG.stream(&reader)
    case .png: found = try? PNG.stream(&reader)
    case .jpeg2000: found = try? JPEG2000.stream(&reader)
    case .tiff: found = try? TIFF.stream(&reader, at: offset)
    case .webp, .bmp, .pnm, .gif, .heif: found = nil
    }
    guard var stream = found, stream.ranges.allSatisfy({ $0.upperBound <= reader.size }) else { return nil }
    (stream.width, stream.height) = (width, height)
    if self != .tiff { stream.orientation = header.orientation }
    return stream
  }
}

extension JPEG {
  /// The whole file: of one or three components, which every PDF viewer decodes.
  static func stream(_ reader: inout ByteReader) throws(HeaderFault) -> PictureStream? {
    var offset: UInt64 = 2
    var resolution: PictureStream.Resolution?
    for _ in 0..<10_000 {
      // The decoder handles unusual bytes between segments.
      guard try reader.byte(at: offset) == 0xFF else { return nil }
      let marker = try reader.byte(at: offset + 1)
      if marker == 0xFF {
        offset += 1
        continue
      }
      let length = try reader.number(at: offset + 2, bytes: 2, .big)
      switch marker {
      case 0xE0 where reader.holds("JFIF\0", at: offset + 4):
        resolution = try density(&reader, at: offset + 11)
      case 0xC0...0xC2:
        let components = Int(try reader.byte(at: offset + 9))
        let names = try reader.bytes(at: offset + 10, count: max(1, components * 3 - 2))
        // Only these names mark plain red, green and blue, and not every decoder knows them.
        let isRGB = components == 3 && names[0] == UInt8(ascii: "R") && names[3] == UInt8(ascii: "G")
        guard try reader.byte(at: offset + 4) == 8, components == 1 || components == 3, !isRGB else { return nil }
        return PictureStream(
          coding: .jpeg, colours: components == 1 ? .gray : .rgb, bits: 8, resolution: resolution,
          ranges: [0..<reader.size])
      // Frames of other kinds, and pixels before a frame.
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xD8...0xDA: return nil
      default: break
      }
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }

  /// JFIF's unit (1: dots an inch, 2: dots a centimetre) and its two numbers.
  private static func density(
    _ reader: inout ByteReader, at offset: UInt64
  ) throws(HeaderFault) -> PictureStream.Resolution? {
    guard let factor = [1: 1, 2: 2.54][try reader.byte(at: offset)] else { return nil }
    return PictureStream.Resolution(
      x: Double(try reader.number(at: offset + 1, bytes: 2, .big)) * factor,
      y: Double(try reader.number(at: offset + 3, bytes: 2, .big)) * factor)
  }
}

extension PNG {
  /// The data chunks of a picture without transparency whose rows come in order.
  static func stream(_ reader: inout ByteReader) throws(HeaderFault) -> PictureStream? {
    let bits = Int(try reader.byte(at: 24))
    let kind = try reader.byte(at: 25)
    guard [1, 2, 4, 8, 16].contains(bits), try reader.byte(at: 28) == 0 else { return nil }
    var stream = PictureStream(coding: .filteredRows, colours: .gray, bits: bits, ranges: [])
    switch kind {
    case 0: break
    case 2 where bits >= 8: stream.colours = .rgb
    case 3 where bits <= 8: stream.colours = .palette([])
    default: return nil
    }
    var offset: UInt64 = 8
    for _ in 0..<1_000_000 {
      let length = try reader.number(at: offset, bytes: 4, .big)
      let name = String(decoding: try reader.bytes(at: offset + 4, count: 4), as: UTF8.self)
      let content = offset + 8
      switch name {
      case "IDAT": stream.ranges.append(content..<content + length)
      case "PLTE":
        guard length % 3 == 0, (3...768).contains(length) else { return nil }
        if kind == 3 { stream.colours = .palette(try reader.bytes(at: content, count: Int(length))) }
      case "tRNS": return nil
      case "pHYs":
        if length == 9, try reader.byte(at: content + 8) == 1 {
          // Dots a metre.
          stream.resolution = PictureStream.Resolution(
            x: Double(try reader.number(at: content, bytes: 4, .big)) * 0.0254,
            y: Double(try reader.number(at: content + 4, bytes: 4, .big)) * 0.0254)
        }
      case "IEND":
        return stream.ranges.isEmpty || stream.colours == .palette([]) ? nil : stream
      default: break
      }
      offset = content + length + 4
    }
    return nil
  }
}

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
