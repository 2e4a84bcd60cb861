import Glibc
import PageModel
import ResultStore
import RunSupport
import Support

/// `hanscan search`: the pages that hold words.
struct SearchCommand: Command {
  static let name = "search"

  @Option("near") var isNear: Bool
  @Option("limit", "n", value: "N", .integer(1...10_000)) var limit = 20
  @Option("present") var isPresent: Bool
  @Option("json") var isJSON: Bool
  let receipts = ReceiptFilter()
  let store = StoreOptions()
  @Operands(1 ... .max, "say what to search for") var words: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let query = try query()
    let store = try store.open()
    let result = try store.search(
      query, limit: limit, receipts: receipts.condition,
      confirming: { page throws(StoreError) in
        if isPresent, page.isMissing { return false }
        return try receipts.takesAny(on: page.id, in: store)
      })
    let isTerminal = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
    let marks = isTerminal ? (open: "\u{1B}[1m", close: "\u{1B}[0m") : ("«", "»")
    for hit in result.hits where !console.output(styled: isJSON ? json(hit) : text(hit, marks)) { break }
    console.error(summary(of: result, query))
    return .success
  }

  /// The words as one query: an operand with white space in it is a phrase.
  private func query() throws -> SearchQuery {
    let words = try words.map { operand in
      guard let text = String(validating: operand.bytes, as: UTF8.self) else {
        throw RunFailure.usage("what is searched for is no valid UTF-8: \(operand)")
      }
      return text.contains("\"") || !text.contains(where: \.isWhitespace) ? text : "\"\(text)\""
    }
    return try RunFailure.converting(SearchQuery(words.joined(separator: " "), near: isNear)) {
      .usage("nothing can be searched for: \($0)")
    }
  }

  private func summary(of result: SearchResult, _ query: SearchQuery) -> Message {
    guard result.count > 0 else {
      let hint: Message = query.isNear ? "" : "; --near also finds what was misread by one symbol"
      return "hanscan: nothing was found" + hint + "\n"
    }
    guard result.isComplete else {
      return "hanscan: \(result.count) pages and more; these are the best of the \(result.count) recorded last\n"
    }
    let shown: Message = result.hits.count < result.count ? ", \(result.hits.count) shown (--limit)" : ""
    return "hanscan: \(counted(result.count, "page"))" + shown + "\n"
  }

  /// The symbols around a word.
  private typealias Marks = (open: String, close: String)

  private func text(_ hit: SearchHit, _ marks: Marks) -> String {
    let missing = hit.page.isMissing ? said(" (the file is no longer there)") : ""
    var text = "\(hit.page.name)\(hit.isNear ? said("  near") : "")\(missing)\n"
    text += hit.copies.map { said("       repeated in \($0.path)\($0.index > 0 ? ":\($0.index + 1)" : "")\n") }.joined()
    for other in hit.same {
      text += said(
        "       same receipt in \(other.page.path)\(other.page.index > 0 ? ":\(other.page.index + 1)" : "")\n")
    }
    for line in hit.lines {
      let number = String(line.number).padded(to: 5, isRight: true)
      text += "\(number)  \(marked(line.text, line.ranges, marks))\(line.isCorrected ? said("  (put right)") : "")\n"
    }
    for field in hit.fields {
      let name = said(Message(stringLiteral: field.name))
      text += "       \(name): \(marked(field.value, field.ranges, marks))\(said("  (put right)"))\n"
    }
    return text
  }

  /// A text with its words marked; controls, which could move a terminal's cursor, are shown as such.
  private func marked(_ whole: String, _ words: [Range<Int>], _ marks: Marks) -> String {
    var text = ""
    var ranges = words[...]
    for (place, scalar) in whole.unicodeScalars.enumerated() {
      if let range = ranges.first, range.upperBound == place {
        text += marks.close
        ranges = ranges.dropFirst()
      }
      if ranges.first?.lowerBound == place { text += marks.open }
      text.unicodeScalars.append(TerminalText.shown(scalar))
    }
    return ranges.isEmpty ? text : text + marks.close
  }

  private func json(_ hit: SearchHit) -> String {
    func places(_ ranges: [Range<Int>]) -> JSONValue {
      .array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) })
    }
    let lines = hit.lines.map { line in
      JSONValue.object([
        "line": .integer(line.number), "index": .integer(line.index), "text": .string(line.text),
        "words": places(line.ranges), "near": .boolean(line.isNear),
        "corrected": line.isCorrected ? .boolean(true) : nil,
      ])
    }
    let copies = hit.copies.map { copy in
      JSONValue.object(["document": .string(copy.path.description), "page": .integer(copy.index + 1)])
    }
    let same = hit.same.map { other in
      JSONValue.object([
        "document": .string(other.page.path.description), "page": .integer(other.page.index + 1),
        "similarity": .number(other.similarity), "by": .string(other.agreement),
      ])
    }
    let fields = hit.fields.map { field in
      JSONValue.object([
        "field": .string(field.name), "receipt": .integer(field.receipt + 1), "value": .string(field.value),
        "words": places(field.ranges), "corrected": .boolean(true),
      ])
    }
    return JSONValue.object([
      "path": .string(hit.page.path.description), "page": .integer(hit.page.index + 1),
      "fit": .number(hit.fit), "near": .boolean(hit.isNear), "lines": .array(lines), "duplicates": .list(copies),
      "sameAs": .list(same), "fields": .list(fields),
    ]).lineText + "\n"
  }
}
