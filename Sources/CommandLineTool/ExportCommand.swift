import Bookkeeping
import Export
import Glibc
import PageModel
import ResultStore
import RunSupport
import StoreFiles

/// `hanscan export`: the files again, from the store alone.
struct ExportCommand: Command {
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
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan export --out texts --format json", "JSON for what was read as text before."),
    ("hanscan export --out texts --name '{year}/{date}_{merchant}_{total}'", "Copies that say what they are."),
    ("hanscan export --out texts --stdout --format json | jq .text", "All pages as JSON Lines."),
  ]

  @Option("to", "t", value: "DIR", .path, "Another directory for the files.") var target: ScanPath?
  @Option(
    "once",
    "Each receipt once: leave out pages whose receipts are all on an earlier page, or that repeat one byte for byte.")
  var once: Bool
  @Option("present", "Leave out pages whose files are no longer there.") var isPresent: Bool
  @Option("stdout", "Write to standard output instead of files.") var isStream: Bool
  let format = FormatOptions()
  @Option(
    "name", value: "PATTERN", .text,
    "Copy the scans instead, under names made of their fields: '{date}_{merchant}_{total}'.")
  var pattern: String?
  @Option("link", "With --name: hard links, not copies.") var links: Bool
  @Option(
    "jobs", "j", value: "N", .integer(1...1024),
    "Worker processes that pack pictures for PDFs. Default: the cores that this process may use.")
  var jobs = Program.availableCores
  let tags = MarkTagOptions()
  let limits = LimitOptions()
  let store = StoreOptions()

  func check() throws(RunFailure) {
    try $target.refuse(with: $isStream, because: "the pages go to one place")
    try $pattern.refuse(with: $isStream, because: "scans are copied to files")
    try $links.needs($pattern)
  }

  func run(console: Console) throws -> ExitStatus {
    let path = try store.existingPath()
    if let target { try checkThatNoScansLie(in: target, store: path) }
    if let tags = try tags.text() { try MarkTagging.apply(tags, to: path) }
    if let language = format.language.language {
      try ResultStore(path, mode: .readWrite(creating: false)).set(.exportLanguage, to: language.rawValue)
    }
    let formats = try format.formats(toStandardOutput: isStream)
    if isStream { return try stream(formats[0], console) }
    guard let directory = target ?? store.directory else {
      throw RunFailure.usage("say where the files go: --out DIR or --to DIR")
    }
    var pictures = PictureSettings(executable: try Program.path())
    (pictures.limits, pictures.workers) = (limits.limits, jobs)
    if let pattern { return try copy(as: pattern, to: directory, from: path, pictures, console) }
    if once || isPresent, target == nil, let whole = formats.first(where: { !($0 is any PageExporter) }) {
      throw RunFailure.usage(
        "--\(once ? $once.name : $isPresent.name) takes --to DIR for \(whole.name): what runs write into \(directory) "
          + "holds everything")
    }
    let outcome = try PageFiles.export(
      from: path, to: directory, formats: formats, isHome: target == nil, selection: selection, pictures: pictures)
    for problem in outcome.problems { console.error("hanscan export: \(problem)\n") }
    console.error("hanscan: \(counted(outcome.count, "file")) in \(directory)\n", .information)
    return outcome.problems.isEmpty ? .success : .pagesFailed
  }

  private var selection: PageSelection {
    var selection = PageSelection()
    (selection.once, selection.isPresent) = (once, isPresent)
    return selection
  }

  /// Refuses the directory that scans were read from: a scan of a file's name, `a.png.pdf`, would be written over.
  private func checkThatNoScansLie(in directory: ScanPath, store: ScanPath) throws {
    func place(_ path: ScanPath) -> [UInt64]? {
      var facts = stat()
      return path.withCString { stat($0, &facts) } == 0 ? [UInt64(facts.st_dev), UInt64(facts.st_ino)] : nil
    }
    // A store that can't be opened is told by what opens it next.
    guard let base = try? ResultStore(store, mode: .readOnly).base(), let scans = place(base), scans == place(directory)
    else { return }
    throw RunFailure.usage("--to \(directory) is where the scans lie; choose another directory for the files")
  }

  /// Scans under readable names, and on standard output which is called how.
  private func copy(
    as text: String, to directory: ScanPath, from path: ScanPath, _ pictures: PictureSettings, _ console: Console
  ) throws -> ExitStatus {
    let pattern: NamePattern
    do { pattern = try NamePattern(text) } catch { throw RunFailure.usage("--name '\(text)': \(error)") }
    let names = format.named.map(\.name)
    guard names.isEmpty || names == ["pdf"] else {
      throw RunFailure.usage("--name takes the scans, or with --format pdf their PDFs")
    }
    let outcome = try NamedFiles(
      pattern: pattern, directory: directory, isHome: target == nil, links: links, takesPDF: !names.isEmpty,
      home: store.directory, once: once, pictures: pictures
    ).make(from: path)
    for (document, name) in outcome.names { console.output("\(document)\t\(name)\n") }
    for problem in outcome.problems { console.error("hanscan export: \(problem)\n") }
    return outcome.problems.isEmpty ? .success : .pagesFailed
  }

  private func stream(_ format: any Exporter, _ console: Console) throws -> ExitStatus {
    let store = try store.open()
    let stream = ResultStream(console: console, format: format)
    var page = try store.firstPage()
    while let here = page {
      page = try store.page(after: here.id)
      guard try selection.takes(here, in: store) else { continue }
      if try stream.write(here.record, from: store) != .written { return .success }
    }
    _ = stream.finish()
    return .success
  }
}
