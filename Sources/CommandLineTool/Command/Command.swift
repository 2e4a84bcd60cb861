import PageModel
import RunSupport
import Support

/// A subcommand: what it is called, what it takes, and what it does.
///
/// Its options and operands are its properties; each call has a value of its own.
protocol Command: OptionGroup {
  static var name: String { get }
  /// The files that options may be in, for the commands that have such.
  var configuration: Configuration? { get }

  /// The options that pass messages and the directory of the results to a command of the user's.
  var notice: (options: NotifyOptions, results: String)? { get }

  init()
  func run(console: Console) throws -> ExitStatus
  /// Tells why the command failed.
  func report(_ failure: RunFailure, console: Console)
}

extension Command {
  var notice: (options: NotifyOptions, results: String)? { nil }
  static var options: [DeclaredOption] { Self().declared }
  /// The possible first operands, if these are words; a shell completes them.
  static var operands: [String] { Self().operands?.words ?? [] }

  var configuration: Configuration? { nil }

  private var operands: Operands? { Mirror(reflecting: self).children.lazy.compactMap { $0.value as? Operands }.first }

  /// Runs the command with the words of a call; the one place where errors become exit status and message.
  static func call(_ words: [[UInt8]], console: Console) -> ExitStatus {
    let command = Self()
    let status = command.outcome(of: words, console)
    if let (notice, results) = command.notice { notice.tell(name, status, results: results, console) }
    return status
  }

  private func outcome(of words: [[UInt8]], _ console: Console) -> ExitStatus {
    do {
      let (options, common) = (declared, DeclaredOption.common)
      let known = options + common + (configuration?.negations(of: options) ?? [])
      let operands = try ArgumentParser.parse(words, into: known)
      for option in common { try option.read() }
      if let language = (common[0] as? Option<MessageLanguage?>)?.wrappedValue { MessageLanguage.current = language }
      if common[1].isGiven {
        console.output(verbatim: Self.helpText)
        return .success
      }
      try configuration?.apply(to: options)
      try read(options, operands)
      if notice?.options.command != nil { console.kept = "" }
      return try run(console: console)
    } catch {
      let failure = RunFailure(error)
      let explained = configuration?.explained(failure) ?? failure
      report(explained, console: console)
      return explained.status
    }
  }

  /// Reads every value before it throws, so that options which say how to report failures are known.
  func read(_ options: [DeclaredOption], _ operands: [ScanPath]) throws(RunFailure) {
    var failure: RunFailure?
    for option in options {
      do throws(RunFailure) { try option.read() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    try (self.operands ?? Operands(0...0)).read(operands)
    try checkAll()
  }

  func report(_ failure: RunFailure, console: Console) { tell(failure, console) }

  /// Tells of pages whose receipts an earlier version has understood: their values read as none.
  func tellOfEarlier(_ pages: Int, _ console: Console) {
    guard pages > 0 else { return }
    let words: Message = """
      read by an earlier version: \(counted(pages, "page")); the next run finds their receipts anew, without their pictures
      """
    console.error("hanscan \(Self.name): \(words)\n")
  }

  func tell(_ failure: RunFailure, _ console: Console) {
    console.error("hanscan \(Self.name): \(failure)\n")
    if failure.status == .usage { console.error("See 'hanscan \(Self.name) --help'.\n") }
  }
}

/// Text broken into lines of at most 100 columns, each indented; paragraphs stay apart.
func wrap(_ text: String, indent: Int) -> String {
  let margin = String(repeating: " ", count: indent)
  return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, indent + line.columns + 1 + word.columns > 100 {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(line.isEmpty ? "" : margin + line)
    return lines.joined(separator: "\n")
  }.joined(separator: "\n")
}
