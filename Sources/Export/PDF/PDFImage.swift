import PictureFormats
import Support

/// A picture as an object of a PDF: its bytes as they are in the file, with what says how to decode them.
enum PDFImage {
  static func add(_ picture: PagePicture, to pdf: inout PDFFile) throws -> PDFFile.Reference {
    let stream = picture.stream
    let dictionary =
      "/Type/XObject/Subtype/Image/Width \(stream.width)/Height \(stream.height)/BitsPerComponent \(stream.bits)"
      + "/ColorSpace\(space(of: stream.colours))"
    if stream.coding == .jpeg, let packed = try packed(picture) {
      return try pdf.add(stream: packed, dictionary + "/Filter[/FlateDecode/DCTDecode]", isCompressed: false)
    }
    return try pdf.add(streamOf: Int(clamping: stream.count), dictionary + filter(of: stream)) { file in
      try picture.forEachPiece { try file.append($0) }
    }
  }

  /// A JPEG is compressed once more if that saves a hundredth of it; the bytes within are as they were.
  ///
  /// Many scanners fill a file up or repeat codes: 20 % of twelve English scans, nothing of most photographs. The first
  /// `sample` bytes are tried first, so that few are compressed in vain.
  private static let leastSaved = 0.01
  private static let sample = 1 << 18
  /// A longer one stays as it is, because it would lie in memory as a whole.
  private static let longest: UInt64 = 64 << 20
  private static let level: CInt = 9

  /// The bytes of a picture's stream after another compression; nil if that saves too little.
  private static func packed(_ picture: PagePicture) throws -> [UInt8]? {
    guard let range = picture.stream.ranges.first, picture.stream.count <= longest else { return nil }
    let first = try picture.bytes(range.lowerBound, min(Int(range.upperBound - range.lowerBound), sample))
    guard let tried = Deflate.compressed(first, level: level), saves(tried.count, of: first.count) else { return nil }
    var bytes: [UInt8] = []
    try picture.forEachPiece { bytes += $0 }
    return Deflate.compressed(bytes, level: level).flatMap { saves($0.count, of: bytes.count) ? $0 : nil }
  }

  private static func saves(_ packed: Int, of count: Int) -> Bool {
    Double(packed) < Double(count) * (1 - leastSaved)
  }

  private static func space(of colours: PictureStream.Colours) -> String {
    switch colours {
    case .gray: return "/DeviceGray"
    case .rgb: return "/DeviceRGB"
    case .palette(let entries):
      let digits = entries.prefix(entries.count / 3 * 3).chunks(of: 3).map { colour in
        colour.map { String(PDFFile.hexadecimal(Int($0)).suffix(2)) }.joined()
      }
      return "[/Indexed/DeviceRGB \(max(0, digits.count - 1))<\(digits.joined())>]"
    }
  }

  private static func filter(of stream: PictureStream) -> String {
    switch stream.coding {
    case .jpeg: return "/Filter/DCTDecode"
    case .jpeg2000: return "/Filter/JPXDecode"
    case .filteredRows:
      return "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors \(stream.colours.samples)"
        + "/BitsPerComponent \(stream.bits)/Columns \(stream.width)>>"
    case .fax4(let isInverted):
      return "/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns \(stream.width)/Rows \(stream.height)"
        + "\(isInverted ? "/BlackIs1 true" : "")>>"
    }
  }
}
