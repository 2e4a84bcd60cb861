import RunSupport

/// The pages of the manual, in roff's man macros, made from the table that the help is made from.
enum ManualPage {
  /// `hanscan-NAME(1)`.
  static func page(of command: any Command.Type) -> String {
    var text = head("hanscan-\(command.name)", summary: command.summary)
    text += ".SH SYNOPSIS\n.B hanscan \(escaped(command.name))\n\(line(command.usage))"
    text += ".SH DESCRIPTION\n" + paragraphs(command.discussion.isEmpty ? command.summary : command.discussion)
    text += ".SH OPTIONS\n"
    for option in command.options + [.help] { text += entry(of: option) }
    if !command.examples.isEmpty {
      text += ".SH EXAMPLES\n"
      for example in command.examples {
        text += ".TP\n.B \(escaped(example.command))\n\(line(example.meaning))"
      }
    }
    return text + ".SH SEE ALSO\n.BR hanscan (1)\n"
  }

  /// `hanscan(1)`: every command, and what holds for all of them.
  static func overview(of commands: [any Command.Type], version: String) -> String {
    var text = head("hanscan", summary: "a directory of scans in, text or JSON for every page out")
    text += ".SH SYNOPSIS\n.B hanscan\n.I COMMAND\n[\\fIOPTION\\fR...]\n.SH DESCRIPTION\n"
    text += paragraphs(
      """
      Reads a directory of scanned or photographed receipts and documents, Korean and English, and leaves text, JSON or \
      other forms for every page. Every page ends in exactly one state, and a second run does only the new work.
      """)
    text += ".SH COMMANDS\n"
    for command in commands { text += ".TP\n.BR hanscan\\-\(escaped(command.name)) (1)\n\(line(command.summary))" }
    text += ".SH EXIT STATUS\n"
    for (status, meaning) in ExitStatus.documented { text += ".TP\n.B \(status.code)\n\(line(meaning))" }
    text += ".TP\n.B 128 + N\n\(line("Stopped by signal N; finished pages are kept."))"
    text += ".SH FILES\n"
    for path in ConfigurationFile.usualPlaces {
      text += ".TP\n.I \(escaped(path))\n\(line("Options of run, as hanscan.conf(5) explains; it may be missing."))"
    }
    text +=
      ".TP\n.I OUT/hanscan.sqlite\n" + line("All results of the scans of one directory; the files are made from it.")
    return text
  }

  /// `hanscan.conf(5)`: the files that options of `run` may stand in.
  static func configuration(of command: any Command.Type) -> String {
    var text = head(ConfigurationFile.manualName, section: 5, summary: "options of every hanscan run")
    text += ".SH SYNOPSIS\n"
    for path in ConfigurationFile.usualPlaces { text += ".I \(escaped(path))\n.br\n" }
    text += ".SH DESCRIPTION\n" + paragraphs(ConfigurationFile.discussion)
    text += ".SH OPTIONS\n" + line("They mean what they mean on the command line of hanscan run.")
    for option in command.options where ConfigurationFile.takes(option) {
      let value = option.value.map { "\\fI\(escaped($0))\\fR" } ?? "yes|no"
      text += ".TP\n\\fB\(escaped(option.name))\\fR = \(value)\n" + line(option.help)
    }
    text += ".SH EXAMPLES\n.nf\n"
    for example in ConfigurationFile.example.split(separator: "\n") { text += line(String(example)) }
    return text + ".fi\n.SH SEE ALSO\n.BR hanscan\\-run (1),\n.BR hanscan\\-config (1)\n"
  }

  private static func head(_ name: String, section: Int = 1, summary: String) -> String {
    let title = "\(escaped(name.uppercased())) \(section)"
    let kind = section == 5 ? "File Formats" : "User Commands"
    return ".TH \(title) \"\" \"hanscan \(escaped(HanScanCommand.version))\" \"\(kind)\"\n"
      + ".SH NAME\n\(escaped(name)) \\- \(escaped(summary))\n"
  }

  private static func entry(of option: DeclaredOption) -> String {
    let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return ".TP\n" + names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ") + value + "\n" + line(option.help)
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n").map { line(String($0)) }.joined(separator: ".PP\n")
  }

  /// A line of text, which no macro is taken from.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
  }

  /// Backslashes, hyphens and tildes as they are: roff makes a dash of a plain `-`, and an accent of `~`.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("~", with: "\\(ti")
    // Other than ASCII by their codes, as preconv(1) writes them: groff alone reads no UTF-8.
    return plain.unicodeScalars.map { scalar in
      guard !scalar.isASCII else { return String(scalar) }
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u" + String(repeating: "0", count: max(0, 4 - code.count)) + code + "]"
    }.joined()
  }
}
