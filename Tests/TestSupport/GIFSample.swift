/// An animation of gray levels: 0 is white, 1 black, 2 and 3 are 90 and 180.
package struct GIFSample: Sendable {
  package struct Frame: Sendable {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int
    /// Of all its pixels, but for the first column, which has `first`.
    package var colour: UInt8
    package var first: UInt8?
    package var transparent: UInt8?
    /// As GIF has it: 1 keeps the picture, 2 clears its place, 3 undoes it.
    package var disposal: UInt8

    package init(
      _ left: Int, _ top: Int, _ width: Int, _ height: Int, colour: UInt8, first: UInt8? = nil,
      transparent: UInt8? = nil, disposal: UInt8 = 1
    ) {
      (self.left, self.top, self.width, self.height) = (left, top, width, height)
      (self.colour, self.first, self.transparent, self.disposal) = (colour, first, transparent, disposal)
    }
  }

  package var width: Int
  package var height: Int
  package var frames: [Frame]
  /// Whether the last byte says that it is the end.
  package var isEnded = true

  package init(width: Int, height: Int, frames: [Frame]) {
    (self.width, self.height, self.frames) = (width, height, frames)
  }

  package var bytes: [UInt8] {
    let little = SampleBytes.little
    var file = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x81, 0, 0]
    for level: UInt8 in [255, 0, 90, 180] { file += [level, level, level] }
    for frame in frames {
      let flags = frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)
      file += [0x21, 0xF9, 4, flags, 5, 0, frame.transparent ?? 0, 0, 0x2C]
      file += [frame.left, frame.top, frame.width, frame.height].flatMap { little($0, 2) }
      file += [0, 2] + Self.pixels(of: frame) + [0]
    }
    return file + (isEnded ? [0x3B] : [])
  }

  /// Codes of three bits: 4 forgets what was packed before, so that no code gets longer, and 5 is the end.
  private static func pixels(of frame: Frame) -> [UInt8] {
    var codes: [UInt8] = []
    for place in 0..<frame.width * frame.height {
      codes += [4, place % frame.width == 0 ? frame.first ?? frame.colour : frame.colour]
    }
    codes.append(5)
    var packed: [UInt8] = []
    for (index, code) in codes.enumerated() {
      let (byte, bit) = (index * 3 / 8, index * 3 % 8)
      while packed.count <= byte + 1 { packed.append(0) }
      packed[byte] |= code << bit
      if bit > 5 { packed[byte + 1] |= code >> (8 - bit) }
    }
    return stride(from: 0, to: packed.count, by: 255).flatMap { start in
      let part = packed[start..<min(start + 255, packed.count)]
      return [UInt8(part.count)] + part
    }
  }
}
