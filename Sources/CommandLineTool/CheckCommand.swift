import Support
import ResultStore
import RunSupport
import StoreFiles

/// `hanscan check`: whether a store and its files are as they should be.
struct CheckCommand: Command {
  static let name = "check"

  @Option("repair") var repairs: Bool
  let store = StoreOptions()

  func run(console: Console) throws -> ExitStatus {
    let path = try store.path()
    // Asked first: the lock would be made beside a store that isn't there. Other faults are findings of the check.
    do { _ = try store.open() } catch let error as StoreError where error.reason == .missing { throw error } catch {}
    let report = try StoreCheck.run(path, directory: store.directory, repairs: repairs)
    for finding in report.findings {
      console.output(finding.isRepaired ? "repaired: \(finding.text)\n" : "\(finding.text)\n")
    }
    let left = report.findings.count { !$0.isRepaired }
    let unfinished: Message =
      report.unfinished > 0 ? "; \(report.unfinished) not read completely, the next run goes on" : ""
    console.error(
      "hanscan: \(counted(report.documents, "document")), \(counted(report.pages, "page")), "
        + counted(report.files, "file") + unfinished + ": "
        + (report.findings.isEmpty ? "all sound\n" : "\(report.findings.count - left) repaired, \(left) left\n"))
    tellOfEarlier(report.earlier, console)
    return report.isSound ? .success : .pagesFailed
  }
}
