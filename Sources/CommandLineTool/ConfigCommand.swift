import Support
import PageModel
import RunSupport

/// `hanscan config`: the sources of a run's options.
struct ConfigCommand: Command {
  static let name = "config"

  let options = RunOptions()
  let configuration: Configuration? = Configuration()

  func run(console: Console) throws -> ExitStatus {
    let options = declared.filter(ConfigurationFile.takes)
    // Refuse values that no run accepts, whatever it reads or writes.
    self.options.output = self.options.output ?? ScanPath(".")
    _ = try self.options.settings(reading: [ScanPath(".")])
    for option in options {
      let fromFiles = configuration?.settings.filter { $0.name == option.name } ?? []
      for setting in fromFiles { console.output(verbatim: row(option, setting.value, setting.origin)) }
      for value in option.given.dropFirst(fromFiles.count) {
        let text = option.value == nil ? "yes" : String(decoding: value, as: UTF8.self)
        console.output(verbatim: row(option, text, said("command line")))
      }
      if !option.isGiven { console.output(verbatim: row(option, standard(of: option), said("default"))) }
    }
    return .success
  }

  private func row(_ option: DeclaredOption, _ value: String, _ origin: String) -> String {
    "\(option.name) = \(value) ".padded(to: 40) + "# \(origin)\n"
  }

  /// The default as the help says it; nothing for an option that is simply not given.
  private func standard(of option: DeclaredOption) -> String {
    if option.value == nil { return "no" }
    let help = RunCommand.text(of: option)
    guard let place = help.firstRange(of: said("Default: ")) else { return "" }
    let text = help[place.upperBound...]
    return String(text.hasSuffix(".") ? text.dropLast() : text)
  }
}
