import Glibc
import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan search`: the pages that hold words.
struct SearchCommand: Command {
  static let name = "search"
  static let summary = "Find the pages that hold words, with the lines that they stand on."
  static let usage = "WORD... --out OUT [OPTION...]"
  static let discussion = """
    Every WORD must stand on the page. Korean is found anywhere in a word ('매출' in '신용카드매출전표'), other words by how \
    they begin, numbers whole and in any notation: 12,000, 12000 and ₩12,000 are one. A WORD with white space in it is a \
    phrase, found where its words stand one behind the other.

    The pages that fit best come first, each with its lines; lines are numbered as in the page's text. On a terminal the \
    words are bold, elsewhere they stand between « and ». A page that was found with --near alone is marked 'near'. Fields \
    that people put right are found by their values, too; what was put right is marked so, in JSON with "corrected": true. \
    Files of the same bytes, which are read once, are named below their page, and so are pages with the same receipt.

    Exit status: 0 also where nothing was found, which is said on standard error; 64 there is nothing to search for, 66 \
    there is no store.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan search 스타벅스 --out texts", "Every page that names the shop."),
    ("hanscan search 12,000 --from 2026-01-01 --out texts", "An amount, in the receipts of this year."),
    ("hanscan search 'card slip' 비씨 --near --out texts", "A phrase and a word, as they may have been read."),
  ]

  @Option("near", "Also find what was misread by one jamo or a symbol that looks alike (0 and O), marked.")
  var isNear: Bool
  @Option("limit", "n", value: "N", .integer(1...10_000), "At most N pages. Default: 20.") var limit = 20
  @Option("present", "Leave out pages whose files are no longer there.") var isPresent: Bool
  @Option("json", "One JSON object a line.") var isJSON: Bool
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
    for hit in result.hits {
      if console.output(styled: isJSON ? json(hit) : text(hit, marks)) != .written { break }
    }
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
    do throws(SearchQuery.Fault) {
      return try SearchQuery(words.joined(separator: " "), near: isNear)
    } catch {
      throw RunFailure.usage("nothing can be searched for: \(error)")
    }
  }

  private func summary(of result: SearchResult, _ query: SearchQuery) -> String {
    guard result.count > 0 else {
      let hint = query.isNear ? "" : "; --near also finds what was misread by one symbol"
      return "hanscan: nothing was found\(hint)\n"
    }
    let count = counted(result.count, "page")
    guard result.isComplete else {
      return "hanscan: \(result.count) pages and more; these are the best of the \(result.count) recorded last\n"
    }
    let shown = result.hits.count < result.count ? ", \(result.hits.count) shown (--limit)" : ""
    return "hanscan: \(count)\(shown)\n"
  }

  /// What stands around a word.
  private typealias Marks = (open: String, close: String)

  private func text(_ hit: SearchHit, _ marks: Marks) -> String {
    let missing = hit.page.isMissing ? " (the file is no longer there)" : ""
    var text = "\(hit.page.name)\(hit.isNear ? "  near" : "")\(missing)\n"
    for copy in hit.copies { text += "       repeated in \(copy.path)\(copy.index > 0 ? ":\(copy.index + 1)" : "")\n" }
    for other in hit.same {
      text += "       same receipt in \(other.page.path)\(other.page.index > 0 ? ":\(other.page.index + 1)" : "")\n"
    }
    for line in hit.lines {
      let number = String(line.number).padded(to: 5, isRight: true)
      text += "\(number)  \(marked(line.text, line.ranges, marks))\(line.isCorrected ? "  (put right)" : "")\n"
    }
    for field in hit.fields {
      text += "       \(field.name): \(marked(field.value, field.ranges, marks))  (put right)\n"
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
