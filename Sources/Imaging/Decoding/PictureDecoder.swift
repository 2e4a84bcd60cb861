import CLeptonica
import Glibc
package import PictureFormats
import Support

extension Picture {
  package struct DecodingOptions: Hashable, Sendable {
    /// A JPEG of more pixels is read at half its size first, and decoded whole if its print is small.
    package static let largestWholePage = 16_000_000

    /// The decoder scales a larger JPEG, PNG or HEIC down by 2, 4 or 8, and refuses other formats.
    package var maximumPixels = 100_000_000
    /// 1, or 2 to halve width and height, the last attempt at a page that is too large.
    package var reduction = 1
    /// A JPEG of more pixels is first decoded at half its size; `Picture.atFullSize` decodes it again.
    package var largestWhole = Int.max

    package init(maximumPixels: Int = 100_000_000, reduction: Int = 1, largestWhole: Int = .max) {
      self.maximumPixels = maximumPixels
      self.reduction = reduction
      self.largestWhole = largestWhole
    }

    /// Whether to decode a picture at half its size first, if its format can.
    fileprivate func halves(width: Int, height: Int) -> Bool {
      reduction == 1 && width * height > largestWhole && width * height <= max(1, maximumPixels)
    }
  }

  /// Decodes one page from an open file; the descriptor stays open and its position is not used.
  ///
  /// `byteOffset` is that of a TIFF page's directory; 0 means the first. No other page is decoded. If the options allow
  /// half size for a large picture, the caller keeps the descriptor open until the whole picture is no longer needed.
  package static func decode(
    descriptor: CInt, format: PictureFormat? = nil, byteOffset: Int = 0, options: DecodingOptions = .init()
  ) throws(PictureError) -> Picture {
    let file: FileBytes
    do throws(SystemError) { file = try FileBytes(descriptor: descriptor) } catch {
      throw error.number == ENOMEM ? .outOfMemory : .unreadable(error.number)
    }
    let picture = try file.withBytes { bytes throws(PictureError) in
      guard !bytes.isEmpty else { throw .truncated("the file is empty") }
      return try decode(bytes, format: format, byteOffset: byteOffset, options: options)
    }
    if options.halves(width: picture.originalWidth, height: picture.originalHeight), picture.originalScale > 1 {
      var whole = options
      whole.largestWhole = .max
      picture.atFullSize = { [whole] () throws(PictureError) in
        try decode(descriptor: descriptor, format: format, byteOffset: byteOffset, options: whole)
      }
    }
    return picture
  }

  package static func decode(
    _ bytes: [UInt8], format: PictureFormat? = nil, byteOffset: Int = 0, options: DecodingOptions = .init()
  ) throws(PictureError) -> Picture {
    try bytes.withBytes { raw throws(PictureError) in
      try decode(raw, format: format, byteOffset: byteOffset, options: options)
    }
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, format: PictureFormat?, byteOffset: Int, options: DecodingOptions
  ) throws(PictureError) -> Picture {
    // An error becomes a `PictureError`, and no line on standard error.
    setMsgSeverity(l_int32(L_SEVERITY_NONE))
    guard let format = format ?? FileKind(FileStart(bytes)).format else {
      throw .unsupported("its first bytes are of no picture format that is known here")
    }
    let header = try header(of: bytes, format: format, byteOffset: byteOffset)
    guard header.width > 0, header.height > 0 else { throw .zeroSize }
    let reduction = try reductionWhileDecoding(header, format: format, options: options)
    let source = PictureSource(
      format: format, bytes: bytes, byteOffset: byteOffset, header: header, reduction: reduction,
      maximumPixels: options.maximumPixels)
    let raw = try source.read()
    let plain = try normalised(consuming: raw.release())
    if let missing = raw.missingRows { whiten(missing, of: plain) }
    let bytes = 4 * Int(pixGetWidth(plain)) * Int(pixGetHeight(plain))
    let rest = max(1, options.reduction / reduction)
    guard let reduced = rest > 1 ? shrunk(consuming: plain, by: rest) : plain,
      let upright = upright(consuming: reduced, orientation: header.orientation)
    else { throw .refused(bytes: bytes) }
    let isSideways = header.orientation > 4
    var size = isSideways ? (header.height, header.width) : (header.width, header.height)
    // Leptonica has applied a TIFF's own orientation, which may have swapped the sides.
    if format == .tiff, (pixGetWidth(upright) > pixGetHeight(upright)) != (size.0 > size.1) { swap(&size.0, &size.1) }
    if let whole = raw.originalSize { size = whole }
    let picture = Picture(owning: upright, originalWidth: size.0, originalHeight: size.1)
    picture.lossyBytes = header.lossyBytes
    picture.warnings = raw.warnings
    return picture
  }

  private static func header(
    of bytes: UnsafeRawBufferPointer, format: PictureFormat, byteOffset: Int
  ) throws(PictureError) -> PictureHeader {
    do throws(HeaderFault) {
      var reader = ByteReader(memory: bytes)
      return try format.header(&reader, at: UInt64(max(0, byteOffset)))
    } catch {
      switch error {
      case .truncated: throw .truncated("the file ends within its header")
      case .damaged(let what): throw .damaged(what)
      case .unsupported(let what): throw .unsupported(what)
      case .unreadable(let number): throw .unreadable(number)
      }
    }
  }

  private static func reductionWhileDecoding(
    _ header: PictureHeader, format: PictureFormat, options: DecodingOptions
  ) throws(PictureError) -> Int {
    let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
    let limit = max(1, options.maximumPixels)
    let isHalved = !overflow && options.halves(width: header.width, height: header.height) && !header.size.isWhole
    // Other decoders scale a picture down only if it has too many pixels.
    var reduction = format == .jpeg && (options.reduction == 2 || isHalved) ? 2 : 1
    let largest = header.size.isWhole ? 1 : format.largestReduction
    while reduction < largest, pixels / (reduction * reduction) > limit { reduction *= 2 }
    if overflow || pixels / (reduction * reduction) > limit {
      throw .tooManyPixels(width: header.width, height: header.height, limit: limit)
    }
    return reduction
  }

  static func whiten(_ rows: Range<Int>, of pix: UnsafeMutablePointer<PIX>) {
    let words = Int(pixGetWpl(pix))
    guard let data = pixGetData(pix) else { return }
    (data + rows.lowerBound * words).update(repeating: .max, count: rows.count * words)
  }

  private static func shrunk(
    consuming pix: UnsafeMutablePointer<PIX>, by factor: Int
  ) -> UnsafeMutablePointer<PIX>? {
    var source: UnsafeMutablePointer<PIX>? = pix
    defer { pixDestroy(&source) }
    return pixScaleAreaMap(pix, 1 / l_float32(factor), 1 / l_float32(factor))
  }

  /// Undoes an EXIF orientation; consumes its argument, also on failure.
  static func upright(
    consuming pix: UnsafeMutablePointer<PIX>, orientation: Int
  ) -> UnsafeMutablePointer<PIX>? {
    // Stored mirrored, then rotated: 5 to 8 have their sides changed.
    switch orientation {
    case 2, 5, 7: pixFlipLR(pix, pix)
    case 4: pixFlipTB(pix, pix)
    case 3: pixRotate180(pix, pix)
    default: break
    }
    return orientation > 4 ? turned(consuming: pix, clockwise: orientation == 6 || orientation == 7) : pix
  }
}
