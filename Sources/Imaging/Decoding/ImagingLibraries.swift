import CHeif
import CLeptonica
import CZbar
import Glibc

package enum ImagingLibraries {
  package static var versions: [(name: String, version: String)] {
    let leptonica = getLeptonicaVersion()
    defer { free(leptonica) }
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zbar_version(&major, &minor, &patch)
    return [
      // The library's format: leptonica-1.82.0.
      ("leptonica", leptonica.map { String(String(cString: $0).drop { !$0.isNumber }) } ?? ""),
      ("libheif", String(cString: heif_get_version())), ("zbar", "\(major).\(minor).\(patch)"),
    ]
  }
}
