import PageModel

@testable import Imaging

extension FuzzTarget {
  /// A picture 64 pixels wide, a byte each of three, three and two bits of colour, that is looked over for pen marks.
  ///
  /// The first byte says how the page lies, the second where a word stands on it.
  static func ink(_ bytes: [UInt8]) throws {
    let width = 64
    let height = (bytes.count - 2) / width
    guard bytes.count > 2, height > 0, height <= 400 else { return }
    let pixels = bytes[2..<(2 + width * height)].map { byte -> UInt32 in
      let (red, green, blue) = (UInt32(byte >> 5) * 36, UInt32(byte >> 2 & 7) * 36, UInt32(byte & 3) * 85)
      return red << 24 | green << 16 | blue << 8
    }
    let word = Box(x: Int(bytes[1] & 63), y: Int(bytes[1]), width: 20, height: 8)
    let map = InkMap(InkSample(width: width, height: height, words: pixels), print: [word])
    let finder = MarkFinder(map, words: [word], rotation: Int(bytes[0] & 3) * 90)
    let candidates = finder.candidates()
    for candidate in candidates {
      let box = candidate.piece.box
      try require(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0, "ink off the picture")
      try require(box.x + box.width <= width && box.y + box.height <= height, "ink past the picture's end")
      try require(candidate.features.allSatisfy(\.isFinite), "a feature that is no number")
    }
    let marks = MarkFinder.chosen(candidates)
    try require(marks.allSatisfy { (0...1).contains($0.confidence) }, "a confidence beyond its range")
  }
}
