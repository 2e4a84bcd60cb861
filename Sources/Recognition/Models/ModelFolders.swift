/// Where models are looked for, in this order; the first folder that has a name wins.
///
/// 1. HanScan's own: `$XDG_DATA_HOME/hanscan/tessdata` (or `~/.local/share/hanscan/tessdata`),
///    `/usr/local/share/hanscan/tessdata`, `/var/lib/hanscan/tessdata`, `/usr/share/hanscan/tessdata` (of the package)
/// 2. `$TESSDATA_PREFIX`, and `tessdata` below it
/// 3. Debian's: `/usr/share/tesseract-ocr/5/tessdata`
///
/// In each, models also lie in `script/`. A folder given by the user (`--model-dir`) replaces them all.
public enum ModelFolders {
  package static let system = "/var/lib/hanscan/tessdata"
  package static let package = "/usr/share/hanscan/tessdata"
  package static let debian = "/usr/share/tesseract-ocr/5/tessdata"

  /// The usual folders, whether they exist or not.
  public static func standard(environment: [String: String]) -> [String] {
    var folders: [String] = []
    if let user = user(environment) { folders.append(user) }
    folders += ["/usr/local/share/hanscan/tessdata", system, package]
    if let prefix = environment["TESSDATA_PREFIX"], !prefix.isEmpty {
      let plain = prefix.count > 1 && prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
      folders += [plain, plain + "/tessdata"]
    }
    folders.append(debian)
    return folders
  }

  /// Where `hanscan model build` puts the model: for everybody when root builds it, else for the user.
  public static func destination(environment: [String: String], isRoot: Bool) -> String {
    isRoot ? system : user(environment) ?? system
  }

  private static func user(_ environment: [String: String]) -> String? {
    // The base directory specification: a relative path counts as none.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/hanscan/tessdata" }
    guard let home = environment["HOME"], home.hasPrefix("/"), home != "/" else { return nil }
    return home + "/.local/share/hanscan/tessdata"
  }
}
