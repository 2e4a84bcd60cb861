import Export
import PageModel
import ResultStore
import Run
import RunSupport
import StoreFiles
import Support

/// `hanscan export`: the files again, from the store alone.
struct ExportCommand: Command {
  static let name = "export"

  @Option("to", "t", value: "DIR", .path) var target: ScanPath?
  @Option("once") var once: Bool
  @Option("present") var isPresent: Bool
  @Option("stdout") var isStream: Bool
  let format = FormatOptions()
  @Option("name", value: "PATTERN", .text) var pattern: String?
  @Option("link") var links: Bool
  @Option("jobs", "j", value: "N", .integer(1...1024)) var jobs = Program.availableCores
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
    if let tags = try tags.text() { try ResultStore.apply(tags: tags, to: path) }
    if let language = format.language {
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
    var count = 0
    let problems = try PageFiles.export(
      from: path, to: directory, formats: formats, isHome: target == nil, selection: selection, pictures: pictures
    ) {
      count += 1
      console.output(verbatim: "\($0)\n")
    }
    for problem in problems { console.error("hanscan export: \(problem)\n") }
    console.error("hanscan: \(counted(count, "file")) in \(directory)\n", .information)
    tellOfEarlier(try store.open().earlierPages(), console)
    return problems.isEmpty ? .success : .pagesFailed
  }

  private var selection: PageSelection { PageSelection(once: once, isPresent: isPresent) }

  /// Refuses the directory that scans were read from: a scan of a file's name, `a.png.pdf`, would be written over.
  private func checkThatNoScansLie(in directory: ScanPath, store: ScanPath) throws {
    // The next opening reports a store that cannot be opened.
    guard let base = try? ResultStore(store, mode: .readOnly).base(), let scans = StorePlace(base),
      scans == StorePlace(directory)
    else { return }
    throw RunFailure.usage("--to \(directory) is where the scans lie; choose another directory for the files")
  }

  /// Scans under readable names, and on standard output which is called how.
  private func copy(
    as text: String, to directory: ScanPath, from path: ScanPath, _ pictures: PictureSettings, _ console: Console
  ) throws -> ExitStatus {
    let pattern = try RunFailure.converting(NamePattern(text)) { .usage("--name '\(text)': \($0)") }
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
      if try stream.write(here.record, from: store) != .taken { return .success }
    }
    _ = stream.finish()
    tellOfEarlier(try store.earlierPages(), console)
    return .success
  }
}
