import PageModel

/// What a call of `run` is told: by files first, then by its own words, which win.
struct Configuration {
  /// The call's arguments with what the files add.
  let arguments: Arguments
  /// What the files add, in their order.
  let settings: [ConfigurationFile.Setting]

  /// Options that may be given several times: what the call says comes on top of the files.
  static let repeated: Set<String> = ["include", "exclude", "without", "set"]

  /// What a file says for usual runs, and not for those that write results to standard output, or read a shard.
  private static let notForStdout: Set<String> = ["out", "store", "watch", "until-idle"]
  private static let notForShards: Set<String> = ["watch", "until-idle", "stdout", "format", "store"]

  /// How a call takes back a switch of a file, `--no-watch`; for commands that files hold options for.
  static func negations(of options: [Option]) -> [Option] {
    options.filter { $0.value == nil }.map { Option(negation($0.name), "") }
  }

  private static func negation(_ name: String) -> String { "no-\(name)" }

  /// - Parameter options: Those of the command.
  init(for given: Arguments, of options: [Option]) throws {
    var settings: [ConfigurationFile.Setting] = []
    for setting in try ConfigurationFile.settings(for: given, of: options) {
      let isSwitch = options.contains { $0.name == setting.name && $0.value == nil }
      if !Self.repeated.contains(setting.name) || setting.value.isEmpty {
        settings.removeAll { $0.name == setting.name }
      }
      let isOff = isSwitch && ConfigurationFile.isOn(setting.value) != true
      if !setting.value.isEmpty, !isOff { settings.append(setting) }
    }
    settings.removeAll { setting in
      given.has(setting.name) && !Self.repeated.contains(setting.name) || given.has(Self.negation(setting.name))
        || given.has(Self.negation("watch")) && setting.name == "until-idle"
        || given.has("stdout") && Self.notForStdout.contains(setting.name)
        || given.has("shard") && Self.notForShards.contains(setting.name)
    }
    self.settings = settings
    arguments = given.preceded(by: settings.map { ($0.name, Array($0.value.utf8)) })
  }

  /// The failure with the file and line that an option stands in which it names, and which the call did not say.
  func explained(_ failure: CommandFailure) -> CommandFailure {
    let named = settings.filter { setting in
      failure.description.firstRange(of: "--\(setting.name)").map { range in
        failure.description[range.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
      } ?? false
    }
    guard failure.status == .usage, !named.isEmpty else { return failure }
    let origins = named.map { "--\($0.name) stands in \($0.origin)" }.joined(separator: ", ")
    return .usage("\(failure) (\(origins))")
  }
}
