import CBuildFacts
import Containers
import Export
import Imaging
import Recognition
import ResultStore
import Review

/// The output of `hanscan --version`: the version, the commit if known, and the loaded libraries.
enum VersionText {
  static var text: String {
    // Those of the program beside this one; nothing if it does not run.
    let containers = (try? Program.path()).map { ContainerTool(beside: $0).versions() } ?? []
    let libraries =
      [("tesseract", TesseractLibrary.version)] + ImagingLibraries.versions
      + [("SQLite", ResultStore.engineVersion), ("libxlsxwriter", XLSXExporter.libraryVersion)]
      + [("libmicrohttpd", ReviewServer.engineVersion)] + containers
    return "hanscan \(HanScanCommand.version)\(commit)\n"
      + libraries.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)\n" }.joined()
  }

  /// In brackets; nothing if nobody said it when the program was built.
  private static var commit: String {
    let commit = String(cString: hanscan_commit())
    return commit.isEmpty ? "" : " (commit \(commit))"
  }
}
