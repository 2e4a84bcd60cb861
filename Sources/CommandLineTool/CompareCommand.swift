import PageModel
import ResultStore
import Support
import Understanding

/// `hanscan compare`: whether two pages hold the same receipt, and in what they differ.
enum CompareCommand: Command {
  static let name = "compare"
  static let summary = "Compare the receipts of two pages: what agrees, what differs, and whether they are the same."
  static let usage = "PAGE PAGE --out OUT [OPTION...]"
  static let discussion = """
    The digits of both receipts are aligned. The same receipt, scanned again, agrees in date, time and total, and in as \
    many of its digits as both readings have; another time, number or total means another receipt, however much else \
    agrees. Of several receipts on a page the two that are most alike are compared. A page is named as for 'hanscan show'.

    Exit status: 0 they were compared, 65 a page holds no receipt, 66 there is no such page.
    """
  static let options: [Option] =
    [
      Option(
        "tolerance", value: "P",
        "Percent of the digits that may be missing or misread where date, time and total agree. Default: "
          + "\(decimal(ReceiptComparison.tolerance * 100, 0))."),
      Option("json", "One JSON object."),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan compare lunch.jpg lunch-2.jpg --out texts", "Whether it was scanned twice."),
    ("hanscan compare a.jpg b.jpg --tolerance 10 --out texts", "Nine digits in ten must agree."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard arguments.operands.count == 2 else {
      throw CommandFailure.usage("say which two pages: lunch.jpg letter.tiff:2")
    }
    let percent = try arguments.integer("tolerance", in: 0...100)
    let store = try StoreOptions.open(arguments)
    let pages = try withStoreErrors { try arguments.operands.map { try PageFinder(store: store).page(named: $0) } }
    // A file of the same bytes holds what its original does.
    let records = try withStoreErrors { try pages.map { try store.original(of: $0.record) ?? $0.record } }
    let traces = records.map { ReceiptTrace($0) }
    for (page, trace) in zip(pages, traces) where trace == nil {
      throw CommandFailure(.pagesFailed, "\(name(of: page)) holds no receipt")
    }
    guard let left = traces[0], let right = traces[1],
      let comparison = SameReceipts.compare(
        left, right, tolerance: percent.map { Double($0) / 100 } ?? ReceiptComparison.tolerance)
    else { throw CommandFailure(.pagesFailed, "there is nothing to compare") }
    let names = pages.map(name)
    let text = arguments.has("json") ? json(comparison).lineText + "\n" : text(comparison, names)
    if case .failed(let reason) = console.output(text) {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  private static func name(of page: StoredPage) -> String {
    "\(page.record.path)\(page.record.pageCount > 1 ? ":\(page.record.index + 1)" : "")"
  }

  private static func text(_ comparison: ReceiptComparison, _ names: [String]) -> String {
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

  private static func json(_ comparison: ReceiptComparison) -> JSONValue {
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
