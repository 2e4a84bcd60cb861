import PictureFormats

/// A picture as an object of a PDF: its bytes as they are in the file, with what says how to decode them.
enum PDFImage {
  static func add(_ picture: PagePicture, to pdf: inout PDFFile) throws -> PDFFile.Reference {
    let stream = picture.stream
    let dictionary =
      "/Type/XObject/Subtype/Image/Width \(stream.width)/Height \(stream.height)/BitsPerComponent \(stream.bits)"
      + "/ColorSpace\(space(of: stream.colours))" + filter(of: stream)
    return try pdf.add(streamOf: Int(clamping: stream.count), dictionary) { file in
      try picture.forEachPiece { try file.append($0) }
    }
  }

  private static func space(of colours: PictureStream.Colours) -> String {
    switch colours {
    case .gray: return "/DeviceGray"
    case .rgb: return "/DeviceRGB"
    case .palette(let entries):
      let digits = stride(from: 0, to: entries.count - entries.count % 3, by: 3).map { place in
        entries[place..<place + 3].map { String(PDFFile.hexadecimal(Int($0)).suffix(2)) }.joined()
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
