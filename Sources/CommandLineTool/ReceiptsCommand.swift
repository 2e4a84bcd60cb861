import StoreFiles
import Export
import PageModel
import ResultStore
import Support
import Understanding

/// `hanscan receipts`: what the receipts of a store say, one line for each.
enum ReceiptsCommand: Command {
  static let name = "receipts"
  static let summary = "List what the receipts say: date, shop and total of each, and whether the total is proven."
  static let usage = "--out OUT [OPTION...]"
  static let discussion = """
    A total is 'proven' where a check on the receipt holds that a single misread digit would break (its items sum to it, \
    supply and tax make it, what was paid less the change is it), 'read' where there is no such check, and 'conflict' \
    where one fails. 'hanscan show PAGE --fields' shows all fields of a page, with every check in words.
    """
  static let options: [Option] =
    [
      Option("once", "Leave out receipts that an earlier page holds, too."),
      Option("present", "Leave out receipts whose files are no longer there."),
      Option("csv", "Comma-separated values with a header, for spreadsheets."),
      Option("json", "One JSON object a line, with all fields."),
    ] + ReceiptFilter.options + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan receipts --out texts", "Every receipt."),
    ("hanscan receipts --out texts --unproven", "The receipts to look at."),
    ("hanscan receipts --out texts --from 2026-01-01 --csv > receipts.csv", "For a spreadsheet."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    try arguments.refuse("csv", with: "json", because: "the output has one form")
    let filter = try ReceiptFilter(arguments)
    let once = arguments.has("once")
    let store = try StoreOptions.open(arguments)
    if arguments.has("csv") { console.output(ReceiptRow.csvHeader) }
    var written = Console.Written.written
    var missing = 0
    try withStoreErrors {
      try store.forEachPage(PageFilter(isMissing: arguments.has("present") ? false : nil)) {
        page throws(StoreError) in
        if once, try store.isRepeated(page.id) { return true }
        if page.isMissing, try store.isReplaced(page.id) { return true }
        let receipts = try store.derived(of: page.id).value(of: ReceiptsStage.self) ?? []
        for (index, receipt) in receipts.enumerated() where filter.takes(receipt) {
          let number = receipts.count > 1 ? receipt.number(at: index) : nil
          let row = ReceiptRow(page: page, receipt: receipt, number: number)
          written = console.output(arguments.has("csv") ? row.csv : arguments.has("json") ? row.json : row.text)
          if page.isMissing { missing += 1 }
          if written != .written { return false }
        }
        return true
      }
    }
    if case .failed(let reason) = written {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    if missing > 0 {
      console.error(
        "hanscan receipts: the files of \(counted(missing, "receipt")) are no longer there; --present leaves them out\n",
        .information)
    }
    let count = try withStoreErrors { try waiting(in: store) }
    if count > 0 {
      console.error(
        "hanscan receipts: \(counted(count, "page")) \(count == 1 ? "was" : "were") read by an earlier version; "
          + "the next run finds their receipts anew, without their pictures\n")
    }
    return .success
  }

  /// The pages of which another version has said what their receipts say, or none at all.
  private static func waiting(in store: ResultStore) throws -> Int {
    try store.count(
      in: .recognised, lacking: ReceiptsStage.name,
      version: DerivedStages(lexicon: try store.wordsForReceipts()).version(of: ReceiptsStage.self))
  }
}
