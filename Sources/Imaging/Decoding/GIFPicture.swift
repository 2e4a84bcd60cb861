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
    guard width == frame.width, height == frame.height, width > 0, height > 0 else { return nil }
    let order =
      image.Interlace
      ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
      : Array(0..<height)
    var numbers = GrayImage(width: width, height: height, filledWith: 0)
    var row = [UInt8](repeating: 0, count: width)
    var isRead = [Bool](repeating: false, count: height)
    for y in order {
      guard DGifGetLine(gif, &row, CInt(width)) == GIF_OK else { break }
      numbers.pixels.replaceSubrange(y * width..<(y + 1) * width, with: row)
      isRead[y] = true
    }
    let rows = isRead.count { $0 }
    guard rows == height || rows > 0 && frame.end == nil else { return nil }
    // In an interlaced picture missing rows repeat those above.
    for y in isRead.indices.dropFirst() where image.Interlace && !isRead[y] {
      for x in y * width..<(y + 1) * width { numbers.pixels[x] = numbers.pixels[x - width] }
    }
    guard let pix = numbers.makePix() else { return nil }
    let colours = (image.ColorMap ?? gif.pointee.SColorMap)?.pointee
    let known = UnsafeMutableBufferPointer(start: colours?.Colors, count: Int(colours?.ColorCount ?? 0))
    let map = pixcmapCreate(8)
    for number in 0..<256 {
      let colour = number < known.count ? known[number] : GifColorType()
      pixcmapAddColor(map, l_int32(colour.Red), l_int32(colour.Green), l_int32(colour.Blue))
    }
    pixSetColormap(pix, map)
    return RawPicture(pix).noting(rows: image.Interlace ? height : rows, isCut: frame.end == nil)
  }
}
