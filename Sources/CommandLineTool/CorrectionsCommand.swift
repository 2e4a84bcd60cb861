import Corrections
import PageModel
import RunSupport
import Support
import Views

/// `hanscan corrections`: corrections, as training material.
struct CorrectionsCommand: Command {
  static let name = "corrections"

  let store = StoreOptions()
  let limits = LimitOptions()
  let reader = ReaderOptions()
  @Operands(2...2, words: ["export"], "say where the lines go: hanscan corrections export DIR") var words: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    guard words[0].description == "export" else { throw $words.refusal }
    let store = try store.open()
    var inspector = PageInspector(file: ScanPath(""), executable: try Program.path())
    (inspector.pictures.reader, inspector.pictures.limits) = (try reader.settings(), limits.limits)
    let outcome = try TrainingLines.write(from: store, to: words[1], by: inspector) {
      console.error("hanscan: \($0)\n")
    }
    for problem in outcome.problems { console.error("hanscan corrections: \(problem)\n") }
    console.error("hanscan: \(counted(outcome.lines, "line")) in \(words[1]), \(outcome.heldOut) held out\n")
    return outcome.problems.isEmpty ? .success : .pagesFailed
  }
}
