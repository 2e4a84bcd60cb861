import Export
import ResultStore
import Run
import RunSupport
import StoreFiles
import Support
import Understanding

/// `hanscan receipts`: what the receipts of a store say, one line for each.
struct ReceiptsCommand: Command {
  static let name = "receipts"

  @Option("once") var once: Bool
  @Option("present") var isPresent: Bool
  @Option("csv") var isCSV: Bool
  @Option("no-bom") var isUnmarked: Bool
  @Option("json") var isJSON: Bool
  let filter = ReceiptFilter()
  let store = StoreOptions()

  func check() throws(RunFailure) {
    try $isCSV.refuse(with: $isJSON, because: "the output has one form")
    try $isUnmarked.needs($isCSV)
  }

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    let (table, style) = (CSVExporter(marksKorean: !isUnmarked), try store.tableStyle())
    if isCSV { console.output(bytes: table.streamStart(style) ?? []) }
    var missing = 0
    try store.forEachPage(PageFilter(isMissing: isPresent ? false : nil)) { page throws(StoreError) in
      if once, try store.isRepeated(page.id) { return true }
      if page.isMissing, try store.isReplaced(page.id) { return true }
      let receipts = try store.derived(of: page.id).value(of: ReceiptsStage.self) ?? []
      for (index, receipt) in receipts.enumerated() where filter.takes(receipt) {
        if page.isMissing { missing += 1 }
        if isCSV {
          guard let record = try store.page(page.id)?.record else { continue }
          let rows = table.rows(of: receipt.number(at: index), on: record, style)
          if console.output(bytes: rows) != .taken { return false }
          continue
        }
        let row = ReceiptRow(page: page, receipt: receipt, number: receipts.count > 1 ? receipt.number(at: index) : nil)
        if !console.output(verbatim: isJSON ? row.json : row.text) { return false }
      }
      return true
    }
    if missing > 0 {
      console.error(
        "hanscan receipts: the files of \(counted(missing, "receipt")) are no longer there; --present leaves them out\n",
        .information)
    }
    tellOfEarlier(try store.earlierPages(), console)
    return .success
  }
}
