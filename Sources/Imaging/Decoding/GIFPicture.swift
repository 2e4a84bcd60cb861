import CLeptonica
import PageModel
import PictureFormats

struct GIFPicture {
  let frame: AnimationFrame
  let bytes: UnsafeRawBufferPointer

  func decode() -> RawPicture? {
    guard bytes.count >= 13 else { return nil }
    let firstBlock = 13 + Self.tableSize(bytes[10])
    guard let start = Int(exactly: frame.start), firstBlock <= start, start + 11 < bytes.count else { return nil }
    guard let end = frame.end else { return decodeCut(from: start) }
    guard let stop = Int(exactly: end), stop <= bytes.count else { return nil }
    // Leptonica decodes it as a file of its own, with the end mark that some files lack.
    let file = Array(bytes[..<firstBlock]) + bytes[start..<stop] + [0x3B]
    return pixReadMemGif(file, file.count).map { RawPicture($0) }
  }

  /// Bytes of the colour table that the flags announce.
  private static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  /// Decodes the rows that are present; Leptonica decodes none of them.
  private func decodeCut(from start: Int) -> RawPicture? {
    let flags = bytes[start + 9]
    let table = start + 10 + Self.tableSize(flags)
    guard frame.width > 0, frame.height > 0, table < bytes.count, (2...8).contains(bytes[table]) else { return nil }
    let indices = GIFCodes.indices(
      in: blocks(from: table + 1), bits: Int(bytes[table]), most: frame.width * frame.height)
    let rows = indices.count / frame.width
    guard rows > 0, let pix = pixCreate(l_int32(frame.width), l_int32(frame.height), 8), let data = pixGetData(pix)
    else {
      return nil
    }
    let words = Int(pixGetWpl(pix))
    data.withMemoryRebound(to: UInt8.self, capacity: 4 * words * frame.height) { pixels in
      // The bytes of a word are in reverse order. In an interlaced picture missing rows repeat those above.
      let order = flags & 0x40 == 0 ? Array(0..<frame.height) : Self.interlaced(frame.height)
      var source = [Int](repeating: 0, count: frame.height)
      for (place, row) in order.prefix(rows).enumerated() { source[row] = place }
      for row in 0..<frame.height {
        if row > 0, source[row] == 0 { source[row] = source[row - 1] }
        for x in 0..<frame.width { pixels[4 * words * row + (x ^ 3)] = indices[source[row] * frame.width + x] }
      }
    }
    pixSetColormap(pix, colours(at: flags & 0x80 != 0 ? start + 10 : 13, flags: flags & 0x80 != 0 ? flags : bytes[10]))
    return RawPicture(pix, rows: flags & 0x40 == 0 ? rows : frame.height, isCut: true)
  }

  private func blocks(from first: Int) -> [UInt8] {
    var packed: [UInt8] = []
    var place = first
    while place < bytes.count, bytes[place] > 0 {
      let stop = min(place + 1 + Int(bytes[place]), bytes.count)
      packed += bytes[(place + 1)..<stop]
      place = stop
    }
    return packed
  }

  private func colours(at place: Int, flags: UInt8) -> UnsafeMutablePointer<PIXCMAP>? {
    guard let map = pixcmapCreate(8) else { return nil }
    for index in 0..<256 {
      let entry = place + 3 * index
      let isThere = 3 * index < Self.tableSize(flags) && entry + 2 < bytes.count
      let colour = isThere ? bytes[entry...].prefix(3).map { l_int32($0) } : [0, 0, 0]
      pixcmapAddColor(map, colour[0], colour[1], colour[2])
    }
    return map
  }

  private static func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}

/// GIF's LZW codes: a code stands for one pixel, or for earlier pixels and one more.
enum GIFCodes {
  private static let most = 4096

  /// The indices that the codes stand for; the first impossible code ends them.
  static func indices(in bytes: [UInt8], bits: Int, most count: Int) -> [UInt8] {
    let (clear, end) = (1 << bits, (1 << bits) + 1)
    var before = [Int](repeating: 0, count: most)
    var added = [UInt8](repeating: 0, count: most)
    var indices: [UInt8] = []
    var (next, width, last): (Int, Int, Int?) = (end + 1, bits + 1, nil)
    var (buffer, held) = (0, 0)
    var first: UInt8 = 0
    for byte in bytes {
      buffer |= Int(byte) << held
      held += 8
      while held >= width {
        let code = buffer & ((1 << width) - 1)
        buffer >>= width
        held -= width
        if code == clear {
          (next, width, last) = (end + 1, bits + 1, nil)
          continue
        }
        guard code != end, code < next || code == next && last != nil, last != nil || code < clear else {
          return indices
        }
        var reversed: [UInt8] = []
        var current = code
        if code == next, let last {
          reversed.append(first)
          current = last
        }
        while current > end {
          reversed.append(added[current])
          current = before[current]
        }
        first = UInt8(truncatingIfNeeded: current)
        indices.append(first)
        indices += reversed.reversed()
        if let last, next < most {
          (before[next], added[next]) = (last, first)
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        last = code
        if indices.count >= count { return Array(indices.prefix(count)) }
      }
    }
    return indices
  }
}
