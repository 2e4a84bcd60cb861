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
  /// What is unusual about it, so that a decoder which gives up may be right; nil for what any scanner writes.
  var rarity: String?
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
      rarity = jpeg.rarity
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
      rarity = directory.rarity
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
      let compression = isOld ? 0 : cursor.number(30, size: 4)
      let isPlain = compression == 0
      if !isPlain { rarity = "a BMP that is compressed, or has bits of colour in a layout of its own" }
      if ![1, 4, 8, 24, 32].contains(depth) { rarity = "a BMP of \(depth) bits a pixel" }
      let (bits, isHuge) = width.multipliedReportingOverflow(by: depth)
      if isPlain, !isHuge, bits < 1 << 34, self.height < 1 << 24,
        (bits + 31) / 32 * 4 * self.height > bytes.count - start
      {
        missing = "the rows of the BMP go past the end of the file"
      }
      if compression == nil { missing = "the header of the BMP goes past the end of the file" }
    case .webp:
      // Leptonica's own reading of this header refuses files below 100 bytes.
      let cursor = ByteCursor(bytes: bytes, bigEndian: false)
      guard let size = Self.sizeOfWebP(cursor) else { return nil }
      self.init(width: size.width, height: size.height)
      readChunks(of: cursor)
    case .pnm:
      var (width, height, bits, kind, samples): (l_int32, l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0, 0)
      guard readHeaderMemPnm(bytes.bytes, bytes.count, &width, &height, nil, &kind, &bits, &samples) == 0 else {
        return nil
      }
      self.init(width: Int(width), height: Int(height))
      // From kind 4 on the pixels are not written as numerals; a header comes before them.
      let row = (Int(width) * Int(bits) * Int(samples) + 7) / 8
      if kind >= 4, row.multipliedReportingOverflow(by: Int(height)).partialValue > bytes.count {
        missing = "the rows of the PNM go past the end of the file"
      }
    case .jpeg2000:
      // Leptonica's own reading looks for the header in one place, where not all programs write it.
      guard let size = Self.sizeOfJPEG2000(ByteCursor(bytes: bytes)) else { return nil }
      self.init(width: size.width, height: size.height)
    }
  }

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  private static func sizeOfJPEG2000(_ cursor: ByteCursor) -> (width: Int, height: Int)? {
    // A codestream alone begins with its size: the reference grid less its offset.
    if cursor.number(0, size: 2) == 0xFF4F {
      guard let right = cursor.number(8, size: 4), let bottom = cursor.number(12, size: 4),
        let left = cursor.number(16, size: 4), let top = cursor.number(20, size: 4), left <= right, top <= bottom
      else { return nil }
      return (right - left, bottom - top)
    }
    var offset = 0
    while let length = cursor.number(offset, size: 4) {
      // The header's box is the first within that of all headers.
      if cursor.matches("jp2h", at: offset + 4) {
        guard cursor.matches("ihdr", at: offset + 12), let height = cursor.number(offset + 16, size: 4),
          let width = cursor.number(offset + 20, size: 4)
        else { return nil }
        return (width, height)
      }
      guard length >= 8 else { return nil }
      offset += length
    }
    return nil
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
