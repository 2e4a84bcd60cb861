import Export
import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan list`: the store's pages with their states.
struct ListCommand: Command {
  static let name = "list"

  @Option("state", "s", value: "LIST", all: .word, separator: ",") var states: [PageState]
  @Option("missing") var isMissing: Bool
  @Option("present") var isPresent: Bool
  @Option("quality-below", value: "N", .integer(1...101)) var scoreLimit: Int?
  @Option("same") var isSame: Bool
  @Option("tag", value: "TAG", .text("what a pen mark stands for, or its shape") { !$0.isEmpty }) var tag: String?
  @Option("json") var isJSON: Bool
  let receipts = ReceiptFilter()
  let store = StoreOptions()

  func check() throws(RunFailure) { try $isMissing.refuse(with: $isPresent, because: "no page is both") }

  func run(console: Console) throws -> ExitStatus {
    var filter = PageFilter()
    if $states.isGiven { filter.states = Set(states) }
    if isMissing || isPresent { filter.isMissing = isMissing }
    let store = try store.open()
    try store.forEachPage(filter) { page throws(StoreError) in
      guard try receipts.takesAny(on: page.id, in: store) else { return true }
      let derived = try store.derived(of: page.id)
      if isSame, derived.value(of: SameReceipts.self)?.isEmpty ?? true { return true }
      if let tag {
        let marks = derived.value(of: MarksStage.self) ?? []
        if !marks.contains(where: { $0.tag == tag || $0.shape.rawValue == tag }) { return true }
      }
      if let scoreLimit, derived.value(of: QualityStage.self)?.score ?? .max >= scoreLimit { return true }
      return console.output(verbatim: (isJSON ? json(page, derived).lineText : line(page, derived)) + "\n")
    }
    return .success
  }

  /// State, confidence, path and kinds in columns; a reason on the lines below.
  private func line(_ page: PageSummary, _ derived: DerivedValues) -> String {
    let confidence = page.confidence.map { decimal($0 * 100, 0) + " %" } ?? ""
    let number = page.pageCount > 1 ? said(" page \(page.index + 1) of \(page.pageCount)") : ""
    var text = page.state.shown.padded(to: 12) + confidence.padded(to: 5, isRight: true)
    text += "  \(page.path)\(number)"
    if let part = derived.value(of: StackParts.self) {
      let name = part.name.map { ", \($0)" } ?? ""
      text += " (" + said("page \(part.page) of document \(part.number)") + "\(name))"
    }
    if let code = derived.value(of: SeparatorStage.self) { text += said("  separator (\(TerminalText.shown(code)))") }
    if let kinds = derived.value(of: KindsStage.self), !kinds.isEmpty { text += "  \(PageKind.shown(kinds))" }
    if page.isMissing { text += said(" (the file is no longer there)") }
    if let original = page.duplicateOf {
      text += said(" (of \(original.path)\(original.index > 0 ? ":\(original.index + 1)" : ""))")
    }
    var remarks: [Message] = page.problem.map { ["\($0.message)"] } ?? []
    remarks += page.attempts.map { attempt in
      page.attempts.count > 1
        ? "attempt \(attempt.number): \(attempt.problem.message)" : "\(attempt.problem.message)"
    }
    remarks += (isSame ? derived.value(of: SameReceipts.self) ?? [] : []).map { other -> Message in
      let place = other.document + (other.page > 1 ? ":\(other.page)" : "")
      let by = other.by.split(separator: ", ").map { Message(stringLiteral: String($0)) }.joined(separator: ", ")
      return "same as \(place) (\(decimal(other.similarity * 100, 0)) %): \(by)"
    }
    if tag != nil, let marks = derived.value(of: MarksStage.self) {
      let names = marks.map { mark in mark.tag.map { "\(mark.shape.shown) (\($0))" } ?? mark.shape.shown }
      remarks.append("marked with \(names.joined(separator: ", "))")
    }
    if scoreLimit != nil, let quality = derived.value(of: QualityStage.self) {
      remarks.append("score \(quality.score) of 100")
      if let unread = quality.unread, unread >= 0.005 {
        remarks.append("\(decimal(unread * 100, 0)) % of the text is not read")
      }
      remarks += quality.reasons.map { "\($0.detail)" }
    }
    if page.isQuarantined { remarks.append("skipped until --retry-failed, because it killed its workers") }
    return ([text] + remarks.map { wrap($0.text, indent: 14) }).joined(separator: "\n")
  }

  private func json(_ page: PageSummary, _ derived: DerivedValues) -> JSONValue {
    let quality = derived.value(of: QualityStage.self)
    let reasons = page.attempts.isEmpty ? page.problem.map { [$0] } ?? [] : page.attempts.map(\.problem)
    let listed = reasons.map { JSONValue.object(["code": .string($0.code.rawValue), "message": .string($0.message)]) }
    var members: JSONValue.Members = [
      "path": .string(page.path.description), "page": .integer(page.index + 1), "pages": .integer(page.pageCount),
      "state": .string(page.state.rawValue), "missing": .boolean(page.isMissing),
      "confidence": page.confidence.map { .number($0) }, "quality": quality.map { .integer($0.score) },
      "unread": quality?.unread.map { .number($0) },
      "duplicateOf": page.duplicateOf.map {
        .object(["path": .string($0.path.description), "page": .integer($0.index + 1)])
      },
      "reasons": .list(listed), "quarantined": page.isQuarantined ? .boolean(true) : nil,
    ]
    let stages: [any DerivedValue.Type] = [
      KindsStage.self, SameReceipts.self, MarksStage.self, StackParts.self, SeparatorStage.self,
    ]
    for stage in stages { members[stage.name] = derived.json(of: stage) }
    return .object(members)
  }
}
