import Export
import PageModel
import ResultStore
import RunSupport
import Support
import Views

/// `hanscan inspect`: the steps of a page's reading.
struct InspectCommand: Command {
  static let name = "inspect"

  @Option("out", "o", value: "DIR", .path) var directory: ScanPath?
  @Option("page", "p", value: "N", .integer(1...1_000_000)) var page = 1
  @Option("require-sandbox") var requiresSandbox: Bool
  let limits = LimitOptions()
  let reader = ReaderOptions()
  @Operands(1...1, "say which file: one picture or document") var files: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let (file, directory) = (files[0], try $directory.required("say where the pictures go"))
    var inspector = PageInspector(file: file, executable: try Program.path())
    inspector.page = page - 1
    (inspector.pictures.reader, inspector.pictures.limits) = (try reader.settings(), limits.limits)
    inspector.pictures.requiresSandbox = requiresSandbox
    switch try inspector.run(warn: { console.error("hanscan: \($0)\n") }) {
    case .failure(let error): throw RunFailure(.pagesFailed, "\(file) page \(page): \(error)")
    case .success((let inspection, let facts)):
      let report = try InspectionReport(inspection, of: facts)
      let taken = StorePlace(file).flatMap { own in
        report.files.first { StorePlace(directory.appending($0.name)) == own }
      }
      if let taken { throw RunFailure.usage("\(file) would be written over by \(taken.name); choose another --out") }
      try report.write(to: directory)
      console.output(verbatim: summary(inspection, facts) + "\(directory.appending("index.html"))\n")
      return .success
    }
  }

  private func summary(_ inspection: PageInspection, _ facts: InspectionFacts) -> String {
    let models = facts.reader.models.map(\.name).joined(separator: "+")
    var text = said("\(facts.path), page \(facts.page + 1) of \(facts.pageCount), read with \(models)\n")
    guard let page = inspection.page else { return text + said("no text is on it\n") }
    text += said("\(page.width) x \(page.height) pixels")
    if !inspection.regions.isEmpty { text += said(", \(counted(inspection.regions.count, "piece")) of text marked") }
    if let preparation = page.preparation {
      if preparation.rotation != 0 { text += said(", rotated by \(preparation.rotation) degrees") }
      if preparation.angle != 0 { text += said(", skew of \(preparation.angle) degrees removed") }
      text += said(", scaled by \(preparation.scale)")
    }
    let lines = inspection.lines.filter { $0.kind == .text }
    let doubtful = inspection.lines.count { !$0.readings.isEmpty }
    let characters = lines.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.text.count } }
    text += "\n" + said("\(counted(lines.count, "line")), \(counted(characters, "character")), \(doubtful) doubtful")
    return text + said("; confidence \(page.confidence)\n")
  }
}
