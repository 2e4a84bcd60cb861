import Export
import PageModel
import ResultStore
import Support

/// A page in the queue.
struct QueueEntry: Sendable {
  let id: PageID
  /// As it is shown: escaped where it is no text.
  let path: String
  /// From 0.
  let index: Int
  let pageCount: Int
  let facts: PageSummaryFacts
  let doubts: [Doubt]

  init(_ summary: PageSummary, _ derived: DerivedValues) {
    id = summary.id
    path = summary.path.description
    index = summary.index
    pageCount = summary.pageCount
    facts = PageSummaryFacts(summary.state, derived)
    doubts = Doubt.all(of: facts)
  }

  /// The same page with other derived values.
  init(_ entry: QueueEntry, _ derived: DerivedValues) {
    (id, path, index, pageCount) = (entry.id, entry.path, entry.index, entry.pageCount)
    facts = PageSummaryFacts(entry.facts.state, derived)
    doubts = Doubt.all(of: facts)
  }

  /// As the queue's page has it.
  ///
  /// - Parameter lines: Those with words that were searched for.
  func json(_ lines: [SearchLine] = []) -> JSONValue {
    var members = facts.row(path: path, index: index, pageCount: pageCount)
    members["id"] = .integer(Int(id.number))
    if !lines.isEmpty {
      members["lines"] = .array(
        lines.map { line in
          .object([
            "text": .string(line.text),
            "words": .array(line.ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) }),
          ])
        })
    }
    return .object(members)
  }
}
