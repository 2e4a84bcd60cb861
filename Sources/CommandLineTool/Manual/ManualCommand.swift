import PageModel

/// `hanscan manual`: the pages of the manual, for man(1).
enum ManualCommand: Command {
  static let name = "manual"
  static let summary = "Print a page of the manual for man(1)."
  static var operands: [String] { HanScanCommand.shownCommands.map { $0.name } + [ConfigurationFile.manualName] }
  static let usage = "[COMMAND | \(ConfigurationFile.manualName)]"
  static let discussion = """
    Without a word it is the page of hanscan itself, with \(ConfigurationFile.manualName) that of the files which options \
    of run may stand in. 'hanscan manual run | man -l -' shows one.
    """
  static let options: [Option] = [
    Option("list", "Print the names of all pages instead, each with its section: hanscan-run.1.")
  ]
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan manual run > hanscan-run.1", "The page of one command.")
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    let commands = HanScanCommand.shownCommands
    if arguments.has("list") {
      try arguments.refuseOperands()
      let names = (["hanscan"] + commands.map { "hanscan-\($0.name)" }).map { $0 + ".1" }
      console.output((names + [ConfigurationFile.manualName + ".5"]).map { $0 + "\n" }.joined())
      return .success
    }
    guard arguments.operands.count <= 1 else { throw CommandFailure.usage("one page at a time") }
    guard let name = arguments.operands.first?.description else {
      console.output(ManualPage.overview(of: commands, version: HanScanCommand.version))
      return .success
    }
    if name == ConfigurationFile.manualName {
      console.output(ManualPage.configuration(of: RunCommand.self))
      return .success
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let hint = Suggestion.of(name, among: operands)
      throw CommandFailure.usage("there is no page of '\(name)'\(hint)")
    }
    console.output(ManualPage.page(of: command))
    return .success
  }
}
