import Export

/// The option `--format`, for every command that writes pages; the list of exporters is what it takes.
enum FormatOptions {
  /// The option of a command that writes any number of formats, with what becomes of them.
  static func several(_ meaning: String) -> Option {
    Option("format", "f", value: "LIST", "\(meaning): \(described), joined by commas. Default: \(standard.name).")
  }

  /// The option of a command that writes one.
  static let one = Option("format", "f", value: "FORMAT", "One of \(described). Default: \(standard.name).")

  /// What is written unless the user says otherwise.
  static var standard: any PageExporter { PageExporters.all[0] }

  private static var described: String {
    PageExporters.all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")
  }

  /// The format that was asked for, of a command that writes one.
  static func one(of arguments: Arguments) throws -> any PageExporter {
    try arguments.text("format").map { try exporter($0) } ?? standard
  }

  /// The formats that were asked for; one where they go to standard output.
  static func several(of arguments: Arguments) throws -> [any PageExporter] {
    guard let text = try arguments.text("format") else { return [standard] }
    let formats = try text.split(separator: ",", omittingEmptySubsequences: false).map { try exporter(String($0)) }
    guard Set(formats.map(\.name)).count == formats.count else {
      throw CommandFailure.usage("--format names a format twice: \(text)")
    }
    if arguments.has("stdout"), formats.count > 1 {
      let names = formats.map(\.name).joined(separator: " or ")
      throw CommandFailure.usage("--stdout writes one format: --format \(names)")
    }
    return formats
  }

  private static func exporter(_ name: String) throws -> any PageExporter {
    if let exporter = PageExporters.named(name) { return exporter }
    let known = PageExporters.all.map(\.name)
    throw CommandFailure.usage(
      "--format takes names of \(known.joined(separator: ", ")), not '\(name)'\(Suggestion.of(name, among: known))")
  }
}
