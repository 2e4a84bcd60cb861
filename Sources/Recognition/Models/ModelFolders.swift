/// The folders that are searched for models, in this order; the first folder with a name wins.
///
/// 1. Those for HanScan: `$XDG_DATA_HOME/hanscan/tessdata` (or `~/.local/share/hanscan/tessdata`), and
/// `/usr/local/share/hanscan/tessdata`
/// 2. `$TESSDATA_PREFIX`, and `tessdata` below it
/// 3. Debian's: `/usr/share/tesseract-ocr/5/tessdata`
///
/// In each, models also lie in `script/`. The program's own model comes before them all, so that a file of an earlier
/// version does not replace it. A folder given by the user (`--tessdata-dir`) replaces them all.
package enum ModelFolders {
  package static let debian = "/usr/share/tesseract-ocr/5/tessdata"

  /// The usual folders, whether they exist or not.
  package static func standard(environment: [String: String]) -> [String] {
    var folders: [String] = []
    if let user = user(environment) { folders.append(user) }
    folders.append("/usr/local/share/hanscan/tessdata")
    if let prefix = environment["TESSDATA_PREFIX"], !prefix.isEmpty {
      let plain = prefix.count > 1 && prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
      folders += [plain, plain + "/tessdata"]
    }
    folders.append(debian)
    return folders
  }

  private static func user(_ environment: [String: String]) -> String? {
    // The base directory specification: a relative path counts as none.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/hanscan/tessdata" }
    guard let home = environment["HOME"], home.hasPrefix("/"), home != "/" else { return nil }
    return home + "/.local/share/hanscan/tessdata"
  }
}
