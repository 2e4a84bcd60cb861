import Support
import CPosix
import Glibc
import PageModel
import RunSupport

/// The `hanscan` program: finds the subcommand, runs it, and exits with its status.
package enum HanScanCommand {
  package static let version = ProgramFacts.version

  static var commands: [any Command.Type] {
    [
      RunCommand.self, ShowCommand.self, ListCommand.self, SearchCommand.self, CorrectCommand.self,
      CorrectionsCommand.self, DiffCommand.self, ReviewCommand.self, ReceiptsCommand.self, BookCommand.self,
      MatchCommand.self, CompareCommand.self, HistoryCommand.self, ExportCommand.self, CheckCommand.self,
      ForgetCommand.self, BackupCommand.self, InspectCommand.self, SchemaCommand.self, ClusterCommand.self,
      MergeCommand.self, StatusCommand.self, ModelCommand.self, LanguagesCommand.self, DoctorCommand.self,
      ConfigCommand.self, ManualCommand.self, CompletionsCommand.self, WorkerProcessCommand.self,
    ]
  }

  /// The commands that people call.
  static var shownCommands: [any Command.Type] { commands.filter { $0.name != WorkerProcessCommand.name } }

  package static func main() {
    Console.occupyStandardDescriptors()
    // A file that may not grow any more is a full disk to us: an error of the write, not the exit of the program.
    _ = cposix_signal_ignore(SIGXFSZ)
    // C's argument vector, because Swift's repairs names that are no UTF-8.
    let words = (1..<max(1, cposix_argument_count())).map { index in
      let pointer = cposix_argument(index)
      return UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
    }
    let console = Console()
    let status = run(words, console: console)
    console.finish()
    exit(status.code)
  }

  static func run(_ words: [[UInt8]], console: Console) -> ExitStatus {
    var words = words
    MessageLanguage.current = language(in: &words) ?? language(of: ProgramFacts.environment)
    let status = perform(words, console: console)
    // A reader of incomplete help or system information must not take it for all.
    guard status == .success, let reason = console.lostOutput else { return status }
    console.error("hanscan: standard output can't be written: \(reason)\n")
    return .inputOutput
  }

  /// Takes `--ui-language` out of the words, so that it also holds for the list of commands and for wrong usage.
  private static func language(in words: inout [[UInt8]]) -> MessageLanguage? {
    let option = Array("--ui-language".utf8)
    guard
      let place = words.prefix(while: { $0 != Array("--".utf8) }).firstIndex(where: {
        $0 == option || $0.starts(with: option + [UInt8(ascii: "=")])
      })
    else { return nil }
    let isJoined = words[place] != option
    let value = isJoined ? words[place].dropFirst(option.count + 1) : words.dropFirst(place + 1).first?[...]
    guard let language = value.flatMap({ MessageLanguage(rawValue: String(decoding: $0, as: UTF8.self)) }) else {
      return nil
    }
    words.removeSubrange(place...(isJoined ? place : place + 1))
    return language
  }

  private static func perform(_ words: [[UInt8]], console: Console) -> ExitStatus {
    let names = words.prefix(2).map { ScanPath(bytes: $0).description }
    if ["--version", "-v", "version"].contains(names.first) {
      console.output(verbatim: VersionText.text)
      return .success
    }
    let isHelp = ["--help", "-h", "help"].contains(names.first)
    guard let name = isHelp ? names.dropFirst().first : names.first else {
      if isHelp { console.output(verbatim: overview) } else { console.error(verbatim: overview) }
      return isHelp ? .success : .usage
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let hint = Suggestion.of(name, among: commands.map { $0.name })
      console.error("hanscan: unknown command '\(name)'\(hint)\n")
      console.error("See 'hanscan --help'.\n")
      return .usage
    }
    guard isHelp else { return command.call(Array(words.dropFirst()), console: console) }
    console.output(verbatim: command.helpText)
    return .success
  }

  static var overview: String {
    let help = HelpFile.current["hanscan"]
    var text = "hanscan \(version): \(help.summary)\n\n\(said("Usage:")) hanscan \(help.usage)\n"
    var group = ""
    for section in HelpFile.current.sections where !section.group.isEmpty {
      if group != section.group { text += "\n\(section.group):\n" }
      group = section.group
      text += RunCommand.row(section.name, section.summary, indent: 16)
    }
    return text + "\n\(said("'hanscan COMMAND --help' tells more about each."))\n" + help.exampleText
  }

  /// As gettext finds it: the first of the variables that says something.
  private static func language(of environment: [String: String]) -> MessageLanguage {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale?.hasPrefix("ko") == true ? .korean : .english
  }
}
