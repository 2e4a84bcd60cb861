import CPosix
import Glibc
import PageModel
import RunSupport

/// The `hanscan` program: finds the subcommand, runs it, and exits with its status.
public enum HanScanCommand {
  /// The program's version.
  public static let version = ProgramFacts.version

  static var commands: [any Command.Type] {
    [
      RunCommand.self, ShowCommand.self, ListCommand.self, SearchCommand.self, CorrectCommand.self,
      CorrectionsCommand.self, DiffCommand.self, ReviewCommand.self, ReceiptsCommand.self, BookCommand.self,
      MatchCommand.self,
      CompareCommand.self,
      HistoryCommand.self, ExportCommand.self, CheckCommand.self, ForgetCommand.self, BackupCommand.self,
      InspectCommand.self, SchemaCommand.self, ClusterCommand.self, MergeCommand.self, StatusCommand.self,
      ModelCommand.self, LanguagesCommand.self,
      DoctorCommand.self, ConfigCommand.self, ManualCommand.self, CompletionsCommand.self, WorkerProcessCommand.self,
    ]
  }

  /// The commands that people call.
  static var shownCommands: [any Command.Type] { commands.filter { $0.name != WorkerProcessCommand.name } }

  public static func main() {
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
    let status = perform(words, console: console)
    // Whoever asked for help or a look at the system and got half of it must not take it for all.
    guard status == .success, let reason = console.lostOutput else { return status }
    console.error("hanscan: standard output can't be written: \(reason)\n")
    return .inputOutput
  }

  private static func perform(_ words: [[UInt8]], console: Console) -> ExitStatus {
    let names = words.prefix(2).map { ScanPath(bytes: $0).description }
    if ["--version", "-v", "version"].contains(names.first) {
      console.output(VersionText.text)
      return .success
    }
    let isHelp = ["--help", "-h", "help"].contains(names.first)
    guard let name = isHelp ? names.dropFirst().first : names.first else {
      if isHelp { console.output(overview) } else { console.error(overview) }
      return isHelp ? .success : .usage
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let hint = Suggestion.of(name, among: commands.map { $0.name })
      console.error("hanscan: unknown command '\(name)'\(hint)\nSee 'hanscan --help'.\n")
      return .usage
    }
    guard isHelp else { return command.call(Array(words.dropFirst()), console: console) }
    console.output(command.helpText)
    return .success
  }

  static var overview: String {
    var text = """
      hanscan \(version): a directory of scans in, text or JSON for every page out (Korean and English).

      Usage: hanscan COMMAND [OPTION...]

      Commands:

      """
    for command in commands {
      text += "  \((command.name + " ").padded(to: 12))\(command.summary)\n"
    }
    text += """

      'hanscan COMMAND --help' tells more about each.

      Examples:
        hanscan run inbox --out texts
            Read every scan below inbox; read only the new ones next time.
        hanscan list --out texts --state failed
            What could not be read, and why.

      """
    return text
  }
}
