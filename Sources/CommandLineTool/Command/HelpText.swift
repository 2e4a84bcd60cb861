import Bookkeeping
import CTexts
import Export
import PageModel
import Support
import Understanding

/// The texts of one command: its section of a help file, which help, manual, completions and `config` read.
///
/// A section starts with `@ NAME` and its summary. `> ` is the usage, `= ` a heading of the options below it, `--NAME  `
/// an option, `* ` any other entry, `& NAME` the entries of a section above, `$ ` an example, and `== ` a heading of the
/// commands below it. An indented line continues the entry above; other lines are the discussion.
struct HelpText {
  /// An option, an exit status or a file; its text is empty if the section `shared` has it.
  typealias Entry = (name: String, heading: String, text: String)

  let name: String
  /// The heading of the commands that it belongs to.
  let group: String
  var summary = ""
  /// The words after the command's name, such as `IN... --out OUT`.
  var usage = ""
  /// Paragraphs, an empty line between them.
  var discussion = ""
  var entries: [Entry] = []
  var examples: [(command: String, meaning: String)] = []

  static let shared = "shared"

  var exampleText: String {
    let rows = examples.map { "  \($0.command)\n" + wrap($0.meaning, indent: 6) + "\n" }
    return rows.isEmpty ? "" : "\n\(said("Examples:"))\n" + rows.joined()
  }
}

/// All sections of one language.
struct HelpFile {
  private(set) var sections: [HelpText] = []

  private static let english = HelpFile([UInt8](embedded: hanscan_en_help), .english)
  private static let korean = HelpFile([UInt8](embedded: hanscan_ko_help), .korean)
  static var current: HelpFile { of(.current) }

  static func of(_ language: MessageLanguage) -> HelpFile { language == .korean ? korean : english }

  private init(_ bytes: [UInt8], _ language: MessageLanguage) {
    var text = String(decoding: bytes, as: UTF8.self)
    for (name, list) in Self.lists(language) { text = text.replacing("{\(name)}", with: list) }
    var (group, heading) = ("", "")
    var open: WritableKeyPath<HelpText, String> = \.summary
    var separator = " "
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = String(line.prefix { $0 != " " })
      let rest = String(line.dropFirst(mark.count + 1))
      let last = sections.count - 1
      switch mark {
      case "@":
        (heading, open) = ("", \.summary)
        sections.append(HelpText(name: rest, group: group))
      case "==": group = rest
      case "=": heading = rest
      case ">": sections[last].usage = rest
      case "&": sections[last].entries += self[rest].entries
      case "$":
        open = \.examples[sections[last].examples.count].meaning
        sections[last].examples.append((rest, ""))
      case "" where rest.isEmpty: (open, separator) = (\.discussion, "\n\n")
      case _ where mark == "*" || mark.hasPrefix("--") && (rest.isEmpty || rest.hasPrefix(" ")):
        open = \.entries[sections[last].entries.count].text
        let words =
          mark == "*" ? rest.split(separator: "  ", maxSplits: 1) : [mark.dropFirst(2), rest.drop { $0 == " " }]
        sections[last].entries.append(
          (String(words[0]), heading, words.count > 1 ? String(words[1]) : ""))
      default:
        if !sections[last][keyPath: open].isEmpty {
          sections[last][keyPath: open] += open == \.discussion ? separator : " "
        }
        sections[last][keyPath: open] += line.drop { $0 == " " }
        separator = " "
      }
    }
    if language == .english { return }
    // The words after the names of commands are the same in all languages, unless the file has others.
    for (index, section) in sections.enumerated() {
      let usage = section.usage.isEmpty ? Self.english[section.name].usage : section.usage
      sections[index].usage = usage.replacing("OPTION...", with: ("OPTION..." as Message).text(in: language))
    }
  }

  subscript(name: String) -> HelpText { sections.first { $0.name == name } ?? HelpText(name: name, group: "") }

  /// The lists that texts name in braces.
  private static func lists(_ language: MessageLanguage) -> [(name: String, list: String)] {
    func formats(_ formats: [any Exporter]) -> String {
      formats.map { "\($0.name) (\(("\($0.summary)" as Message).text(in: language)))" }.joined(separator: ", ")
    }
    /// The words of options, with their meaning if they are in another language.
    func words(_ words: [String]) -> String {
      words.map { word in
        let meaning = Message(stringLiteral: word).text(in: language)
        return meaning == word ? word : "\(word)(\(meaning))"
      }.joined(separator: ", ")
    }
    return [
      ("formats", formats(Exporters.all)), ("page-formats", formats(Exporters.ofPages)),
      ("fields", words(FieldName.allCases.map(\.rawValue))), ("states", words(PageState.allCases.map(\.rawValue))),
      ("steps", words(ReaderSettings.Step.allCases.map(\.rawValue))),
      ("programs", ProgramLayout.all.map(\.name).joined(separator: ", ")),
      ("places", ConfigurationFile.usualPlaces.joined(separator: ", ")),
      ("adding", RunOptions().declared.filter(\.addsUp).map(\.name).sorted().joined(separator: ", ")),
      ("tolerance", decimal(ReceiptComparison.tolerance * 100, 0)),
    ]
  }
}

extension Command {
  static var help: HelpText { HelpFile.current[name] }

  /// All options with their texts below their headings, in the order of the help file; those without heading first.
  static var groups: [(heading: String, options: [(option: DeclaredOption, text: String)])] {
    let known = options + DeclaredOption.common
    var shown: Set<String> = []
    let shared = HelpFile.current[HelpText.shared].entries
    let entries = (help.entries + shared).filter { entry in
      known.contains { $0.name == entry.name } && shown.insert(entry.name).inserted
    }
    var groups: [(heading: String, options: [(option: DeclaredOption, text: String)])] = []
    for entry in entries.filter(\.heading.isEmpty) + entries.filter({ !$0.heading.isEmpty }) {
      guard let option = known.first(where: { $0.name == entry.name }) else { continue }
      if groups.last?.heading != entry.heading { groups.append((entry.heading, [])) }
      let text = entry.text.isEmpty ? shared.first { $0.name == entry.name }?.text : entry.text
      groups[groups.count - 1].options.append((option, text ?? ""))
    }
    return groups
  }

  static func text(of option: DeclaredOption) -> String {
    groups.lazy.flatMap(\.options).first { $0.option.name == option.name }?.text ?? ""
  }

  /// The page that `hanscan NAME --help` shows.
  static var helpText: String {
    let help = help
    var text = "\(help.summary)\n\n\(said("Usage:")) hanscan \(name)\(help.usage.isEmpty ? "" : " " + help.usage)\n"
    if !help.discussion.isEmpty { text += "\n" + wrap(help.discussion, indent: 0) + "\n" }
    for group in groups {
      text += "\n\(group.heading.isEmpty ? said("Options") : group.heading):\n"
      for (option, meaning) in group.options {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        text += Self.row("\(letter)--\(option.name)\(option.value.map { " " + $0 } ?? "")", meaning, indent: 30)
      }
    }
    return text + help.exampleText
  }

  /// A name, and its meaning in a column beside it.
  static func row(_ name: String, _ meaning: String, indent: Int) -> String {
    let (head, body) = ("  \(name)", wrap(meaning, indent: indent))
    return head.count >= indent - 1 ? "\(head)\n\(body)\n" : head.padded(to: indent) + body.dropFirst(indent) + "\n"
  }
}
