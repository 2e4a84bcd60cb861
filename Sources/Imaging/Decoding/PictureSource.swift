import CLeptonica
import CTIFFDamage
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
    case .gif: pix = readGIF()
    case .png: pix = pixReadMemPng(bytes.bytes, bytes.count)
    case .webp: pix = pixReadMemWebP(bytes.bytes, bytes.count)
    case .bmp: pix = readBMP()
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

  private func readGIF() -> UnsafeMutablePointer<PIX>? {
    guard let prefix = header.prefix, let end = Int(exactly: prefix), end <= bytes.count else {
      return pixReadMemGif(bytes.bytes, bytes.count)
    }
    let mark: UInt8 = 0x3B
    if end == bytes.count - 1, bytes[end] == mark { return pixReadMemGif(bytes.bytes, bytes.count) }
    // The first frame alone, and the byte that ends a GIF, which some files lack.
    var first = Array(bytes[..<end])
    first.append(mark)
    return pixReadMemGif(first, first.count)
  }

  /// Leptonica reads the headers of today's Windows alone.
  private func readBMP() -> UnsafeMutablePointer<PIX>? {
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
