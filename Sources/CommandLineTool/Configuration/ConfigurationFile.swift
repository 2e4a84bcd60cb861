import PageModel
import RunSupport
import Support

/// Options of `run` from files, one `name = value` a line below `[run]`, as systemd writes its files.
///
/// Blank lines and those that start with `#` or `;` say nothing; a backslash at a line's end goes on with the next line;
/// a switch is yes or no; an empty value takes back what an earlier file says.
struct ConfigurationFile {
  struct Setting: Equatable {
    var name: String
    var value: String
    /// The file and the line, such as `/etc/hanscan.conf:3`.
    var origin: String
  }

  /// The usual files, as people write them; the later one wins.
  static let usualPlaces = ["/etc/hanscan.conf", "~/.config/hanscan/config"]

  /// The page of the manual that explains the files.
  static let manualName = "hanscan.conf"

  /// The settings of the named file, or of the usual ones that exist.
  static func settings(at file: [UInt8]?, of options: [DeclaredOption]) throws(RunFailure) -> [Setting] {
    if let file {
      let path = try ValueFormat.path.value(of: file, "config")
      return try parsed(UserFile.text(at: path, of: "config"), name: "\(path)", options: options)
    }
    return try existingPlaces.map { path throws(RunFailure) in
      try parsed(UserFile.text(at: path, of: nil), name: "\(path)", options: options)
    }.flatMap(\.self)
  }

  private static var existingPlaces: [ScanPath] {
    var places = [ScanPath("/etc/hanscan.conf")]
    let environment = ProgramFacts.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      places.append(ScanPath(folder).appending("hanscan/config"))
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      places.append(ScanPath(home).appending(".config/hanscan/config"))
    }
    return places.filter(\.exists)
  }

  /// Reads a file's text; a line that can't be understood is refused with its number.
  static func parsed(_ text: String, name: String, options: [DeclaredOption]) throws(RunFailure) -> [Setting] {
    var settings: [Setting] = []
    var section: String?
    var pending = ""
    var start = 0
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if pending.isEmpty { start = number + 1 }
      let trimmed = line.trimmingBlanks
      if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") || pending.isEmpty && trimmed.isEmpty { continue }
      if trimmed.hasSuffix("\\") {
        pending += trimmed.dropLast().trimmingBlanks + " "
        continue
      }
      let whole = pending + trimmed
      pending = ""
      let origin = "\(name):\(start)"
      if whole.hasPrefix("["), whole.hasSuffix("]") {
        section = String(whole.dropFirst().dropLast())
        guard section == "run" else {
          throw .usage(
            "\(origin): there is no section [\(section ?? "")]; [run] holds the options of run")
        }
        continue
      }
      guard section != nil else { throw .usage("\(origin): a line [run] must stand above this one") }
      settings.append(try setting(whole, origin: origin, options: options))
    }
    guard pending.isEmpty else {
      throw .usage("\(name):\(start): the last line ends with a backslash, and none follows")
    }
    return settings
  }

  private static func setting(_ line: String, origin: String, options: [DeclaredOption]) throws(RunFailure) -> Setting {
    guard let equals = line.firstIndex(of: "=") else {
      throw .usage("\(origin): a line is 'name = value', not '\(line)'")
    }
    let name = line[..<equals].trimmingBlanks
    let value = line[line.index(after: equals)...].trimmingBlanks
    guard let option = options.first(where: { $0.name == name }), takes(option) else {
      let hint = Suggestion.of(name, among: options.map(\.name))
      throw .usage("\(origin): run has no option '\(name)'\(hint)")
    }
    if option.value == nil, !value.isEmpty, isOn(value) == nil {
      throw .usage("\(origin): \(name) is yes or no, not '\(value)'")
    }
    return Setting(name: name, value: value, origin: origin)
  }

  /// Whether an option of `run` may be in a file: all but that which names the file.
  static func takes(_ option: DeclaredOption) -> Bool { option.name != "config" }

  /// A switch's value, as systemd takes it; nil for anything else.
  static func isOn(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "yes", "true", "on", "1": true
    case "no", "false", "off", "0": false
    default: nil
    }
  }
}

extension StringProtocol {
  /// Without spaces, tabs and carriage returns at both ends.
  fileprivate var trimmingBlanks: String { trimming { [" ", "\t", "\r", "\r\n"].contains($0) } }
}
