import CLeptonica
import PageModel
import PictureFormats

/// Pixels from a library, with the facts of their file; it releases them unless they were given away.
final class RawPicture {
  let pix: UnsafeMutablePointer<PIX>
  private var owned: UnsafeMutablePointer<PIX>?
  var warnings: [PictureWarning] = []
  /// Stored rows that the file has no bytes for.
  var missingRows: Range<Int>?
  /// The size of the picture as shown, if it differs from its header.
  var originalSize: (width: Int, height: Int)?
  init(_ pix: UnsafeMutablePointer<PIX>) { (self.pix, owned) = (pix, pix) }
  deinit { pixDestroy(&owned) }

  /// Pixels of 32 bits for a decoder to fill, all of them 0; nil without memory.
  convenience init?(width: Int, height: Int) {
    guard let pix = pixCreate(l_int32(clamping: width), l_int32(clamping: height), 32) else { return nil }
    self.init(pix)
  }

  /// Gives the pixels away: the caller releases them.
  func release() -> UnsafeMutablePointer<PIX> {
    owned = nil
    return pix
  }

  /// The first of its channels, which a gray picture has alone; nil without memory.
  func firstChannel() -> RawPicture? { pixGetRGBComponent(pix, 0).map { RawPicture($0) } }

  /// Notes that the rows from `rows` on are missing, and that the file is cut.
  func noting(rows: Int, isCut: Bool) -> RawPicture {
    if isCut { warnings = [.cutOff] }
    if rows < Int(pixGetHeight(pix)) { missingRows = rows..<Int(pixGetHeight(pix)) }
    return self
  }
}

/// The bytes of one page and how to read them.
struct PictureSource {
  let format: PictureFormat
  let bytes: UnsafeRawBufferPointer
  let byteOffset: Int
  let header: PictureHeader
  let reduction: Int
  let maximumPixels: Int

  func read() throws(PictureError) -> RawPicture {
    let page = try animation()
    let raw = if let page { try readAnimation(page) } else { try still() }
    guard let raw else {
      if let missing = header.missing { throw .truncated(missing) }
      if let rarity = header.rarity { throw .unsupported(rarity) }
      throw .damaged("its pixels cannot be decoded")
    }
    return raw
  }

  private func animation() throws(PictureError) -> AnimationPage? {
    var reader = ByteReader(memory: bytes)
    do throws(HeaderFault) { return try format.animation(&reader, at: UInt64(max(0, byteOffset))) } catch {
      throw .damaged("its pictures cannot be found")
    }
  }

  private func still() throws(PictureError) -> RawPicture? {
    switch format {
    case .jpeg: try readJPEG()
    case .tiff: try readTIFF()
    case .png: try readPNG()
    case .webp: try readWebP()
    case .bmp: try readBMP()
    case .jpeg2000: readJPEG2000()
    case _ where header.missing != nil: nil
    case .heif: try readHEIF()
    case .pnm: readPNM().map { RawPicture($0) }
    // A GIF is always an animation, of one picture or more.
    case .gif: nil
    }
  }

  static func broken(in places: Int) -> PictureError {
    .damaged(
      places == 1
        ? "its compressed data is broken in one place" : "its compressed data is broken in \(places) places")
  }

  /// Reads a PNM; Leptonica needs blanks between a plain bitmap's digits and Unix line ends in a PAM.
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

  /// Whether white is 255, the header's last number before one white space.
  private func isOfBytes(before start: Int) -> Bool {
    let last = bytes[..<start].suffix(5)
    return last.dropFirst().dropLast().elementsEqual("255".utf8) && last.first.map { $0 <= 0x20 } ?? false
  }

  /// Copies gray or coloured pixels of one byte a sample.
  private func readBytes(from start: Int, samples: Int) -> UnsafeMutablePointer<PIX>? {
    let (width, height) = (header.width, header.height)
    guard (bytes.count - start) / samples / max(1, width) >= height else { return nil }
    if samples == 1 {
      let pixels = Array(bytes[start...].prefix(width * height))
      return GrayImage(width: width, height: height, pixels: pixels).makePix()
    }
    guard let pix = pixCreateNoInit(l_int32(clamping: width), l_int32(clamping: height), 32),
      let words = pixGetData(pix)
    else { return nil }
    // Rows of 32-bit words have no padding.
    for index in 0..<width * height {
      let place = start + 3 * index
      words[index] = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
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
  var bytes: UnsafePointer<l_uint8>? {
    baseAddress?.assumingMemoryBound(to: l_uint8.self)
  }
}
