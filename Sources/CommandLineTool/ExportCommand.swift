import Export
import PageModel
import Pipeline
import ResultStore

/// `hanscan export`: the files again, from the store alone.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Make the files of all pages again from the store; no picture is read."
  static let usage = "--out OUT [--to DIR] [OPTION...]"
  static let discussion = """
    Without --to the files go where the runs put them, and missing ones are made. With --to they go to another \
    directory, and with --stdout to standard output, pages in order.
    """
  static let options: [Option] =
    [
      Option("to", "t", value: "DIR", "Another directory for the files."),
      Option("once", "Each receipt once: leave out pages whose receipts are all on an earlier page."),
      Option("stdout", "Write to standard output instead of files."),
      FormatOptions.several("What is written"),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan export --out texts --format json", "JSON for what was read as text before."),
    ("hanscan export --out texts --stdout --format json | jq .text", "All pages as JSON Lines."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    try arguments.refuse("to", with: "stdout", because: "the pages go to one place")
    let formats = try FormatOptions.several(of: arguments)
    if arguments.has("stdout") { return try stream(formats[0], arguments, console) }
    guard let directory = try arguments.path("to") ?? arguments.path("out") else {
      throw CommandFailure.usage("say where the files go: --out DIR or --to DIR")
    }
    do {
      let count = try PageFiles.export(
        from: StoreOptions.path(from: arguments), to: directory, formats: formats,
        isHome: !arguments.has("to"), once: arguments.has("once"))
      console.error("hanscan: \(counted(count, "file")) in \(directory)\n")
      return .success
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  private static func stream(
    _ format: any PageExporter, _ arguments: Arguments, _ console: Console
  ) throws -> ExitStatus {
    let store = try StoreOptions.open(arguments)
    let stream = ResultStream(console: console, format: format)
    var page = try withStoreErrors { try store.firstPage() }
    while let here = page {
      page = try withStoreErrors { try store.page(after: here.id) }
      if arguments.has("once"), try withStoreErrors({ try store.isRepeated(here.id) }) { continue }
      let written = try withStoreErrors { try stream.write(here.record, from: store) }
      if case .failed(let reason) = written {
        throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
      }
    }
    return .success
  }
}
