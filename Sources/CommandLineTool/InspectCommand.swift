import RunSupport
import Views
import Export
import PageModel

/// `hanscan inspect`: why a page was read as it was.
enum InspectCommand: Command {
  static let name = "inspect"
  static let summary = "Show how one page is read: what was found on it, how sure each word is, doubtful lines."
  static let usage = "FILE --out DIR [--page N] [OPTION...]"
  static let discussion = """
    DIR gets index.html, for any browser, and what it shows: overview.png (print, lines and words over the original, the \
    words in the colour of their confidence), prepared-N.png (the page made ready), line-N-M.png (doubtful lines as the \
    network was given them), and inspection.json with all of it for programs. Files of these names are written over.

    Exit status: 0 the page was inspected, 65 it can't be read (the reason is on standard error), 66 there is no such file.
    """
  static let options: [Option] =
    [
      Option("out", "o", value: "DIR", "Where the files go; made where there is none."),
      Option("page", "p", value: "N", "The page of a document of several, from 1. Default: 1."),
      Option("require-sandbox", "Refuse to run (exit 69) where a layer of the worker's sandbox is missing."),
    ] + ReaderOptions.limits + ReaderOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan inspect lunch.jpg --out lunch", "Then open lunch/index.html."),
    ("hanscan inspect letter.tiff --page 2 --out letter --prepare none", "The second page, read as it is."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard arguments.operands.count == 1, let file = arguments.operands.first else {
      throw CommandFailure.usage("say which file: one picture or document")
    }
    guard let directory = try arguments.path("out") else {
      throw CommandFailure.usage("say where the pictures go: --out DIR")
    }
    let page = try arguments.integer("page", in: 1...1_000_000) ?? 1
    var settings = PageInspector.Settings(file: file, executable: try Program.path())
    settings.page = page - 1
    settings.reader = try ReaderOptions.settings(from: arguments)
    settings.limits = try ReaderOptions.limits(from: arguments)
    settings.requiresSandbox = arguments.has("require-sandbox")
    do {
      let outcome = try PageInspector(settings: settings).run {
        console.error("hanscan: \($0)\n")
      }
      switch outcome {
      case .failed(let problem):
        console.error("hanscan inspect: \(file) page \(page): \(problem.message)\n")
        return .pagesFailed
      case .inspected(let inspection, let facts):
        let report = try InspectionReport(inspection, of: facts)
        if let name = report.nameTaken(by: file, in: directory) {
          throw CommandFailure.usage("\(file) would be written over by \(name); choose another --out")
        }
        try report.write(to: directory)
        let text = summary(inspection, facts) + "\(directory.appending("index.html"))\n"
        if case .failed(let reason) = console.output(text) {
          throw CommandFailure(.inputOutput, "standard output can't be written: \(reason); the files are there")
        }
        return .success
      }
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    } catch let error as ExportError {
      throw CommandFailure(error.reason == .inputOutput ? .inputOutput : .cannotCreate, "\(error)")
    }
  }

  private static func summary(_ inspection: PageInspection, _ facts: InspectionFacts) -> String {
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
