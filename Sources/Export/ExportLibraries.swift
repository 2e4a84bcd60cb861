import CXLSXWriter

/// The libraries that files are written with, as they are loaded.
package enum ExportLibraries {
  package static var versions: [(name: String, version: String)] {
    [("libxlsxwriter", String(cString: lxw_version()))]
  }
}
