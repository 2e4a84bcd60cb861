import RunSupport
import StoreFiles
import Export
import Glibc
import PageModel
import ResultStore

/// `hanscan export`: the files again, from the store alone.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Make the files of all pages again from the store; no page is read again."
  static let usage = "--out OUT [--to DIR] [OPTION...]"
  static let discussion = """
    Without --to the files go where the runs put them, and missing ones are made. With --to they go to another \
    directory, and with --stdout to standard output, pages in order. PDF has the pictures in it, so the scans must be \
    where they were; one that has changed since it was read gets none.

    With --name the scans themselves are copied or linked, to OUT/named or to --to, under names that say what they are. A \
    name that is taken gets a number; nothing is written over. What is called how stands on standard output, and for \
    OUT/named in the store, so that a second call copies only what is new. Fields are those of 'hanscan show --fields', \
    and name, year and month; a slash makes folders.

    Exit status: 0 all files were made, 65 some were not (the reasons are on standard error), 66 there is no store.
    """
  static let options: [Option] =
    [
      Option("to", "t", value: "DIR", "Another directory for the files."),
      Option(
        "once",
        "Each receipt once: leave out pages whose receipts are all on an earlier page, or that repeat one byte for "
          + "byte."),
      Option("present", "Leave out pages whose files are no longer there."),
      Option("stdout", "Write to standard output instead of files."),
      FormatOptions.several("What is written"),
      Option(
        "name", value: "PATTERN",
        "Copy the scans instead, under names made of their fields: '{date}_{merchant}_{total}'."),
      Option("link", "With --name: hard links, not copies."),
      Option(
        "jobs", "j", value: "N",
        "Worker processes that pack pictures for PDFs. Default: the cores that this process may use."),
      MarkTagOption.option,
    ] + FormatOptions.details + ReaderOptions.limits + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan export --out texts --format json", "JSON for what was read as text before."),
    ("hanscan export --out texts --name '{year}/{date}_{merchant}_{total}'", "Copies that say what they are."),
    ("hanscan export --out texts --stdout --format json | jq .text", "All pages as JSON Lines."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    try arguments.refuse("to", with: "stdout", because: "the pages go to one place")
    let store = try StoreOptions.path(from: arguments)
    try withStoreErrors { try ResultStore.checkPlace(store, creating: false) }
    if let directory = try arguments.path("to") { try checkThatNoScansLie(in: directory, store: store) }
    if let tags = try MarkTagOption.text(of: arguments) {
      do { try MarkTagging.apply(tags, to: StoreOptions.path(from: arguments)) } catch let failure as RunFailure {
        throw CommandFailure(failure)
      }
    }
    if arguments.has("name") { return try name(arguments, console) }
    if arguments.has("link") { throw CommandFailure.usage("--link goes with --name") }
    let formats = try FormatOptions.several(of: arguments)
    if arguments.has("stdout") { return try stream(formats[0], arguments, console) }
    guard let directory = try arguments.path("to") ?? arguments.path("out") else {
      throw CommandFailure.usage("say where the files go: --out DIR or --to DIR")
    }
    let selection = selection(of: arguments)
    if selection.once || selection.isPresent, !arguments.has("to"), let whole = formats.first(where: { !($0 is any PageExporter) }) {
      throw CommandFailure.usage(
        "\(selection.once ? "--once" : "--present") takes --to DIR for \(whole.name): what runs write into \(directory) holds everything")
    }
    do {
      let pictures = try pictures(from: arguments)
      let outcome = try PageFiles.export(
        from: StoreOptions.path(from: arguments), to: directory, formats: formats,
        isHome: !arguments.has("to"), selection: selection, pictures: pictures)
      for problem in outcome.problems { console.error("hanscan export: \(problem)\n") }
      console.error("hanscan: \(counted(outcome.count, "file")) in \(directory)\n", .information)
      return outcome.problems.isEmpty ? .success : .pagesFailed
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  private static func selection(of arguments: Arguments) -> PageSelection {
    var selection = PageSelection()
    selection.once = arguments.has("once")
    selection.isPresent = arguments.has("present")
    return selection
  }

  private static func pictures(from arguments: Arguments) throws -> PictureSettings {
    var pictures = PictureSettings(executable: try Program.path())
    pictures.limits = try ReaderOptions.limits(from: arguments)
    pictures.workers = try arguments.integer("jobs", in: 1...1024) ?? Program.availableCores
    return pictures
  }

  /// Refuses the directory that scans were read from: a scan of a file's name, `a.png.pdf`, would be written over.
  private static func checkThatNoScansLie(in directory: ScanPath, store: ScanPath) throws {
    func place(_ path: ScanPath) -> [UInt64]? {
      var facts = stat()
      return path.withCString { stat($0, &facts) } == 0 ? [UInt64(facts.st_dev), UInt64(facts.st_ino)] : nil
    }
    // A store that can't be opened is told by what opens it next.
    guard let base = try? ResultStore(store, mode: .readOnly).base(), let scans = place(base), scans == place(directory)
    else { return }
    throw CommandFailure.usage("--to \(directory) is where the scans lie; choose another directory for the files")
  }

  /// Scans under readable names, and on standard output which is called how.
  private static func name(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    try arguments.refuse("name", with: "stdout", because: "scans are copied to files")
    let text = try arguments.text("name") ?? ""
    let pattern: NamePattern
    do { pattern = try NamePattern(text) } catch {
      throw CommandFailure.usage("--name '\(text)': \(error)")
    }
    let formats = try arguments.text("format")
    guard formats == nil || formats == "pdf" else {
      throw CommandFailure.usage("--name takes the scans, or with --format pdf their PDFs")
    }
    guard let directory = try arguments.path("to") ?? arguments.path("out") else {
      throw CommandFailure.usage("say where the files go: --out DIR or --to DIR")
    }
    do {
      let pictures = try pictures(from: arguments)
      let outcome = try NamedFiles(
        pattern: pattern, directory: directory, isHome: !arguments.has("to"), links: arguments.has("link"),
        takesPDF: formats == "pdf", home: try arguments.path("out"), once: arguments.has("once"), pictures: pictures
      ).make(from: StoreOptions.path(from: arguments))
      for (document, name) in outcome.names { console.output("\(document)\t\(name)\n") }
      for problem in outcome.problems { console.error("hanscan export: \(problem)\n") }
      return outcome.problems.isEmpty ? .success : .pagesFailed
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  private static func stream(
    _ format: any Exporter, _ arguments: Arguments, _ console: Console
  ) throws -> ExitStatus {
    let store = try StoreOptions.open(arguments)
    let stream = ResultStream(console: console, format: format)
    var page = try withStoreErrors { try store.firstPage() }
    while let here = page {
      page = try withStoreErrors { try store.page(after: here.id) }
      guard try withStoreErrors({ try selection(of: arguments).takes(here, in: store) }) else { continue }
      let written = try withStoreErrors { try stream.write(here.record, from: store) }
      if case .failed(let reason) = written {
        throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
      }
    }
    if case .failed(let reason) = stream.finish() {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }
}
