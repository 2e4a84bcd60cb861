/// A picture format that HanScan decodes, told by a file's first bytes and never by its name.
///
/// A new one is a case here, which the compiler then asks to be parsed (below) and decoded (`PictureDecoder`), and a
/// file of its own beside this one. Its raw value is what the store and the worker's protocol call it.
public enum PictureFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case png, jpeg, tiff, webp, bmp, pnm, gif, jpeg2000, heif

  var parser: any PictureFormatParser.Type {
    switch self {
    case .png: PNG.self
    case .jpeg: JPEG.self
    case .tiff: TIFF.self
    case .webp: WebP.self
    case .bmp: BMP.self
    case .pnm: PNM.self
    case .gif: GIF.self
    case .jpeg2000: JPEG2000.self
    case .heif: HEIF.self
    }
  }

  /// How names of such files end, in small letters; the bytes alone say what a file is.
  package var endings: [String] { parser.endings }

  /// Whether the decoder can scale the picture down while it reads, so that a large one need not be refused.
  package var scalesWhileDecoding: Bool { parser.scalesWhileDecoding }

  /// By how much the sides of a picture with too many pixels are divided, at most.
  package var largestReduction: Int {
    switch self {
    case .jpeg, .png, .heif: 8
    case .tiff, .webp, .bmp, .pnm, .gif, .jpeg2000: 1
    }
  }

  /// The pages of a file of this format with their sizes; `maximum` at most.
  package func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    parser.pages(&reader, maximum: maximum)
  }

  /// The frame of an animation that the page at an offset shows; nil for formats and files that have still pictures.
  package func animation(
    _ reader: inout ByteReader, at offset: UInt64
  ) throws(HeaderFault) -> AnimationPage? {
    switch self {
    case .gif: try GIF.page(&reader, at: offset)
    case .webp: try WebP.page(&reader, at: offset)
    case .png, .jpeg, .tiff, .bmp, .pnm, .jpeg2000, .heif: nil
    }
  }

  /// A copy of a HEIF container without the references that libheif can't follow; nil if it can follow all.
  package static func plainHEIF(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? { HEIF.plain(bytes) }

  /// A copy of a TIFF that was cut, in which the pixels of the page at an offset end where the file does, and how many
  /// bytes of them are missing.
  package static func shortenedTIFF(
    _ bytes: UnsafeRawBufferPointer, at offset: UInt64
  ) throws(HeaderFault) -> (file: [UInt8], missing: UInt64) {
    try TIFF.shortened(bytes, at: offset)
  }

  /// All that the page at an offset (that of its directory in a TIFF, else 0) says of itself.
  package func header(_ reader: inout ByteReader, at offset: UInt64 = 0) throws(HeaderFault) -> PictureHeader {
    try parser.header(&reader, at: offset)
  }
}

/// What a file of HanScan's own format parsers has to say of its format; nothing of a picture is decoded here.
protocol PictureFormatParser {
  /// How names of such files end, without the dot and in small letters.
  static var endings: [String] { get }

  /// How sure it is, by the first bytes, that the file is of this format.
  static func recognise(_ start: FileStart) -> Likelihood

  /// What a file of this format is that no decoder for still pictures reads, as an animation; nil for all others.
  static func unsupportedVariant(_ start: FileStart) -> UnsupportedFormat?

  /// The size of the page at an offset, from as few bytes as tell it.
  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize

  /// Size, orientation, and what shows that bytes are missing: all of the file may be looked at for it.
  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader

  /// The pages in order, `maximum` at most; one, unless a format says otherwise.
  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList

  /// Whether its decoder scales down by 2, 4 or 8 while it reads.
  static var scalesWhileDecoding: Bool { get }
}

extension PictureFormatParser {
  static func unsupportedVariant(_ start: FileStart) -> UnsupportedFormat? { nil }

  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    PictureList { list throws(HeaderFault) in
      list.pages = [PictureList.Page(offset: 0, content: .success(try size(&reader, at: 0)))]
    }
  }

  static var scalesWhileDecoding: Bool { false }
}

/// How sure a format is of a file by its first bytes.
enum Likelihood {
  case no
  /// The bytes begin files of other kinds too, so that these are asked first.
  case likely
  case certain
}
