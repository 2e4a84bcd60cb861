import CLeptonica
import Imaging

extension Picture {
  /// Whether the picture is of one tone: paper grain and compression stay below this contrast, the faintest print above.
  var isOfOneTone: Bool {
    var least: l_int32 = 0
    var most: l_int32 = 0
    // 2 is L_SELECT_GREEN, and is not looked at in gray pictures.
    guard pixGetRangeValues(pix, 1, 2, &least, &most) == 0 else { return false }
    return most - least < 12
  }
}
