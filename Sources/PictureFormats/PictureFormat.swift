/// A picture format that HanScan decodes, identified by a file's first bytes and never by its name.
///
/// A new format is a case here, which the compiler then requires a parser (below) and a decoder (`PictureDecoder`) for,
/// and a file beside this one. The store and the worker's protocol use its raw value.
package enum PictureFormat: String, Codable, Hashable, Sendable, CaseIterable {
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

  /// Endings of such files' names, in small letters; the bytes alone identify a file.
  package var endings: [String] { parser.endings }

  /// The largest divisor for the sides of a picture with too many pixels.
  package var largestReduction: Int { [.jpeg, .png, .heif].contains(self) ? 8 : 1 }

  /// The pages of a file of this format with their sizes; `maximum` at most.
  package func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    parser.pages(&reader, maximum: maximum)
  }

  /// The frame of an animation for the page at an offset; nil for formats and files with still pictures.
  package func animation(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> AnimationPage? {
    try parser.page(&reader, at: offset)
  }

  /// The whole header of the page at an offset (that of its directory in a TIFF, else 0).
  package func header(_ reader: inout ByteReader, at offset: UInt64 = 0) throws(HeaderFault) -> PictureHeader {
    try parser.header(&reader, at: offset)
  }
}

/// A parser of a format's headers; it decodes no pictures.
protocol PictureFormatParser {
  /// Endings of such files' names, without the dot and in small letters.
  static var endings: [String] { get }

  /// The likelihood of this format, by the first bytes.
  static func recognise(_ start: FileStart) -> Likelihood

  /// The size of the only page, from as few bytes as possible.
  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize

  /// Size, orientation, and evidence of missing bytes, for which the whole file may be read.
  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader

  /// A walk over the pictures of an animation; nil for formats and files with still pictures.
  static func walk(_ reader: inout ByteReader) throws(HeaderFault) -> (any AnimationWalk)?

  /// The pages in order, `maximum` at most; those of an animation, or one, by default.
  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList
}

extension PictureFormatParser {
  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize { try header(&reader, at: 0).size }

  static func walk(_ reader: inout ByteReader) throws(HeaderFault) -> (any AnimationWalk)? { nil }

  /// The frame of an animation for the page at an offset; nil without a walk.
  static func page(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> AnimationPage? {
    guard var walk = try walk(&reader) else { return nil }
    return try AnimationPage(of: &walk, &reader, at: offset)
  }

  static func pages(_ reader: inout ByteReader, maximum: Int) -> PictureList {
    PictureList { list throws(HeaderFault) in
      if var walk = try walk(&reader) {
        try walk.addPages(to: &list, maximum: maximum, &reader)
      } else {
        list.pages = [PictureList.Page(offset: 0, content: .success(try size(&reader)))]
      }
    }
  }
}

/// The likelihood of a format, by the first bytes.
enum Likelihood {
  case no
  /// Files of other kinds begin so too, and those are tried first.
  case likely
  case certain
}
