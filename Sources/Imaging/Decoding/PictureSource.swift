import CLeptonica
import CTIFF
import PictureFormats
import Support

/// The bytes of one page and how to read them.
struct PictureSource {
  let bytes: UnsafeRawBufferPointer
  let byteOffset: Int
  let header: PictureHeader
  let reduction: Int
  let maximumPixels: Int

  func read(_ format: PictureFormat) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    let pix: UnsafeMutablePointer<PIX>?
    switch format {
    case .jpeg: pix = try readJPEG()
    case .tiff: pix = try readTIFF()
    case .gif: pix = try GIFDecoder(bytes: bytes, maximumPixels: maximumPixels).decode(at: byteOffset)
    case .png: pix = pixReadMemPng(bytes.bytes, bytes.count)
    case .webp: pix = pixReadMemWebP(bytes.bytes, bytes.count)
    case .bmp: pix = try readBMP()
    case .pnm: pix = readPNM()
    case .jpeg2000: pix = pixReadMemJp2k(bytes.bytes, bytes.count, 1, nil, 0, 0)
    case .heif: pix = try readHEIF()
    }
    guard let pix else {
      if let rarity = header.rarity { throw .unsupported(rarity) }
      throw .damaged("its pixels cannot be decoded")
    }
    return pix
  }

  /// libjpeg fills what is missing with gray and only counts a warning: a picture with one is not a good page.
  private func readJPEG() throws(PictureError) -> UnsafeMutablePointer<PIX>? {
    var warnings: l_int32 = 0
    // Harmless warnings must not end the decoding.
    let hint = l_int32(L_JPEG_CONTINUE_WITH_BAD_DATA)
    var pix = pixReadMemJpeg(bytes.bytes, bytes.count, 0, l_int32(reduction), &warnings, hint)
    if pix != nil, Int(warnings) > header.harmlessWarnings {
      pixDestroy(&pix)
      throw Self.broken(in: Int(warnings) - header.harmlessWarnings)
    }
    return pix
  }

  /// libtiff goes on behind broken data and only tells of it.
  private func readTIFF() throws(PictureError) -> UnsafeMutablePointer<PIX>? {
    if header.rarity != nil { return try readRareTIFF() }
    var offset = byteOffset
    hanscan_tiff_listen()
    var pix = pixReadMemFromMultipageTiff(bytes.bytes, bytes.count, &offset)
    let damage = Int(hanscan_tiff_damage())
    if pix != nil, damage > 0 {
      pixDestroy(&pix)
      throw Self.broken(in: damage)
    }
    return pix
  }

  /// Kinds that Leptonica does not read, or takes for blank pages: tiles, planes apart, numbers of 32 bits and others.
  private func readRareTIFF() throws(PictureError) -> UnsafeMutablePointer<PIX>? {
    hanscan_tiff_listen()
    var page = hanscan_tiff_page()
    defer { hanscan_tiff_close(&page) }
    guard let start = bytes.baseAddress else { return nil }
    try check(hanscan_tiff_open(&page, start, bytes.count, UInt64(max(0, byteOffset))))
    guard Int(page.width) == header.width, Int(page.height) == header.height else { return nil }
    guard let pix = pixCreateNoInit(l_int32(clamping: page.width), l_int32(clamping: page.height), 32) else {
      throw .outOfMemory
    }
    // Released where the page can't be decoded.
    var kept: UnsafeMutablePointer<PIX>? = pix
    defer { pixDestroy(&kept) }
    guard let words = pixGetData(pix), pixGetWpl(pix) == l_int32(clamping: page.width) else { return nil }
    try check(hanscan_tiff_pixels(&page, words))
    let damage = Int(hanscan_tiff_damage())
    if damage > 0 { throw Self.broken(in: damage) }
    pixSetSpp(pix, 4)
    // 0 is COLOR_RED; in gray the three are alike.
    guard page.is_gray == 0 else {
      guard let gray = pixGetRGBComponent(pix, 0) else { throw .outOfMemory }
      return try upright(gray, page)
    }
    kept = nil
    return try upright(pix, page)
  }

  private func upright(
    _ pix: UnsafeMutablePointer<PIX>, _ page: hanscan_tiff_page
  ) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    guard let upright = Picture.upright(consuming: pix, orientation: Int(page.orientation)) else { throw .outOfMemory }
    return upright
  }

  private func check(_ result: hanscan_tiff_result) throws(PictureError) {
    switch result {
    case HANSCAN_TIFF_READ: return
    case HANSCAN_TIFF_NO_MEMORY: throw .outOfMemory
    case HANSCAN_TIFF_UNKNOWN: throw .unsupported(header.rarity ?? "a TIFF of a rare kind")
    default: throw .damaged("its pixels cannot be decoded (\(header.rarity ?? "a TIFF"))")
    }
  }

  private static func broken(in places: Int) -> PictureError {
    .damaged("its compressed data is broken in \(places == 1 ? "one place" : "\(places) places")")
  }

  private func readHEIF() throws(PictureError) -> UnsafeMutablePointer<PIX>? {
    do throws(PictureError) {
      return try HEIFDecoder.decode(bytes, maximumPixels: maximumPixels)
    } catch {
      // What libheif does not know it takes for missing.
      if case .damaged = error, header.rarity != nil { return nil }
      throw error
    }
  }

  /// Leptonica reads the headers of today's Windows alone.
  private func readBMP() throws(PictureError) -> UnsafeMutablePointer<PIX>? {
    do throws(HeaderFault) {
      if header.rarity == nil, let packed = try PackedBitmap(bytes, width: header.width, height: header.height) {
        let plain = try packed.plain()
        return pixReadMemBmp(plain, plain.count)
      }
    } catch {
      throw .truncated("its rows of pixels end too early, or lie where they can't")
    }
    // What is compressed, or contradicts itself, is left to Leptonica.
    guard header.rarity == nil, let plain = try? RewrittenPicture.bitmap(bytes) else {
      return pixReadMemBmp(bytes.bytes, bytes.count)
    }
    return pixReadMemBmp(plain, plain.count)
  }

  /// Leptonica reads no plain bitmap without blanks between its digits, and no PAM with the line ends of DOS.
  private func readPNM() -> UnsafeMutablePointer<PIX>? {
    guard let start = header.pixels.map({ Int(clamping: $0) }), start <= bytes.count else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "5") where isOfBytes(before: start): return readBytes(from: start, samples: 1)
    case UInt8(ascii: "6") where isOfBytes(before: start): return readBytes(from: start, samples: 3)
    case UInt8(ascii: "1"):
      let packed = RewrittenPicture.packed(bytes, from: start, width: header.width, height: header.height)
      return packed.flatMap { pixReadMemPnm($0, $0.count) }
    case UInt8(ascii: "7") where bytes[..<start].contains(0x0D):
      let plain = bytes[..<start].filter { $0 != 0x0D } + bytes[start...]
      return pixReadMemPnm(plain, plain.count)
    default:
      return pixReadMemPnm(bytes.bytes, bytes.count)
    }
  }

  /// Whether white is 255: that is the header's last number, before one white space.
  private func isOfBytes(before start: Int) -> Bool {
    let last = bytes[..<start].suffix(5)
    return last.dropFirst().dropLast().elementsEqual("255".utf8) && last.first.map { $0 <= 0x20 } ?? false
  }

  /// Copies gray or coloured pixels of a byte a sample.
  ///
  /// Leptonica asks its stream for each byte by itself, which took a fifth of the time of a PDF page with text of its own.
  private func readBytes(from start: Int, samples: Int) -> UnsafeMutablePointer<PIX>? {
    let (width, height) = (header.width, header.height)
    guard let pix = pixCreateNoInit(l_int32(clamping: width), l_int32(clamping: height), samples == 1 ? 8 : 32) else {
      return nil
    }
    var kept: UnsafeMutablePointer<PIX>? = pix
    guard let words = pixGetData(pix), (bytes.count - start) / samples / max(1, width) >= height else {
      pixDestroy(&kept)
      return nil
    }
    let wordsOfRow = Int(pixGetWpl(pix))
    for y in 0..<height {
      let row = UnsafeRawBufferPointer(rebasing: bytes[(start + y * width * samples)...].prefix(width * samples))
      let line = UnsafeMutableBufferPointer(start: words + y * wordsOfRow, count: wordsOfRow)
      if samples == 1 {
        // Four pixels a word, the first in its highest byte.
        for index in 0..<wordsOfRow {
          let four = (0..<4).reduce(0 as UInt32) { sum, part in
            let x = index * 4 + part
            return sum << 8 | (x < width ? UInt32(row[x]) : 0)
          }
          line[index] = four
        }
      } else {
        for x in 0..<width {
          line[x] = UInt32(row[x * 3]) << 24 | UInt32(row[x * 3 + 1]) << 16 | UInt32(row[x * 3 + 2]) << 8
        }
      }
    }
    return pix
  }
}

extension PictureHeader {
  // In pixels, before any orientation is applied.
  var width: Int { Int(clamping: size.width) }
  var height: Int { Int(clamping: size.height) }
}

extension UnsafeRawBufferPointer {
  /// The bytes as Leptonica wants them; it never writes to them.
  fileprivate var bytes: UnsafePointer<l_uint8>? {
    baseAddress?.assumingMemoryBound(to: l_uint8.self)
  }
}
