import Corrections
import RunSupport
import Views
import PageModel
import ResultStore

/// `hanscan corrections`: what people put right, as training material.
enum CorrectionsCommand: Command {
  static let name = "corrections"
  static let summary = "Write the lines that were put right as training material for a network."
  static let operands = ["export"]
  static let usage = "export DIR --out OUT [OPTION...]"
  static let discussion = """
    DIR gets a picture of every line that was put right with 'hanscan correct', as a network is given it, and what it says: \
    NAME.png and NAME.gt.txt, the form that tesstrain takes. About a tenth of them, always the same ones, is named in \
    held-out.txt: keep these from training, to judge by. Files of these names are written over.

    The scans must be where they were, unchanged; each page is read again for it, and nothing of that is kept.

    Exit status: 0 all lines were written, 65 some were not (the reasons are on standard error), 66 there is no store.
    """
  static let options: [Option] = StoreOptions.options + ReaderOptions.limits + ReaderOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan corrections export lines --out texts", "Then train: make training GROUND_TRUTH_DIR=lines ...")
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard arguments.operands.count == 2, arguments.operands[0].description == "export" else {
      throw CommandFailure.usage("say where the lines go: hanscan corrections export DIR")
    }
    let store = try StoreOptions.open(arguments)
    var settings = PageInspector.Settings(file: ScanPath(""), executable: try Program.path())
    settings.reader = try ReaderOptions.settings(from: arguments)
    settings.limits = try ReaderOptions.limits(from: arguments)
    do throws(RunFailure) {
      let outcome = try TrainingLines(settings: settings).write(from: store, to: arguments.operands[1]) {
        console.error("hanscan: \($0)\n")
      }
      for problem in outcome.problems { console.error("hanscan corrections: \(problem)\n") }
      console.error(
        "hanscan: \(counted(outcome.lines, "line")) in \(arguments.operands[1]), \(outcome.heldOut) held out\n")
      return outcome.problems.isEmpty ? .success : .pagesFailed
    } catch {
      throw CommandFailure(error)
    }
  }
}
