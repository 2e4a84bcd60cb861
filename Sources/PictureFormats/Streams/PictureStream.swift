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
    let factor: Double
    switch try reader.byte(at: offset) {
    case 1: factor = 1
    case 2: factor = 2.54
    default: return nil
    }
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
