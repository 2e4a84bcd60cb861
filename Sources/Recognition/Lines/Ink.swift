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
    !isColour && 2 * GrayImage(self).pixels.count { $0 < 128 } > width * height
  }
}
