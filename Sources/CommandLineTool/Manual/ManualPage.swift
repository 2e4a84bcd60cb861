import Support

/// The pages of the manual, in roff's man macros: templates over the table that the help is made from.
enum ManualPage {
  /// A line of a list; the first of several with one heading has it.
  private typealias Row = (heading: String, values: JSONValue.Members)

  /// `hanscan-NAME(1)`.
  static func page(of command: any Command.Type) -> String {
    let help = command.help
    let options = command.groups.flatMap { group in group.options.map { (group.heading, values(of: $0, $1)) } }
    return text(
      PackageResources.command_roff, "hanscan-\(command.name)", help,
      ["command": .string(command.name), "usage": .string(help.usage), "options": list(options)])
  }

  /// `hanscan(1)`: every command, and what holds for all of them.
  static func overview() -> String {
    let help = HelpFile.current["hanscan"]
    let commands = HelpFile.current.sections.filter { !$0.group.isEmpty }
    return text(
      PackageResources.overview_roff, "hanscan", help,
      [
        "commands": list(commands.map { ($0.group, ["command": .string($0.name), "text": .string($0.summary)]) }),
        "entries": list(
          help.entries.map { ($0.heading.uppercased(), ["entry": .string($0.name), "text": .string($0.text)]) }),
      ])
  }

  /// `hanscan.conf(5)`: the files that options of `run` may stand in.
  static func configuration(of run: any Command.Type) -> String {
    let help = HelpFile.current[ConfigurationFile.manualName]
    let options = run.options.filter(ConfigurationFile.takes).map { values(of: $0, run.text(of: $0)) }
    return text(
      PackageResources.configuration_roff, ConfigurationFile.manualName, help, section: 5,
      [
        "usage": .string(help.usage), "options": list(options.map { ("", $0) }),
        "places": .array(ConfigurationFile.usualPlaces.map { .string($0) }),
      ])
  }

  private static func values(of option: DeclaredOption, _ text: String) -> JSONValue.Members {
    var values = option.values
    values["text"] = .string(text)
    return values
  }

  private static func list(_ rows: [Row]) -> JSONValue {
    var last = ""
    return .array(
      rows.map { row in
        var values = row.values
        if row.heading != last { values["heading"] = .string(row.heading) }
        last = row.heading
        return .object(values)
      })
  }

  private static func text(
    _ template: [UInt8], _ page: String, _ help: HelpText, section: Int = 1, _ values: JSONValue.Members
  ) -> String {
    let titles: [String] = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXAMPLES", "SEE ALSO"]
    var all = values
    for title in titles { all[title.filter(\.isLetter)] = .string(said(Message(stringLiteral: title))) }
    let description = help.discussion.isEmpty ? help.summary : help.discussion
    all.add([
      "page": .string(page), "title": .string(page.uppercased()), "section": .integer(section),
      "version": .string(ProgramFacts.version),
      "kind": .string(said(section == 5 ? "File Formats" : "User Commands")),
      "summary": .string(help.summary), "hasExamples": .boolean(!help.examples.isEmpty),
      "description": .string(
        description.split(separator: "\n\n").map { escaped(String($0)) }.joined(separator: "\n.PP\n")),
      "examples": .array(
        help.examples.map { .object(["example": .string($0.command), "text": .string($0.meaning)]) }),
    ])
    return Template(template, escape: escaped).text(all)
  }

  /// Backslashes, hyphens and tildes as they are: roff makes a dash of a plain `-`, and an accent of `~`; no macro is
  /// taken from a line's start.
  @Sendable private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("~", with: "\\(ti")
    return (plain.hasPrefix(".") ? "\\&" : "")
      + plain.unicodeScalars.map { scalar in
        guard !scalar.isASCII else { return String(scalar) }
        return "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded(to: 4, isRight: true, with: "0"))]"
      }.joined()
  }
}
