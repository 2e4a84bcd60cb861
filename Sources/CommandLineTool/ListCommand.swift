import PageModel
import ResultStore
import Understanding
import Support

/// `hanscan list`: the store's pages with their states.
enum ListCommand: Command {
  static let name = "list"
  static let summary = "List the pages of a store with their states, and why pages failed."
  static let usage = "--out OUT [OPTION...]"
  private static let knownStates = PageState.allCases.map(\.rawValue).joined(separator: ", ")
  static let options: [Option] =
    [
      Option("state", "s", value: "LIST", "Only these states: \(knownStates)."),
      Option("missing", "Only pages whose file is no longer there."),
      Option("quality-below", value: "N", "Only pages that were read with a lower score than N of 100, and why."),
      Option("json", "One JSON object a line."),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan list --out texts", "Every page with its state and confidence."),
    ("hanscan list --out texts --state failed,unsupported", "What was not read, and why."),
    ("hanscan list --out texts --quality-below 80", "Pages to look at again."),
    ("hanscan list --out texts --json | jq -r 'select(.state == \"blank\") | .path'", "For other programs."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    var filter = PageFilter()
    if let names = try arguments.text("state") {
      filter.states = Set(
        try names.split(separator: ",", omittingEmptySubsequences: false).map { name in
          guard let state = PageState(rawValue: String(name)) else {
            let near = Suggestion.of(String(name), among: PageState.allCases.map(\.rawValue))
            throw CommandFailure.usage("--state takes names of \(knownStates), not '\(name)'\(near)")
          }
          return state
        })
    }
    if arguments.has("missing") { filter.isMissing = true }
    let score = try arguments.integer("quality-below", in: 1...101)
    let asJSON = arguments.has("json")
    let store = try StoreOptions.open(arguments)
    var written = Console.Written.written
    try withStoreErrors {
      try store.forEachPage(filter) { page throws(StoreError) in
        let quality = score != nil || asJSON ? try store.derived(of: page.id).value(of: QualityStage.self) : nil
        if let score, quality.map({ $0.score >= score }) ?? true { return true }
        written = console.output((asJSON ? json(page, quality).lineText : line(page, quality)) + "\n")
        return written == .written
      }
    }
    if case .failed(let reason) = written {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  /// State, confidence and path in columns; a reason on the lines below.
  private static func line(_ page: PageSummary, _ quality: PageQuality?) -> String {
    let state = page.state.rawValue + String(repeating: " ", count: max(1, 12 - page.state.rawValue.count))
    let confidence = page.confidence.map { decimal($0 * 100, 0) + " %" } ?? ""
    let number = page.pageCount > 1 ? " page \(page.index + 1) of \(page.pageCount)" : ""
    let gap = String(repeating: " ", count: max(0, 5 - confidence.count))
    var text = "\(state)\(gap)\(confidence)  \(page.path)\(number)"
    if page.isMissing { text += " (the file is no longer there)" }
    if let original = page.duplicateOf {
      text += " (of \(original.path)\(original.index > 0 ? " page \(original.index + 1)" : ""))"
    }
    if let problem = page.problem { text += "\n" + wrap(problem.message, indent: 14) }
    for attempt in page.attempts {
      let head = page.attempts.count > 1 ? "attempt \(attempt.number): " : ""
      text += "\n" + wrap(head + attempt.problem.message, indent: 14)
    }
    if let unread = quality?.unread, unread >= 0.005 {
      text += "\n" + wrap("\(decimal(unread * 100, 0)) % of the print is not read", indent: 14)
    }
    for reason in quality?.reasons ?? [] { text += "\n" + wrap(reason.detail, indent: 14) }
    if page.isQuarantined {
      text += "\n" + wrap("it is left alone until --retry-failed, because it killed its workers", indent: 14)
    }
    return text
  }

  private static func json(_ page: PageSummary, _ quality: PageQuality?) -> JSONValue {
    var object: JSONValue.Members = [
      "path": .string(page.path.description), "page": .integer(page.index + 1), "pages": .integer(page.pageCount),
      "state": .string(page.state.rawValue), "missing": .boolean(page.isMissing),
    ]
    if let confidence = page.confidence { object["confidence"] = .number(confidence) }
    if let quality {
      object["quality"] = .integer(quality.score)
      if let unread = quality.unread { object["unread"] = .number(unread) }
    }
    if let original = page.duplicateOf {
      object["duplicateOf"] = .object([
        "path": .string(original.path.description), "page": .integer(original.index + 1),
      ])
    }
    if let problem = page.problem { object["reasons"] = .array([reason(problem)]) }
    if !page.attempts.isEmpty { object["reasons"] = .array(page.attempts.map { reason($0.problem) }) }
    if page.isQuarantined { object["quarantined"] = .boolean(true) }
    return .object(object)
  }

  private static func reason(_ problem: PageProblem) -> JSONValue {
    .object(["code": .string(problem.code.rawValue), "message": .string(problem.message)])
  }
}
