import PageModel
import RunSupport

/// `hanscan manual`: the pages of the manual, for man(1).
struct ManualCommand: Command {
  static let name = "manual"
  static let summary = "Print a page of the manual for man(1)."
  static let usage = "[COMMAND | \(ConfigurationFile.manualName)]"
  static let discussion = """
    Without a word it is the page of hanscan itself, with \(ConfigurationFile.manualName) that of the files which options \
    of run may stand in. 'hanscan manual run | man -l -' shows one.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan manual run > hanscan-run.1", "The page of one command.")
  ]

  @Option("list", "Print the names of all pages instead, each with its section: hanscan-run.1.") var isList: Bool
  @Operands(
    0...1, words: HanScanCommand.shownCommands.map { $0.name } + [ConfigurationFile.manualName], "one page at a time")
  var page: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let commands = HanScanCommand.shownCommands
    if isList {
      if let word = page.first { throw RunFailure.usage("'\(word)' is one word too many") }
      let names = (["hanscan"] + commands.map { "hanscan-\($0.name)" }).map { $0 + ".1" }
      console.output((names + [ConfigurationFile.manualName + ".5"]).map { $0 + "\n" }.joined())
    } else if let name = page.first?.description {
      guard let command = commands.first(where: { $0.name == name }) else {
        guard name == ConfigurationFile.manualName else {
          throw RunFailure.usage("there is no page of '\(name)'\(Suggestion.of(name, among: $page.words))")
        }
        console.output(ManualPage.configuration(of: RunCommand.self))
        return .success
      }
      console.output(ManualPage.page(of: command))
    } else {
      console.output(ManualPage.overview(of: commands, version: HanScanCommand.version))
    }
    return .success
  }
}
