import Export
import RunSupport

/// `hanscan schema`: what a page's JSON looks like, for programs that read it.
struct SchemaCommand: Command {
  static let name = "schema"

  func run(console: Console) throws -> ExitStatus {
    console.output(bytes: PageSchema.bytes)
    return .success
  }
}
