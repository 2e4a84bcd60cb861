import Export

/// The option `--format`, for every command that writes pages; the list of exporters is what it takes.
enum FormatOptions {
  /// The option of a command that writes any number of formats, with what becomes of them.
  static func several(_ meaning: String) -> Option {
    Option(
      "format", "f", value: "LIST",
      "\(meaning): \(described(Exporters.all)), joined by commas. Default: \(standard.name).",
      words: Exporters.all.map(\.name))
  }

  /// The option of a command that writes one page.
  static let one = Option(
    "format", "f", value: "FORMAT", "One of \(described(Exporters.ofPages)). Default: \(standard.name).",
    words: Exporters.ofPages.map(\.name))

  /// What goes with the formats.
  static let details = [
    Option("bom", "Begin csv with a byte order mark, by which Excel knows UTF-8.")
  ]

  /// What is written unless the user says otherwise.
  static var standard: any PageExporter { Exporters.ofPages[0] }

  private static func described(_ formats: [any Exporter]) -> String {
    formats.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")
  }

  /// The format that was asked for, of a command that writes one page.
  static func one(of arguments: Arguments) throws -> any PageExporter {
    guard let name = try arguments.text("format") else { return standard }
    guard let format = Exporters.ofPages(named: name) else { throw refusal(name, Exporters.ofPages.map(\.name)) }
    return format
  }

  /// The formats that were asked for; one where they go to standard output.
  static func several(of arguments: Arguments) throws -> [any Exporter] {
    guard let text = try arguments.text("format") else { return [standard] }
    let formats = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      try exporter(String(name), arguments)
    }
    guard Set(formats.map(\.name)).count == formats.count else {
      throw CommandFailure.usage("--format names a format twice: \(text)")
    }
    guard arguments.has("stdout") else { return formats }
    if formats.count > 1 {
      let names = formats.map(\.name).joined(separator: " or ")
      throw CommandFailure.usage("--stdout writes one format: --format \(names)")
    }
    if let format = formats.first(where: { !ResultStream.takes($0) }) {
      throw CommandFailure.usage("--stdout can't write \(format.name): it is made of files; leave --stdout out")
    }
    return formats
  }

  private static func exporter(_ name: String, _ arguments: Arguments) throws -> any Exporter {
    guard let format = Exporters.named(name) else { throw refusal(name, Exporters.all.map(\.name)) }
    return format is CSVExporter ? CSVExporter(hasByteOrderMark: arguments.has("bom")) : format
  }

  private static func refusal(_ name: String, _ known: [String]) -> CommandFailure {
    CommandFailure.usage(
      "--format takes names of \(known.joined(separator: ", ")), not '\(name)'\(Suggestion.of(name, among: known))")
  }
}
