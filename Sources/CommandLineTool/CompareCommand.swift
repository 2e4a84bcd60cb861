import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan compare`: whether two pages hold the same receipt, and in what they differ.
struct CompareCommand: Command {
  static let name = "compare"

  @Option("tolerance", value: "P", .integer(0...100)) var tolerance: Int?
  @Option("json") var isJSON: Bool
  let store = StoreOptions()
  @Operands(2...2, "say which two pages: lunch.jpg letter.tiff:2") var names: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    let pages = try names.map { try store.page(named: $0) }
    // A file of the same bytes holds what its original does.
    let records = try pages.map { try (store.original(of: $0.record) ?? $0).record }
    let traces = records.map { ReceiptTrace($0) }
    for (page, trace) in zip(pages, traces) where trace == nil {
      throw RunFailure(.pagesFailed, "\(page.name) holds no receipt")
    }
    guard let left = traces[0], let right = traces[1],
      let comparison = SameReceipts.compare(
        left, right, tolerance: tolerance.map { Double($0) / 100 } ?? ReceiptComparison.tolerance)
    else { throw RunFailure(.pagesFailed, "there is nothing to compare") }
    let names = pages.map(\.name)
    console.output(verbatim: isJSON ? json(comparison).lineText + "\n" : text(comparison, names))
    return .success
  }

  private func text(_ comparison: ReceiptComparison, _ names: [String]) -> String {
    let verdict: Message = comparison.isSame ? "the same receipt" : "not the same receipt"
    var text = said("\(decimal(comparison.similarity * 100, 0)) % of the digits agree: \(verdict)\n")
    func name(_ fact: String) -> String { said(Message(stringLiteral: fact)) }
    func row(_ title: Message, _ value: String) { text += title.text.padded(to: 9) + value + "\n" }
    if !comparison.agreeing.isEmpty { row("agrees", comparison.agreeing.map(name).joined(separator: ", ")) }
    for difference in comparison.differing {
      let remark = difference.isNear ? said(" (one digit)") : ""
      row("differs", "\(name(difference.name)): \(difference.left), \(difference.right)\(remark)")
    }
    let numbers = comparison.numbers
    row("numbers", said("\(numbers.equal) agree, \(numbers.near) differ in one digit"))
    for (name, alone) in [(names[0], numbers.left), (names[1], numbers.right)] where !alone.isEmpty {
      text += wrap(said("on \(name) alone: \(alone.joined(separator: ", "))"), indent: 9) + "\n"
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
