import CLeptonica
import PictureFormats
import Support

/// Decodes one page of a GIF: each picture by Leptonica, alone, and laid over those before it.
struct GIFDecoder {
  let bytes: UnsafeRawBufferPointer
  let maximumPixels: Int

  /// How many times the pixels of the largest page may be decoded for one page.
  private static let mostTimes = 4
  private static let white: UInt32 = 0xFFFF_FF00

  func decode(at offset: Int) throws(PictureError) -> UnsafeMutablePointer<PIX>? {
    let page: GIFPage
    do throws(HeaderFault) {
      var reader = ByteReader(memory: bytes)
      page = try GIFPage(&reader, at: UInt64(max(0, offset)))
    } catch {
      return nil
    }
    guard let own = page.layers.last else { return nil }
    if page.isPlain { return picture(own) }
    let pixels = page.layers.reduce(0) { $0 + $1.width * $1.height }
    guard pixels / Self.mostTimes <= maximumPixels else {
      throw .unsupported("a GIF with \(page.layers.count) frames upon each other, of \(pixels >> 20) million pixels")
    }
    guard let canvas = pixCreate(l_int32(clamping: page.width), l_int32(clamping: page.height), 32) else {
      throw .outOfMemory
    }
    // Released where a frame can't be decoded.
    var kept: UnsafeMutablePointer<PIX>? = canvas
    defer { pixDestroy(&kept) }
    pixSetAllArbitrary(canvas, Self.white)
    for (index, layer) in page.layers.enumerated() {
      if index < page.layers.count - 1, layer.disposal == .cleared {
        clear(layer, on: canvas)
      } else if !draw(layer, on: canvas) {
        return nil
      }
    }
    kept = nil
    return canvas
  }

  /// One picture as a file of its own; nil where it can't be decoded.
  private func picture(_ frame: GIFFrame) -> UnsafeMutablePointer<PIX>? {
    guard let end = frame.end, let stop = Int(exactly: end), let start = Int(exactly: frame.start), stop <= bytes.count,
      start < stop, let first = firstBlock, first <= start
    else { return nil }
    var file = Array(bytes[..<first])
    file += bytes[start..<stop]
    // The mark of the end, which some files lack.
    file.append(0x3B)
    return pixReadMemGif(file, file.count)
  }

  /// Behind the screen and its colours.
  private var firstBlock: Int? {
    guard bytes.count >= 13 else { return nil }
    let flags = Int(bytes[10])
    let end = 13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
    return end <= bytes.count ? end : nil
  }

  private func clear(_ frame: GIFFrame, on canvas: UnsafeMutablePointer<PIX>) {
    var box = boxCreate(
      l_int32(clamping: frame.left), l_int32(clamping: frame.top), l_int32(clamping: frame.width),
      l_int32(clamping: frame.height))
    defer { boxDestroy(&box) }
    pixSetInRectArbitrary(canvas, box, Self.white)
  }

  /// False where the picture can't be decoded.
  private func draw(_ frame: GIFFrame, on canvas: UnsafeMutablePointer<PIX>) -> Bool {
    var pix = picture(frame)
    defer { pixDestroy(&pix) }
    guard pix != nil else { return false }
    guard let colours = pixGetColormap(pix), let from = pixGetData(pix), let to = pixGetData(canvas)
    else { return false }
    let depth = UInt32(clamping: pixGetDepth(pix))
    guard [1, 2, 4, 8].contains(depth) else { return false }
    var palette: [UInt32] = []
    for index in 0..<max(0, pixcmapGetCount(colours)) {
      var (red, green, blue): (l_int32, l_int32, l_int32) = (0, 0, 0)
      pixcmapGetColor(colours, index, &red, &green, &blue)
      palette.append([red, green, blue].reduce(0) { $0 << 8 | UInt32(truncatingIfNeeded: $1 & 0xFF) } << 8)
    }
    let (fromWords, toWords) = (Int(pixGetWpl(pix)), Int(pixGetWpl(canvas)))
    let columns = min(frame.width, Int(pixGetWidth(pix)), Int(pixGetWidth(canvas)) - frame.left)
    let rows = min(frame.height, Int(pixGetHeight(pix)), Int(pixGetHeight(canvas)) - frame.top)
    guard columns > 0, rows > 0 else { return true }
    let perWord = 32 / Int(depth)
    let mask = (UInt32(1) << depth) - 1
    for row in 0..<rows {
      for column in 0..<columns {
        // The first pixel of a word is in its highest bits.
        let place = UInt32(perWord - 1 - column % perWord)
        let index = from[row * fromWords + column / perWord] >> (place * depth) & mask
        if index == frame.transparent.map(UInt32.init) || index >= palette.count { continue }
        to[(row + frame.top) * toWords + column + frame.left] = palette[Int(index)]
      }
    }
    return true
  }
}
