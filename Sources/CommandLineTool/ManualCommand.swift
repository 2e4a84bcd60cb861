import PageModel
import RunSupport
import Support

/// `hanscan manual`: the pages of the manual, for man(1).
struct ManualCommand: Command {
  static let name = "manual"

  @Option("list") var isList: Bool
  @Operands(
    0...1, words: HanScanCommand.shownCommands.map { $0.name } + [ConfigurationFile.manualName], "one page at a time")
  var page: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let commands = HanScanCommand.shownCommands
    if isList {
      if let word = page.first { throw RunFailure.usage(Operands.surplus(word)) }
      let names = (["hanscan"] + commands.map { "hanscan-\($0.name)" }).map { $0 + ".1" }
      console.output(verbatim: (names + [ConfigurationFile.manualName + ".5"]).map { $0 + "\n" }.joined())
    } else if let command = commands.first(where: { $0.name == page.first?.description }) {
      console.output(verbatim: ManualPage.page(of: command))
    } else if let name = page.first?.description {
      guard name == ConfigurationFile.manualName else {
        throw RunFailure.usage("there is no page of '\(name)'\(Suggestion.of(name, among: $page.words))")
      }
      console.output(verbatim: ManualPage.configuration(of: RunCommand.self))
    } else {
      console.output(verbatim: ManualPage.overview())
    }
    return .success
  }
}
