import CXLSXWriter
import CZlib

/// The libraries that files are written with, as they are loaded.
package enum ExportLibraries {
  package static var versions: [(name: String, version: String)] {
    [("libxlsxwriter", String(cString: lxw_version())), ("zlib", String(cString: zlibVersion()))]
  }
}
