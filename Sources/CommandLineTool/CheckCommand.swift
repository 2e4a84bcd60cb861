import ResultStore
import RunSupport
import StoreFiles

/// `hanscan check`: whether a store and its files are as they should be.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Verify a store and the files made from it; repair what can be made again."
  static let usage = "--out OUT [--repair] [OPTION...]"
  static let discussion = """
    Looked at: the store's structure, every page, the size and checksum of every file that was written, the tables \
    and lists of all receipts (hanscan.receipts.csv, .xlsx, .html), which are made anew elsewhere (in TMPDIR) to compare them, \
    temporary files of runs that were killed, and files with a page's name that the store does not know. Problems are listed on standard output, one a line. No picture is read.

    Exit status: 0 all is sound, or was repaired; 64 the files are elsewhere; 65 problems are left; 66 there is no store; \
    74 the store is of another version; 75 a run is under way.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan check --out texts", "What is wrong, if anything."),
    ("hanscan check --out texts --repair", "After a crash of the machine, or an accident with rm."),
  ]

  @Option("repair", "Make missing and altered files again from the store, and remove stray temporary files.")
  var repairs: Bool
  let store = StoreOptions()

  func run(console: Console) throws -> ExitStatus {
    let path = try store.path()
    // Asked first: the lock would be made beside a store that isn't there. Other faults are findings of the check.
    do { _ = try store.open() } catch let error as StoreError where error.reason == .missing { throw error } catch {}
    let report = try StoreCheck.run(path, directory: store.directory, repairs: repairs)
    for finding in report.findings {
      console.output("\(finding.isRepaired ? "repaired: " : "")\(finding.text)\n")
    }
    let left = report.findings.count { !$0.isRepaired }
    let unfinished = report.unfinished > 0 ? "; \(report.unfinished) not read completely, the next run goes on" : ""
    console.error(
      "hanscan: \(counted(report.documents, "document")), \(counted(report.pages, "page")), "
        + "\(counted(report.files, "file"))\(unfinished): "
        + (report.findings.isEmpty ? "all sound\n" : "\(report.findings.count - left) repaired, \(left) left\n"))
    return report.isSound ? .success : .pagesFailed
  }
}
