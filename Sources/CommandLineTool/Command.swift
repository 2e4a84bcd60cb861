import PageModel

/// A subcommand: what it is called, what it takes, and what it does.
protocol Command {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What follows the command's name, such as `IN... --out OUT`.
  static var usage: String { get }
  /// A paragraph below the usage, or nothing.
  static var discussion: String { get }
  static var options: [Option] { get }
  /// What the first operand may be, where that is one of some words; a shell completes them.
  static var operands: [String] { get }
  /// Commands to try, each with what it does.
  static var examples: [(command: String, meaning: String)] { get }

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus
}

extension Command {
  static var discussion: String { "" }
  static var operands: [String] { [] }
  static var examples: [(command: String, meaning: String)] { [] }

  /// The page that `hanscan NAME --help` prints.
  static var helpText: String {
    var text = "\(summary)\n\nUsage: hanscan \(name)\(usage.isEmpty ? "" : " " + usage)\n"
    if !discussion.isEmpty { text += "\n" + wrap(discussion, indent: 0) + "\n" }
    text += "\nOptions:\n"
    for option in options + [.help] {
      let letter = option.letter.map { "-\($0), " } ?? "    "
      let head = "  \(letter)--\(option.name)\(option.value.map { " " + $0 } ?? "")"
      let body = wrap(option.help, indent: 30)
      if head.count >= 29 {
        text += head + "\n" + body + "\n"
      } else {
        text += head + String(repeating: " ", count: 30 - head.count) + body.dropFirst(30) + "\n"
      }
    }
    if !examples.isEmpty {
      text += "\nExamples:\n"
      for example in examples { text += "  \(example.command)\n" + wrap(example.meaning, indent: 6) + "\n" }
    }
    return text
  }
}

/// Text broken into lines of at most 100 columns, each indented; paragraphs stay apart.
func wrap(_ text: String, indent: Int) -> String {
  let margin = String(repeating: " ", count: indent)
  return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > 100 {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(line.isEmpty ? "" : margin + line)
    return lines.joined(separator: "\n")
  }.joined(separator: "\n")
}
