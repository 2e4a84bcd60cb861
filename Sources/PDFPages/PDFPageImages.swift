import Documents

struct PDFPageImages: Equatable {
  struct Image: Equatable {
    var width: Int
    var height: Int
    /// Its pixels for an inch of the page.
    var across: Double
    var down: Double
    /// Whether it can have any other colour than gray.
    var isColoured: Bool
    var area: Double { Double(width) / across * (Double(height) / down) }
  }

  var images: [Image]

  /// Reads a table of these columns: page, number, type, width, height, colour, components, bits, coding, interpolated,
  /// object (one word if it lies in the page, else two), pixels an inch across and down, size, ratio.
  init(_ answer: [UInt8]) {
    images = answer.split(separator: UInt8(ascii: "\n")).prefix(Self.most).compactMap { line in
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 12, ["image", "stencil"].contains(words[2]) else { return nil }
      let place = words[10] == "[inline]" ? 11 : 12
      guard words.count > place + 1, let width = Int(words[3]), let height = Int(words[4]),
        let across = Double(words[place]), let down = Double(words[place + 1]),
        Self.sides.contains(width), Self.sides.contains(height), across >= 1, down >= 1
      else { return nil }
      return Image(
        width: width, height: height, across: across, down: down,
        isColoured: words[2] == "image" && words[5] != "gray" && words[6] != "1")
    }
  }

  private static let most = 10_000
  private static let sides = 1...Int(Int32.max)

  /// The share of a page that they cover, 0 to 1; they may overlap.
  func share(of sheet: PageSheet) -> Double {
    let page = sheet.width / 72 * (sheet.height / 72)
    return page > 0 ? min(1, images.reduce(0) { $0 + $1.area } / page) : 0
  }

  /// The finest resolution of an image that is no mere mark on the page, in pixels an inch; nil for none.
  func resolution(on sheet: PageSheet) -> Double? {
    let page = sheet.width / 72 * (sheet.height / 72)
    return images.filter { $0.area > page * 0.01 }.map { max($0.across, $0.down) }.max()
  }

  /// The one image that covers a whole page; nil if there are others, or none does.
  func onlyImage(on sheet: PageSheet) -> Image? {
    images.count == 1 && share(of: sheet) > 0.97 ? images[0] : nil
  }
}
