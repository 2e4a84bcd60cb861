import CZbar
package import PageModel

/// Finds and decodes the bar codes and QR codes on a page's picture with zbar.
package enum BarcodeFinder {
  /// A longer side is reduced to less than this, in pixels: the bars of such a large photo are blurred.
  private static let longestSide = 2600
  /// The least side, in pixels, of a second scan at half size, for codes broken up by grain or dots
  /// (`Measurements.md`).
  private static let leastHalf = 400
  /// The distance of scanned rows: a bar code is higher than several, and a QR code's corner must hold three
  /// (`Measurements.md`).
  private static func step(_ side: Int, isWhole: Bool) -> Int {
    max(2, isWhole ? (side - 1000) / 180 : side / 500)
  }

  /// The codes on a picture from top to bottom, in pixels of the original.
  package static func barcodes(on picture: Picture, within areas: [Box]? = nil) -> [Barcode] {
    let factor = max(1, (max(picture.width, picture.height) + longestSide - 1) / longestSide)
    let scale = picture.originalScale * Double(factor)
    let (width, height) = (max(picture.width / factor, 1), max(picture.height / factor, 1))
    var found: [Barcode] = []
    func look(_ gray: GrayImage, x: Int, y: Int, scale: Double, isWhole: Bool) {
      let scanner = CodeScanner(step: step(max(gray.width, gray.height), isWhole: isWhole))
      for code in scanner?.scan(gray, x: x, y: y, scale: scale) ?? []
      where !found.contains(where: { $0.format == code.format && $0.text == code.text && $0.box.isNear(code.box) }) {
        found.append(code)
      }
    }
    for part in parts(areas?.map { $0.scaled(by: 1 / scale) }, width: width, height: height) {
      let gray = GrayImage(greenOf: picture, reducedBy: factor, part: part)
      look(gray, x: part.x, y: part.y, scale: scale, isWhole: true)
    }
    if max(width, height) >= 2 * leastHalf {
      let half = GrayImage(greenOf: picture, reducedBy: 2 * factor)
      look(half, x: 0, y: 0, scale: 2 * scale, isWhole: false)
    }
    found.sort { ($0.box.y, $0.box.x, $0.text) < ($1.box.y, $1.box.x, $1.text) }
    return Array(found.prefix(PageSignals.barcodesAtMost))
  }

  /// Areas as far as they lie on the picture, overlapping ones joined.
  private static func parts(_ areas: [Box]?, width: Int, height: Int) -> [Box] {
    let whole = Box(x: 0, y: 0, width: width, height: height)
    guard let areas else { return [whole] }
    var parts: [Box] = []
    for area in areas {
      let (columns, rows) = (area.columns(within: width), area.rows(within: height))
      guard !columns.isEmpty, !rows.isEmpty else { continue }
      var part = Box(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
      while let other = parts.firstIndex(where: { $0.share(with: part) > 0 }) {
        part = part.union(parts.remove(at: other))
      }
      parts.append(part)
    }
    return parts
  }
}

extension Box {
  /// Whether two boxes can be of one code, because some codes are known by one end only.
  fileprivate func isNear(_ other: Box) -> Bool {
    let both = union(other)
    return max(both.width, both.height) <= max(width, height, other.width, other.height) * 3 / 2 + 40
  }
}

private struct CodeScanner: ~Copyable {
  private let scanner: OpaquePointer

  /// The codes on receipts; short codes of other kinds are also seen in text.
  private static let formats: [(type: zbar_symbol_type_t, format: Barcode.Format)] = [
    (ZBAR_EAN13, .ean13), (ZBAR_CODE128, .code128), (ZBAR_CODE39, .code39), (ZBAR_I25, .itf), (ZBAR_QRCODE, .qr),
  ]
  /// Interleaved 2 of 5 has no check digit and a few of its digits look like text; receipts have 16 to 24.
  private static let leastDigits: Int32 = 12
  /// `Y800` in zbar's notation: gray, a byte for each pixel.
  private static let gray: UInt = 0x3030_3859

  /// - Parameter step: The distance of scanned rows and columns; nil without memory.
  init?(step: Int) {
    guard let scanner = zbar_image_scanner_create() else { return nil }
    self.scanner = scanner
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for (type, _) in Self.formats { zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_ENABLE, 1) }
    zbar_image_scanner_set_config(scanner, ZBAR_I25, ZBAR_CFG_MIN_LEN, Self.leastDigits)
    // Guessing encodings loads tables, which a sandboxed worker can't.
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, Int32(clamping: step))
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, Int32(clamping: step))
  }

  deinit { zbar_image_scanner_destroy(scanner) }

  /// The codes on a part of a picture.
  func scan(_ image: GrayImage, x: Int, y: Int, scale: Double) -> [Barcode] {
    guard let picture = zbar_image_create() else { return [] }
    defer { zbar_image_destroy(picture) }
    return image.pixels.withUnsafeBytes { pixels in
      zbar_image_set_format(picture, Self.gray)
      zbar_image_set_size(picture, UInt32(image.width), UInt32(image.height))
      zbar_image_set_data(picture, pixels.baseAddress, UInt(pixels.count), nil)
      guard zbar_scan_image(scanner, picture) > 0 else { return [] }
      var codes: [Barcode] = []
      var next = zbar_image_first_symbol(picture)
      while let symbol = next, codes.count < PageSignals.barcodesAtMost {
        let type = zbar_symbol_get_type(symbol)
        if let format = Self.formats.first(where: { $0.type == type })?.format, let text = Self.text(of: symbol),
          var box = Self.box(of: symbol, on: image)
        {
          (box.x, box.y) = (box.x + x, box.y + y)
          codes.append(Barcode(format: format, box: box.scaled(by: scale), text: text))
        }
        next = zbar_symbol_next(symbol)
      }
      return codes
    }
  }

  /// The text of a code; nil for invalid UTF-8 and for more bytes than any code has.
  private static func text(of symbol: OpaquePointer) -> String? {
    let count = Int(zbar_symbol_get_data_length(symbol))
    guard let data = zbar_symbol_get_data(symbol), (1...Barcode.bytesAtMost).contains(count),
      let text = String(validating: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self)
    else { return nil }
    let shown = printable(text)
    return shown.utf8.count <= Barcode.bytesAtMost ? shown : nil
  }

  /// Control characters as their pictures: a terminal must not obey a stranger's bar code.
  private static func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0..<0x20: Unicode.Scalar(UInt16(0x2400 + scalar.value)) ?? " "
      case 0x7F: "\u{2421}"
      case 0x80..<0xA0: "\u{FFFD}"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The box around zbar's points, in the image's pixels: the ends of a bar code at each scan, the corners of a QR
  /// code.
  private static func box(of symbol: OpaquePointer, on image: GrayImage) -> Box? {
    let count = zbar_symbol_get_loc_size(symbol)
    guard count > 0 else { return nil }
    let points = (0..<min(count, 10_000)).map { index in
      (
        x: min(max(Int(zbar_symbol_get_loc_x(symbol, index)), 0), image.width - 1),
        y: min(max(Int(zbar_symbol_get_loc_y(symbol, index)), 0), image.height - 1)
      )
    }
    var box = Box(around: points)
    (box.width, box.height) = (box.width + 1, box.height + 1)
    return box
  }
}
