import CLeptonica

/// What a picture says of itself before anything is decoded.
struct PictureHeader {
  var width: Int
  var height: Int
  /// EXIF's orientation, 1 to 8; 1 also where there is none, or a broken one.
  var orientation = 1
  /// What shows that bytes are missing, told without decoding; nil where nothing does.
  var missing: String?
  /// Warnings that libjpeg will give about this header and that leave the pixels right.
  var harmlessWarnings = 0
  /// Whether scaling down while decoding saves no memory.
  var isWhole = false
  /// The bytes to decode, where these are fewer than all: the first frame of a moving GIF.
  var prefix: Int?

  /// Nil where the header cannot be read.
  init?(of bytes: UnsafeRawBufferPointer, format: PictureFormat, byteOffset: Int) {
    switch format {
    case .jpeg:
      guard let jpeg = JPEGHeader(bytes) else { return nil }
      self.init(width: jpeg.width, height: jpeg.height)
      orientation = jpeg.orientation
      harmlessWarnings = jpeg.harmlessWarnings
      isWhole = jpeg.isWhole
      if !jpeg.hasEnd { missing = "the end of the JPEG stream is not there" }
    case .png:
      let cursor = ByteCursor(bytes: bytes)
      guard cursor.matches("IHDR", at: 12), let width = cursor.number(16, size: 4),
        let height = cursor.number(20, size: 4)
      else { return nil }
      self.init(width: width, height: height)
      readChunks(of: cursor)
    case .tiff:
      guard let directory = TIFFDirectory(bytes, offset: byteOffset) else { return nil }
      self.init(width: directory.width, height: directory.height)
      missing = directory.missing
    case .gif:
      let cursor = ByteCursor(bytes: bytes, bigEndian: false)
      guard let gif = GIFHeader(cursor) else { return nil }
      self.init(width: gif.width, height: gif.height)
      prefix = gif.endOfFirstFrame
      if gif.endOfFirstFrame == nil { missing = "the first frame of the GIF does not end" }
    case .bmp:
      let cursor = ByteCursor(bytes: bytes, bigEndian: false)
      let isOld = cursor.number(14, size: 4) == 12
      guard let width = cursor.number(18, size: isOld ? 2 : 4),
        let height = cursor.number(isOld ? 20 : 22, size: isOld ? 2 : 4),
        let start = cursor.number(10, size: 4), let depth = cursor.number(isOld ? 24 : 28, size: 2)
      else { return nil }
      // A negative height means rows from the top down.
      self.init(width: width, height: Int(Int32(truncatingIfNeeded: height).magnitude))
      let isPlain = isOld || cursor.number(30, size: 4) == 0
      let (bits, isHuge) = width.multipliedReportingOverflow(by: depth)
      if isPlain, !isHuge, bits < 1 << 34, self.height < 1 << 24,
        (bits + 31) / 32 * 4 * self.height > bytes.count - start
      {
        missing = "the rows of the BMP go past the end of the file"
      }
    case .webp:
      // Leptonica's own reading of this header refuses files below 100 bytes.
      let cursor = ByteCursor(bytes: bytes, bigEndian: false)
      guard let size = Self.sizeOfWebP(cursor) else { return nil }
      self.init(width: size.width, height: size.height)
      readChunks(of: cursor)
    case .pnm:
      let read = Self.size { readHeaderMemPnm(bytes.bytes, bytes.count, $0, $1, nil, nil, nil, nil) }
      guard let size = read else { return nil }
      self.init(width: size.width, height: size.height)
    case .jpeg2000:
      let read = Self.size { readHeaderMemJp2k(bytes.bytes, bytes.count, $0, $1, nil, nil, nil) }
      guard let size = read else { return nil }
      self.init(width: size.width, height: size.height)
    }
  }

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  private static func size(
    _ read: (UnsafeMutablePointer<l_int32>, UnsafeMutablePointer<l_int32>) -> l_ok
  ) -> (width: Int, height: Int)? {
    var width: l_int32 = 0
    var height: l_int32 = 0
    return read(&width, &height) == 0 ? (Int(width), Int(height)) : nil
  }

  private static func sizeOfWebP(_ cursor: ByteCursor) -> (width: Int, height: Int)? {
    if cursor.matches("VP8X", at: 12), let low = cursor.number(24, size: 2), let high = cursor.byte(26),
      let lowHeight = cursor.number(27, size: 2), let highHeight = cursor.byte(29)
    {
      return (low + Int(high) << 16 + 1, lowHeight + Int(highHeight) << 16 + 1)
    }
    if cursor.matches("VP8L", at: 12), let bits = cursor.number(21, size: 4) {
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if cursor.matches("VP8 ", at: 12), let width = cursor.number(26, size: 2), let height = cursor.number(28, size: 2) {
      return (width & 0x3FFF, height & 0x3FFF)
    }
    return nil
  }

  /// Walks the chunks of a PNG (big-endian) or WebP (RIFF, little-endian) for EXIF and for the end.
  private mutating func readChunks(of cursor: ByteCursor) {
    let isPNG = cursor.bigEndian
    var offset = isPNG ? 8 : 12
    var ended = false
    while let length = cursor.number(offset + (isPNG ? 0 : 4), size: 4) {
      let name = offset + (isPNG ? 4 : 0)
      if cursor.matches("IEND", at: name) { ended = true }
      if cursor.matches("eXIf", at: name) || cursor.matches("EXIF", at: name),
        let exif = cursor.range(offset + 8, length)
      {
        orientation = EXIF.orientation(of: exif)
      }
      let next = offset + 8 + length + (isPNG ? 4 : length & 1)
      guard next > offset, next <= cursor.bytes.count else {
        if !isPNG && next - cursor.bytes.count > 1 { missing = "a chunk of the WebP goes past the end of the file" }
        break
      }
      offset = next
    }
    if isPNG && !ended { missing = "the end of the PNG is not there" }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as Leptonica wants them; it never writes to them.
  var bytes: UnsafePointer<l_uint8>? {
    baseAddress?.assumingMemoryBound(to: l_uint8.self)
  }
}
