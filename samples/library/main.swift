// hanscan-example DIRECTORY [OUT]   prints the receipts below a directory; with OUT it keeps them, and lists the store
import Glibc
import HanScan

func show(_ page: Page) {
  print("\(page.source.path):\(page.number) \(page.state.rawValue), \(page.lines.count) lines")
  for receipt in page.receipts {
    let total = receipt[.total].map { "\($0.value) (\($0.proof.rawValue), \($0.confidence))" } ?? "no total"
    print("  \(receipt[.date]?.value ?? "no date") \(receipt[.merchant]?.value ?? "no shop"): \(total)")
    for doubt in receipt.doubts { print("  look at \(doubt.field.rawValue): \(doubt.detail)") }
  }
  for table in page.tables { print("  a table of \(table.rows) x \(table.columns) cells") }
}

let arguments = CommandLine.arguments.dropFirst()
guard let directory = arguments.first else { exit(64) }
do {
  if let output = arguments.dropFirst().first {
    let summary = try await BatchRun([directory], output: output).run { event in
      if case .documents(let finished, let found, _) = event { print("\(finished) of \(found)") }
    }
    for try await entry in try PageStore(output).pages { show(entry.page) }
    exit(summary.exitStatus)
  }
  for try await page in Scanner(directory).pages() { show(page) }
} catch {
  print("hanscan-example: \(error)")
  exit(1)
}
