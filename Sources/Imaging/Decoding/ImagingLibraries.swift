import CHeif
import CLeptonica
import CZbar

package enum ImagingLibraries {
  /// The library's own text: `leptonica-1.82.0`.
  package static var leptonica: String {
    guard let text = getLeptonicaVersion() else { return "" }
    defer { lept_free(text) }
    return String(cString: text)
  }

  package static var versions: [(name: String, version: String)] {
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zbar_version(&major, &minor, &patch)
    return [
      ("leptonica", String(leptonica.drop { !$0.isNumber })), ("libheif", String(cString: heif_get_version())),
      ("zbar", "\(major).\(minor).\(patch)"),
    ]
  }
}
