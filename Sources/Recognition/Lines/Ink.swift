import CLeptonica
import Imaging

extension Picture {
  /// A white picture of one bit; nil without memory.
  static func empty(width: Int, height: Int) -> Picture? {
    guard let pix = pixCreate(l_int32(width), l_int32(height), 1) else { return nil }
    pixSetResolution(pix, 300, 300)
    return Picture(owning: pix)
  }

  /// Whether the picture has one tone: paper grain and compression stay below this contrast, the faintest text above.
  var isOfOneTone: Bool {
    var least: l_int32 = 0
    var most: l_int32 = 0
    // 2 is L_SELECT_GREEN, which gray pictures ignore.
    guard pixGetRangeValues(pix, 1, 2, &least, &most) == 0 else { return false }
    return most - least < 12
  }
  /// Whether more than half of a gray picture is darker than medium gray; false for one in colour.
  var isMostlyDark: Bool {
    guard !isColour, let data = pixGetData(pix) else { return false }
    let (words, width) = (Int(pixGetWpl(pix)), self.width)
    var dark = 0
    for row in 0..<height {
      // Four pixels in a word, the first in its highest byte.
      for column in 0..<width where data[row * words + column / 4] >> UInt32(24 - 8 * (column % 4)) & 0xFF < 128 {
        dark += 1
      }
    }
    return 2 * dark > width * height
  }
}
