import Export
import PageModel
import RunSupport
import Views

/// `hanscan inspect`: why a page was read as it was.
struct InspectCommand: Command {
  static let name = "inspect"
  static let summary = "Show how one page is read: what was found on it, how sure each word is, doubtful lines."
  static let usage = "FILE --out DIR [--page N] [OPTION...]"
  static let discussion = """
    DIR gets index.html, for any browser, and what it shows: overview.png (print, lines and words over the original, the \
    words in the colour of their confidence), prepared-N.png (the page made ready), line-N-M.png (doubtful lines as the \
    network was given them), and inspection.json with all of it for programs. Files of these names are written over.

    Exit status: 0 the page was inspected, 65 it can't be read (the reason is on standard error), 66 there is no such file.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan inspect lunch.jpg --out lunch", "Then open lunch/index.html."),
    ("hanscan inspect letter.tiff --page 2 --out letter --prepare none", "The second page, read as it is."),
  ]

  @Option("out", "o", value: "DIR", .path, "Where the files go; made where there is none.") var directory: ScanPath?
  @Option("page", "p", value: "N", .integer(1...1_000_000), "The page of a document of several, from 1. Default: 1.")
  var page = 1
  @Option("require-sandbox", "Refuse to run (exit 69) where a layer of the worker's sandbox is missing.")
  var requiresSandbox: Bool
  let limits = LimitOptions()
  let reader = ReaderOptions()
  @Operands(1...1, "say which file: one picture or document") var files: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let (file, directory) = (files[0], try $directory.required("say where the pictures go"))
    var settings = PageInspector.Settings(file: file, executable: try Program.path())
    settings.page = page - 1
    (settings.reader, settings.limits) = (try reader.settings(), limits.limits)
    settings.requiresSandbox = requiresSandbox
    switch try PageInspector(settings: settings).run(warn: { console.error("hanscan: \($0)\n") }) {
    case .failed(let problem):
      throw RunFailure(.pagesFailed, "\(file) page \(page): \(problem.message)")
    case .inspected(let inspection, let facts):
      let report = try InspectionReport(inspection, of: facts)
      if let name = report.nameTaken(by: file, in: directory) {
        throw RunFailure.usage("\(file) would be written over by \(name); choose another --out")
      }
      try report.write(to: directory)
      console.output(summary(inspection, facts) + "\(directory.appending("index.html"))\n")
      return .success
    }
  }

  private func summary(_ inspection: PageInspection, _ facts: InspectionFacts) -> String {
    var text = "\(facts.path), page \(facts.page + 1) of \(facts.pageCount), read with "
    text += facts.reader.models.map(\.name).joined(separator: "+") + "\n"
    guard let page = inspection.page else { return text + "nothing is printed on it\n" }
    text += "\(page.width) x \(page.height) pixels"
    if !inspection.regions.isEmpty { text += ", \(counted(inspection.regions.count, "piece")) of print marked" }
    if let preparation = page.preparation {
      if preparation.rotation != 0 { text += ", rotated by \(preparation.rotation) degrees" }
      if preparation.angle != 0 { text += ", skew of \(preparation.angle) degrees removed" }
      text += ", scaled by \(preparation.scale)"
    }
    let lines = inspection.lines.filter { $0.kind == .text }
    let doubtful = inspection.lines.count { !$0.readings.isEmpty }
    let characters = lines.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.text.count } }
    text += "\n\(counted(lines.count, "line")), \(counted(characters, "character")), \(doubtful) doubtful"
    text += "; confidence \(page.confidence)\n"
    return text
  }
}
