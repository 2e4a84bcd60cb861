import Export
import PageModel
import ResultStore
import RunSupport
import StoreFiles
import Understanding

/// `hanscan receipts`: what the receipts of a store say, one line for each.
struct ReceiptsCommand: Command {
  static let name = "receipts"
  static let summary = "List what the receipts say: date, shop and total of each, and whether the total is proven."
  static let usage = "--out OUT [OPTION...]"
  static let discussion = """
    A total is 'proven' where a check on the receipt holds that a single misread digit would break (its items sum to it, \
    supply and tax make it, what was paid less the change is it), 'read' where there is no such check, and 'conflict' \
    where one fails. 'hanscan show PAGE --fields' shows all fields of a page, with every check in words.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan receipts --out texts", "Every receipt."),
    ("hanscan receipts --out texts --unproven", "The receipts to look at."),
    ("hanscan receipts --out texts --from 2026-01-01 --csv > receipts.csv", "For a spreadsheet."),
  ]

  @Option("once", "Leave out receipts that an earlier page holds, too.") var once: Bool
  @Option("present", "Leave out receipts whose files are no longer there.") var isPresent: Bool
  @Option("csv", "The columns of the workbook, separated by commas.") var isCSV: Bool
  @Option("no-bom", "With --csv: no byte order mark; Excel needs it to show Korean.") var isUnmarked: Bool
  @Option("json", "One JSON object a line, with all fields.") var isJSON: Bool
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
        let number = receipts.count > 1 ? receipt.number(at: index) : nil
        if page.isMissing { missing += 1 }
        if isCSV {
          guard let record = try store.page(page.id)?.record else { continue }
          if console.output(bytes: table.rows(of: receipt.number(at: index), on: record, style)) != .written {
            return false
          }
          continue
        }
        let row = ReceiptRow(page: page, receipt: receipt, number: number)
        if console.output(isJSON ? row.json : row.text) != .written { return false }
      }
      return true
    }
    if missing > 0 {
      console.error(
        "hanscan receipts: the files of \(counted(missing, "receipt")) are no longer there; --present leaves them out\n",
        .information)
    }
    let count = try waiting(in: store)
    if count > 0 {
      console.error(
        "hanscan receipts: \(counted(count, "page")) \(count == 1 ? "was" : "were") read by an earlier version; "
          + "the next run finds their receipts anew, without their pictures\n")
    }
    return .success
  }

  /// The pages of which another version has said what their receipts say, or none at all.
  private func waiting(in store: ResultStore) throws -> Int {
    try store.count(
      in: .recognised, lacking: ReceiptsStage.name,
      version: DerivedStages(lexicon: try store.wordsForReceipts()).version(of: ReceiptsStage.self))
  }
}
