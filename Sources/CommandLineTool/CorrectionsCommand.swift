import Corrections
import PageModel
import RunSupport
import Views

/// `hanscan corrections`: what people put right, as training material.
struct CorrectionsCommand: Command {
  static let name = "corrections"
  static let summary = "Write the lines that were put right as training material for a network."
  static let usage = "export DIR --out OUT [OPTION...]"
  static let discussion = """
    DIR gets a picture of every line that was put right with 'hanscan correct', as a network is given it, and what it says: \
    NAME.png and NAME.gt.txt, the form that tesstrain takes. About a tenth of them, always the same ones, is named in \
    held-out.txt: keep these from training, to judge by. Files of these names are written over.

    The scans must be where they were, unchanged; each page is read again for it, and nothing of that is kept.

    Exit status: 0 all lines were written, 65 some were not (the reasons are on standard error), 66 there is no store.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan corrections export lines --out texts", "Then train: make training GROUND_TRUTH_DIR=lines ...")
  ]

  let store = StoreOptions()
  let limits = LimitOptions()
  let reader = ReaderOptions()
  @Operands(2...2, words: ["export"], "say where the lines go: hanscan corrections export DIR") var words: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    guard words[0].description == "export" else { throw $words.refusal }
    let store = try store.open()
    var settings = PageInspector.Settings(file: ScanPath(""), executable: try Program.path())
    (settings.reader, settings.limits) = (try reader.settings(), limits.limits)
    let outcome = try TrainingLines(settings: settings).write(from: store, to: words[1]) {
      console.error("hanscan: \($0)\n")
    }
    for problem in outcome.problems { console.error("hanscan corrections: \(problem)\n") }
    console.error("hanscan: \(counted(outcome.lines, "line")) in \(words[1]), \(outcome.heldOut) held out\n")
    return outcome.problems.isEmpty ? .success : .pagesFailed
  }
}
