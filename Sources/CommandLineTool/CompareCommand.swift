import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan compare`: whether two pages hold the same receipt, and in what they differ.
struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "Compare the receipts of two pages: what agrees, what differs, and whether they are the same."
  static let usage = "PAGE PAGE --out OUT [OPTION...]"
  static let discussion = """
    The digits of both receipts are aligned. The same receipt, scanned again, agrees in date, time and total, and in as \
    many of its digits as both readings have; another time, number or total means another receipt, however much else \
    agrees. Of several receipts on a page the two that are most alike are compared. A page is named as for 'hanscan show'.

    Exit status: 0 they were compared, 65 a page holds no receipt, 66 there is no such page.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan compare lunch.jpg lunch-2.jpg --out texts", "Whether it was scanned twice."),
    ("hanscan compare a.jpg b.jpg --tolerance 10 --out texts", "Nine digits in ten must agree."),
  ]

  @Option(
    "tolerance", value: "P", .integer(0...100),
    "Percent of the digits that may be missing or misread where date, time and total agree. Default: "
      + "\(decimal(ReceiptComparison.tolerance * 100, 0)).")
  var tolerance: Int?
  @Option("json", "One JSON object.") var isJSON: Bool
  let store = StoreOptions()
  @Operands(2...2, "say which two pages: lunch.jpg letter.tiff:2") var names: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    let pages = try names.map { try store.page(named: $0) }
    // A file of the same bytes holds what its original does.
    let records = try pages.map { try store.original(of: $0.record) ?? $0.record }
    let traces = records.map { ReceiptTrace($0) }
    for (page, trace) in zip(pages, traces) where trace == nil {
      throw RunFailure(.pagesFailed, "\(page.name) holds no receipt")
    }
    guard let left = traces[0], let right = traces[1],
      let comparison = SameReceipts.compare(
        left, right, tolerance: tolerance.map { Double($0) / 100 } ?? ReceiptComparison.tolerance)
    else { throw RunFailure(.pagesFailed, "there is nothing to compare") }
    let names = pages.map(\.name)
    let text = isJSON ? json(comparison).lineText + "\n" : text(comparison, names)
    console.output(text)
    return .success
  }

  private func text(_ comparison: ReceiptComparison, _ names: [String]) -> String {
    let verdict = comparison.isSame ? "the same receipt" : "not the same receipt"
    var text = "\(decimal(comparison.similarity * 100, 0)) % of the digits agree: \(verdict)\n"
    if !comparison.agreeing.isEmpty { text += "agrees   \(comparison.agreeing.joined(separator: ", "))\n" }
    for difference in comparison.differing {
      text += "differs  \(difference.name): \(difference.left), \(difference.right)"
      text += difference.isNear ? " (one digit)\n" : "\n"
    }
    let numbers = comparison.numbers
    text += "numbers  \(numbers.equal) agree, \(numbers.near) differ in one digit\n"
    for (name, alone) in [(names[0], numbers.left), (names[1], numbers.right)] where !alone.isEmpty {
      text += wrap("on \(name) alone: \(alone.joined(separator: ", "))", indent: 9) + "\n"
    }
    return text
  }

  private func json(_ comparison: ReceiptComparison) -> JSONValue {
    .object([
      "same": .boolean(comparison.isSame), "similarity": .number(comparison.similarity.rounded(toPlaces: 4)),
      "agrees": .array(comparison.agreeing.map { .string($0) }),
      "differs": .array(
        comparison.differing.map { difference in
          .object([
            "name": .string(difference.name),
            "values": .array([.string(difference.left), .string(difference.right)]),
          ])
        }),
      "numbers": .object([
        "equal": .integer(comparison.numbers.equal), "near": .integer(comparison.numbers.near),
        "alone": .array([comparison.numbers.left, comparison.numbers.right].map { .array($0.map { .string($0) }) }),
      ]),
    ])
  }
}
