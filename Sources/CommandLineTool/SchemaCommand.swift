import Export
import RunSupport

/// `hanscan schema`: what a page's JSON looks like, for programs that read it.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "Print the JSON Schema that every page's JSON follows."
  static let usage = ""

  func run(console: Console) throws -> ExitStatus {
    console.output(bytes: PageSchema.bytes)
    return .success
  }
}
