import CGIF
import CLeptonica
import PictureFormats

/// Decodes one picture of a GIF, with the rows that are present if the file is cut; Leptonica decodes none of those.
struct GIFPicture {
  let frame: AnimationFrame
  let bytes: UnsafeRawBufferPointer

  private struct Input {
    let bytes: [UInt8]
    var place = 0
    var isAtBlocks = false
    /// Whether the next byte is the length of a block.
    var isAtLength = false
  }

  func decode() -> RawPicture? {
    guard bytes.count >= 13, let start = Int(exactly: frame.start) else { return nil }
    // The screen and its colours, and then this picture as if it were the first.
    let head = 13 + (bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1))
    let stop = min(frame.end.map { Int(clamping: $0) } ?? bytes.count, bytes.count)
    guard head <= start, start <= stop else { return nil }
    var input = Input(bytes: Array(bytes[..<head]) + bytes[start..<stop])
    return withUnsafeMutablePointer(to: &input) { input in
      let gif = DGifOpen(
        input,
        { gif, target, count in
          guard let input = gif?.pointee.UserData?.assumingMemoryBound(to: Input.self) else { return 0 }
          let part = input.pointee.bytes[input.pointee.place...].prefix(Int(count))
          for (place, byte) in part.enumerated() { target?[place] = byte }
          input.pointee.place += part.count
          // A block that is cut has what is there of it: giflib reads only whole ones.
          if input.pointee.isAtLength, let length = target?.pointee {
            let left = UInt8(clamping: input.pointee.bytes.count - input.pointee.place)
            target?.pointee = min(length, left)
            input.pointee.isAtLength = min(length, left) == 0
          } else if input.pointee.isAtBlocks {
            input.pointee.isAtLength = true
          }
          return CInt(part.count)
        }, nil)
      defer { DGifCloseFile(gif, nil) }
      var kind = UNDEFINED_RECORD_TYPE
      guard let gif, DGifGetRecordType(gif, &kind) == GIF_OK, kind == IMAGE_DESC_RECORD_TYPE,
        DGifGetImageDesc(gif) == GIF_OK
      else { return nil }
      (input.pointee.isAtBlocks, input.pointee.isAtLength) = (true, true)
      return picture(gif)
    }
  }

  private func picture(_ gif: UnsafeMutablePointer<GifFileType>) -> RawPicture? {
    let image = gif.pointee.Image
    let (width, height) = (Int(image.Width), Int(image.Height))
    guard width == frame.width, height == frame.height, width > 0, height > 0,
      let pix = pixCreate(l_int32(width), l_int32(height), 8), let data = pixGetData(pix)
    else { return nil }
    let raw = RawPicture(pix)
    let words = Int(pixGetWpl(pix))
    let order =
      image.Interlace
      ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
      : Array(0..<height)
    var row = [UInt8](repeating: 0, count: width)
    var isRead = [Bool](repeating: false, count: height)
    for y in order {
      guard DGifGetLine(gif, &row, CInt(width)) == GIF_OK else { break }
      // The bytes of a word are in reverse order.
      data.withMemoryRebound(to: UInt8.self, capacity: 4 * words * height) { pixels in
        for x in 0..<width { pixels[4 * words * y + (x ^ 3)] = row[x] }
      }
      isRead[y] = true
    }
    let rows = isRead.count { $0 }
    guard rows == height || rows > 0 && frame.end == nil else { return nil }
    // In an interlaced picture missing rows repeat those above.
    for y in isRead.indices.dropFirst() where image.Interlace && !isRead[y] {
      (data + words * y).update(from: data + words * (y - 1), count: words)
    }
    setColours(image.ColorMap ?? gif.pointee.SColorMap, of: pix)
    return raw.noting(rows: image.Interlace ? height : rows, isCut: frame.end == nil)
  }

  private func setColours(_ colours: UnsafeMutablePointer<ColorMapObject>?, of pix: UnsafeMutablePointer<PIX>) {
    let map = pixcmapCreate(8)
    for index in 0..<256 {
      let isThere = index < colours.map { Int($0.pointee.ColorCount) } ?? 0
      let colour = isThere ? colours?.pointee.Colors[index] : nil
      pixcmapAddColor(map, l_int32(colour?.Red ?? 0), l_int32(colour?.Green ?? 0), l_int32(colour?.Blue ?? 0))
    }
    pixSetColormap(pix, map)
  }
}
