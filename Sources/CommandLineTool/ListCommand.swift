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
      Option(
        "state", "s", value: "LIST", "Only these states: \(knownStates).", words: PageState.allCases.map(\.rawValue)),
      Option("missing", "Only pages whose file is no longer there."),
      Option("present", "Only pages whose file is there."),
      Option(
        "quality-below", value: "N",
        "Only pages that were read with a lower score than N of 100, with the score, and why."),
      Option("same", "Only pages whose receipt another page holds, too, and which that is."),
      Option("tag", value: "TAG", "Only pages with a pen mark that stands for TAG, or that is of this shape (star)."),
      Option("json", "One JSON object a line."),
    ] + ReceiptFilter.options + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan list --out texts", "Every page with its state and confidence."),
    ("hanscan list --out texts --state failed,unsupported", "What was not read, and why."),
    ("hanscan list --out texts --total-above 50000 --from 2026-01-01", "Pages with a receipt of more, this year."),
    ("hanscan list --out texts --same", "Receipts that were scanned again."),
    ("hanscan list --out texts --quality-below 80", "Pages to look at again."),
    ("hanscan list --out texts --tag business", "Pages marked with what stands for it."),
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
    try arguments.refuse("missing", with: "present", because: "no page is both")
    if arguments.has("missing") { filter.isMissing = true }
    if arguments.has("present") { filter.isMissing = false }
    let score = try arguments.integer("quality-below", in: 1...101)
    let asJSON = arguments.has("json")
    let isSame = arguments.has("same")
    let tag = try arguments.text("tag")
    if tag?.isEmpty == true { throw CommandFailure.usage("--tag takes what a pen mark stands for, or its shape") }
    let receipts = try ReceiptFilter(arguments)
    let store = try StoreOptions.open(arguments)
    var written = Console.Written.written
    try withStoreErrors {
      try store.forEachPage(filter) { page throws(StoreError) in
        guard try receipts.takesAny(on: page.id, in: store) else { return true }
        let derived = try store.derived(of: page.id)
        let facts = PageFacts(
          quality: score != nil || asJSON ? derived.value(of: QualityStage.self) : nil,
          kinds: derived.value(of: KindsStage.self) ?? [],
          same: isSame || asJSON ? derived.value(of: SameReceipts.self) ?? [] : [],
          marks: tag != nil || asJSON ? derived.value(of: MarksStage.self) ?? [] : [])
        if isSame, facts.same.isEmpty { return true }
        if let tag, !facts.marks.contains(where: { $0.tag == tag || $0.shape.rawValue == tag }) { return true }
        if let score, facts.quality.map({ $0.score >= score }) ?? true { return true }
        written = console.output(
          (asJSON ? json(page, facts).lineText : line(page, facts, hasScore: score != nil)) + "\n")
        return written == .written
      }
    }
    if case .failed(let reason) = written {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  /// What is derived of a page and shown beside it.
  private struct PageFacts {
    var quality: PageQuality?
    var kinds: [PageKind]
    var same: [SameReceipts.Other]
    var marks: [Mark]
  }

  /// State, confidence, path and kinds in columns; a reason on the lines below.
  private static func line(_ page: PageSummary, _ facts: PageFacts, hasScore: Bool) -> String {
    let state = page.state.rawValue + String(repeating: " ", count: max(1, 12 - page.state.rawValue.count))
    let confidence = page.confidence.map { decimal($0 * 100, 0) + " %" } ?? ""
    let number = page.pageCount > 1 ? " page \(page.index + 1) of \(page.pageCount)" : ""
    let gap = String(repeating: " ", count: max(0, 5 - confidence.count))
    var text = "\(state)\(gap)\(confidence)  \(page.path)\(number)"
    if !facts.kinds.isEmpty { text += "  \(PageKind.text(of: facts.kinds))" }
    if page.isMissing { text += " (the file is no longer there)" }
    if let original = page.duplicateOf {
      text += " (of \(original.path)\(original.index > 0 ? " page \(original.index + 1)" : ""))"
    }
    if let problem = page.problem { text += "\n" + wrap(problem.message, indent: 14) }
    for attempt in page.attempts {
      let head = page.attempts.count > 1 ? "attempt \(attempt.number): " : ""
      text += "\n" + wrap(head + attempt.problem.message, indent: 14)
    }
    for other in facts.same {
      let place = other.document + (other.page > 1 ? ":\(other.page)" : "")
      text += "\n" + wrap("same as \(place) (\(decimal(other.similarity * 100, 0)) %): \(other.by)", indent: 14)
    }
    if !facts.marks.isEmpty {
      let names = facts.marks.map { mark in mark.tag.map { "\(mark.shape.rawValue) (\($0))" } ?? mark.shape.rawValue }
      text += "\n" + wrap("marked with \(names.joined(separator: ", "))", indent: 14)
    }
    if hasScore, let score = facts.quality?.score { text += "\n" + wrap("score \(score) of 100", indent: 14) }
    if let unread = facts.quality?.unread, unread >= 0.005 {
      text += "\n" + wrap("\(decimal(unread * 100, 0)) % of the print is not read", indent: 14)
    }
    for reason in facts.quality?.reasons ?? [] { text += "\n" + wrap(reason.detail, indent: 14) }
    if page.isQuarantined {
      text += "\n" + wrap("it is left alone until --retry-failed, because it killed its workers", indent: 14)
    }
    return text
  }

  private static func json(_ page: PageSummary, _ facts: PageFacts) -> JSONValue {
    var object: JSONValue.Members = [
      "path": .string(page.path.description), "page": .integer(page.index + 1), "pages": .integer(page.pageCount),
      "state": .string(page.state.rawValue), "missing": .boolean(page.isMissing),
    ]
    if let confidence = page.confidence { object["confidence"] = .number(confidence) }
    if !facts.kinds.isEmpty {
      object["kinds"] = .array(
        facts.kinds.map { kind in
          var members: JSONValue.Members = [
            "label": .string(kind.label.rawValue), "confidence": .number(kind.confidence),
          ]
          if kind.corrected == true { members["corrected"] = .boolean(true) }
          return .object(members)
        })
    }
    if !facts.same.isEmpty {
      object["sameAs"] = .array(
        facts.same.map { other in
          .object([
            "document": .string(other.document), "page": .integer(other.page),
            "similarity": .number(other.similarity), "by": .string(other.by),
          ])
        })
    }
    if !facts.marks.isEmpty {
      object["marks"] = .array(
        facts.marks.map { mark in
          var members: JSONValue.Members = [
            "shape": .string(mark.shape.rawValue), "confidence": .number(mark.confidence),
          ]
          if let tag = mark.tag { members["tag"] = .string(tag) }
          return .object(members)
        })
    }
    if let quality = facts.quality {
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
