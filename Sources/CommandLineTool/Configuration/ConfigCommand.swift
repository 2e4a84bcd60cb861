import PageModel
import RunSupport

/// `hanscan config`: where the options of a run come from.
struct ConfigCommand: Command {
  static let name = "config"
  static let summary = "Show the options of 'run' that files give, and where each comes from."
  static let usage = "[--config FILE] [OPTION of run...]"
  static let discussion = """
    Options of run may stand in /etc/hanscan.conf and ~/.config/hanscan/config, below a line [run], one 'name = value' a \
    line, switches as yes or no. What the user's file says wins over the system's, and the command line over both; \
    include, exclude, without and set add up. An empty value takes an earlier one back, and --no-NAME a switch.

    Exit status: 0 the files can be used, 64 a line can't be understood, or no run could be held to it (its file and number are on standard \
    error).
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan config", "What a run without any option is told."),
    ("hanscan config --jobs 4", "The same for 'hanscan run --jobs 4'."),
  ]

  let options = RunOptions()
  let configuration: Configuration? = Configuration()

  func run(console: Console) throws -> ExitStatus {
    let options = declared.filter(ConfigurationFile.takes)
    // Values are refused that no run takes, whatever it reads, and wherever its results go.
    self.options.output = self.options.output ?? ScanPath(".")
    _ = try self.options.settings(reading: [ScanPath(".")])
    for option in options {
      let fromFiles = configuration?.settings.filter { $0.name == option.name } ?? []
      for setting in fromFiles { console.output(row(option, setting.value, setting.origin)) }
      for value in option.given.dropFirst(fromFiles.count) {
        console.output(
          row(option, option.value == nil ? "yes" : String(decoding: value, as: UTF8.self), "command line"))
      }
      if !option.isGiven { console.output(row(option, standard(of: option), "default")) }
    }
    return .success
  }

  private func row(_ option: DeclaredOption, _ value: String, _ origin: String) -> String {
    "\(option.name) = \(value) ".padded(to: 40) + "# \(origin)\n"
  }

  /// The default as the help says it; nothing for an option that is simply not given.
  private func standard(of option: DeclaredOption) -> String {
    if option.value == nil { return "no" }
    guard let place = option.help.firstRange(of: "Default: ") else { return "" }
    let text = option.help[place.upperBound...]
    return String(text.hasSuffix(".") ? text.dropLast() : text)
  }
}
