import PageModel

/// What a call of `run` is told: by files first, then by its own words, which win.
struct Configuration {
  /// The call's arguments with what the files add.
  let arguments: Arguments
  /// What the files add, in their order.
  let settings: [ConfigurationFile.Setting]

  /// Options that may be given several times: what the call says comes on top of the files.
  private static let repeated: Set<String> = ["include", "exclude", "without", "set"]

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
    settings.removeAll { given.has($0.name) && !Self.repeated.contains($0.name) }
    self.settings = settings
    arguments = given.preceded(by: settings.map { ($0.name, Array($0.value.utf8)) })
  }
}
