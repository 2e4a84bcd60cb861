import PageModel
import RunSupport
import Support

/// `hanscan completions`: what a shell needs to complete commands, options and their values.
struct CompletionsCommand: Command {
  static let name = "completions"

  @Operands(1...1, words: Completions.Shell.allCases.map(\.rawValue), "say which shell: bash, zsh, fish")
  var shells: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let name = shells[0].description
    guard let shell = Completions.Shell(rawValue: name) else {
      throw RunFailure.usage(
        "say which shell: bash, zsh, fish, not '\(name)'\(Suggestion.of(name, among: $shells.words))")
    }
    console.output(verbatim: Completions.text(for: shell, HanScanCommand.shownCommands))
    return .success
  }
}
