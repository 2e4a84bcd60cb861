import PageModel

/// `hanscan completions`: what a shell needs to complete commands, options and their values.
enum CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Print completions for bash, zsh or fish."
  static let operands = ["bash", "zsh", "fish"]
  static let usage = "SHELL"
  static let options: [Option] = []
  static let examples: [(command: String, meaning: String)] = [
    ("source <(hanscan completions bash)", "Completions in this shell."),
    ("hanscan completions fish > ~/.config/fish/completions/hanscan.fish", "In every new shell of fish."),
  ]

  /// The shells that there are completions for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    let known = Shell.allCases.map(\.rawValue)
    guard arguments.operands.count == 1, let name = arguments.operands.first?.description else {
      throw CommandFailure.usage("say which shell: \(known.joined(separator: ", "))")
    }
    guard let shell = Shell(rawValue: name) else {
      throw CommandFailure.usage(
        "there are completions for \(known.joined(separator: ", ")), not '\(name)'\(Suggestion.of(name, among: known))")
    }
    let commands = HanScanCommand.shownCommands
    switch shell {
    case .bash: console.output(Completions.bash(commands))
    case .zsh: console.output(Completions.zsh(commands))
    case .fish: console.output(Completions.fish(commands))
    }
    return .success
  }
}
