import Export
import PageModel
import ResultStore
import Support

struct QueueEntry: Sendable {
  /// Lines with words that were searched for, at most.
  private static let mostLines = 3

  let id: PageID
  /// As it is shown: escaped if it is no text.
  let path: String
  /// From 0.
  let index: Int
  let pageCount: Int
  private(set) var facts: PageSummaryFacts
  private var own: [Doubt]
  /// Other pages that may hold the same receipt, by its number on this page.
  var doubles: [Int: [PageID]] = [:]

  var doubts: [Doubt] { doubles.isEmpty ? own : Doubt.allCases.filter((own + [.double]).contains) }
  /// Whether somebody has to look at it.
  var isOpen: Bool { doubts.contains { $0 != .accepted } }

  init(_ summary: PageSummary, _ derived: DerivedValues, settled: Set<Doubt>) {
    id = summary.id
    path = summary.path.description
    index = summary.index
    pageCount = summary.pageCount
    facts = PageSummaryFacts(summary.state, derived, settled: settled)
    own = Doubt.all(of: facts)
  }

  /// Takes other derived values of the page.
  mutating func update(_ derived: DerivedValues, settled: Set<Doubt>) {
    facts = PageSummaryFacts(facts.state, derived, settled: settled)
    (own, doubles) = (Doubt.all(of: facts), [:])
  }

  /// As the queue's page has it.
  ///
  /// - Parameter hit: The places of the search words on it.
  func json(_ hit: SearchHit? = nil) -> JSONValue {
    var members = facts.row(path: path, index: index, pageCount: pageCount)
    members["id"] = .integer(Int(id.number))
    members["doubts"] = Doubt.json(doubts)
    func found(_ text: String, _ ranges: [Range<Int>]) -> JSONValue.Members {
      [
        "text": .string(text),
        "words": .array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) }),
      ]
    }
    if let hit {
      var lines = hit.fields.map { field in
        var members = found(field.value, field.ranges)
        members["field"] = .string(field.name)
        return members
      }
      lines += hit.lines.map { found($0.text, $0.ranges) }
      members["lines"] = .array(lines.prefix(Self.mostLines).map { .object($0) })
    }
    return .object(members)
  }
}
