import Export

/// `hanscan schema`: what a page's JSON looks like, for programs that read it.
enum SchemaCommand: Command {
  static let name = "schema"
  static let summary = "Print the JSON Schema that every page's JSON follows."
  static let usage = ""
  static let options: [Option] = []

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    console.output(bytes: PageSchema.bytes)
    return .success
  }
}
