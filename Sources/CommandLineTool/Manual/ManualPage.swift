import RunSupport
import Support

/// The pages of the manual, in roff's man macros, made from the table that the help is made from.
enum ManualPage {
  /// `hanscan-NAME(1)`.
  static func page(of command: any Command.Type) -> String {
    let help = command.help
    var text = head("hanscan-\(command.name)", summary: help.summary)
    text += ".SH \(title("SYNOPSIS"))\n.B hanscan \(escaped(command.name))\n\(line(help.usage))"
    text += ".SH \(title("DESCRIPTION"))\n" + paragraphs(help.discussion.isEmpty ? help.summary : help.discussion)
    text += ".SH \(title("OPTIONS"))\n"
    for group in command.groups {
      if !group.heading.isEmpty { text += ".SS \(line(group.heading))" }
      for (option, meaning) in group.options {
        let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
        text += ".TP\n" + names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ") + value + "\n" + line(meaning)
      }
    }
    if !help.examples.isEmpty { text += ".SH \(title("EXAMPLES"))\n" }
    for example in help.examples { text += ".TP\n.B \(escaped(example.command))\n\(line(example.meaning))" }
    return text + ".SH \(title("SEE ALSO"))\n.BR hanscan (1)\n"
  }

  /// `hanscan(1)`: every command, and what holds for all of them.
  static func overview() -> String {
    let help = HelpFile.current["hanscan"]
    var text = head("hanscan", summary: help.summary)
    text += ".SH \(title("SYNOPSIS"))\n.B hanscan\n.I COMMAND\n[\\fIOPTION\\fR...]\n"
    text += ".SH \(title("DESCRIPTION"))\n" + paragraphs(help.discussion) + ".SH \(title("COMMANDS"))\n"
    var heading = ""
    for command in HelpFile.current.sections where !command.group.isEmpty {
      if heading != command.group { text += ".SS \(line(command.group))" }
      heading = command.group
      text += ".TP\n.BR hanscan\\-\(escaped(command.name)) (1)\n\(line(command.summary))"
    }
    for entry in help.entries {
      if heading != entry.heading { text += ".SH \(line(entry.heading.uppercased()))" }
      heading = entry.heading
      text += ".TP\n.B \(escaped(entry.name))\n\(line(entry.text))"
    }
    return text
  }

  /// `hanscan.conf(5)`: the files that options of `run` may stand in.
  static func configuration(of command: any Command.Type) -> String {
    let help = HelpFile.current[ConfigurationFile.manualName]
    var text = head(ConfigurationFile.manualName, section: 5, summary: help.summary)
    text += ".SH \(title("SYNOPSIS"))\n"
    for path in ConfigurationFile.usualPlaces { text += ".I \(escaped(path))\n.br\n" }
    text +=
      ".SH \(title("DESCRIPTION"))\n" + paragraphs(help.discussion) + ".SH \(title("OPTIONS"))\n" + line(help.usage)
    for option in command.options where ConfigurationFile.takes(option) {
      let value = option.value.map { "\\fI\(escaped($0))\\fR" } ?? "yes|no"
      text += ".TP\n\\fB\(escaped(option.name))\\fR = \(value)\n" + line(command.text(of: option))
    }
    text += ".SH \(title("EXAMPLES"))\n.nf\n" + help.examples.map { line($0.command) }.joined()
    return text + ".fi\n.SH \(title("SEE ALSO"))\n.BR hanscan\\-run (1),\n.BR hanscan\\-config (1)\n"
  }

  private static func head(_ name: String, section: Int = 1, summary: String) -> String {
    let entry = "\(escaped(name.uppercased())) \(section)"
    let kind = escaped(said(section == 5 ? "File Formats" : "User Commands"))
    return ".TH \(entry) \"\" \"hanscan \(escaped(HanScanCommand.version))\" \"\(kind)\"\n"
      + ".SH \(title("NAME"))\n\(escaped(name)) \\- \(escaped(summary))\n"
  }

  private static func title(_ text: Message) -> String { escaped(text.text) }

  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { line(String($0)) }.joined(separator: ".PP\n")
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
