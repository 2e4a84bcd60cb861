/// `hanscan config`: where the options of a run come from.
enum ConfigCommand: Command {
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
  static var options: [Option] { RunCommand.options }
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan config", "What a run without any option is told."),
    ("hanscan config --jobs 4", "The same for 'hanscan run --jobs 4'."),
  ]

  static func run(_ given: Arguments, console: Console) throws -> ExitStatus {
    try given.refuseOperands()
    let configuration = try Configuration(for: given, of: options)
    do { try RunCommand.check(configuration.arguments) } catch let failure as CommandFailure {
      throw configuration.explained(failure)
    }
    var text = ""
    for option in options where option.name != ConfigurationFile.option.name {
      let fromFiles = configuration.settings.filter { $0.name == option.name }
      for setting in fromFiles { text += row(option, setting.value, setting.origin) }
      for value in given.all(option.name) {
        text += row(option, option.value == nil ? "yes" : String(decoding: value, as: UTF8.self), "command line")
      }
      if fromFiles.isEmpty, !given.has(option.name) { text += row(option, standard(of: option), "default") }
    }
    if case .failed(let reason) = console.output(text) {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  private static func row(_ option: Option, _ value: String, _ origin: String) -> String {
    let head = "\(option.name) = \(value)"
    return head + String(repeating: " ", count: max(1, 40 - head.count)) + "# \(origin)\n"
  }

  /// The default as the help says it; nothing for an option that is simply not given.
  private static func standard(of option: Option) -> String {
    if option.value == nil { return "no" }
    guard let place = option.help.firstRange(of: "Default: ") else { return "" }
    let text = option.help[place.upperBound...]
    return String(text.hasSuffix(".") ? text.dropLast() : text)
  }
}
