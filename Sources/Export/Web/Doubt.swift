import PageModel
package import Support
import Understanding

/// Why a page should be looked at, the graver first; a page may have several reasons.
package enum Doubt: String, CaseIterable, Comparable, Sendable {
  /// Something on a receipt contradicts something else, or what a person wrote that there is a receipt.
  case conflict
  /// A receipt's total is not proven, not confirmed by a person, or not found.
  case unproven
  /// Print was seen that was not read.
  case missing
  /// Characters are expected to be wrong.
  case low
  /// The page could not be read at all.
  case unread

  package static func < (left: Doubt, right: Doubt) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Reasons of a page's quality by which text may be missing from it.
  private static let missingReasons: Set<String> = ["text-may-be-missing", "no-text", "script-not-read"]
  /// Of a hundred characters of a page fewer are expected to be right than these, and it is of low confidence.
  ///
  /// `PageQuality` names the same share for a line.
  private static let lowBelow = 80

  /// The doubts of a page, in order, but for those that somebody has settled.
  package static func all(of page: PageSummaryFacts) -> [Doubt] {
    allCases.filter { doubt in
      // What was settled before a line took the receipt away was another doubt.
      if doubt == .conflict, page.hasLostReceipts { return true }
      if page.settled.contains(doubt) { return false }
      return switch doubt {
      case .conflict: page.receipts.contains { $0.hasConflict }
      case .unproven: page.receipts.contains { $0.total?.isSettled != true }
      case .missing: page.reasons.contains { missingReasons.contains($0) }
      case .low: page.reasons.contains("doubtful-lines") || (page.score ?? 100) < lowBelow
      case .unread: page.state == .failed || page.state == .unsupported
      }
    }
  }
}

extension Doubt {
  /// As a correction of a page keeps them, with spaces between.
  package static func names(of doubts: [Doubt]) -> String { doubts.map(\.rawValue).joined(separator: " ") }

  /// Those of such names; what a later version may know is left out.
  package static func named(_ names: String) -> [Doubt] {
    names.split(separator: " ").compactMap { Doubt(rawValue: String($0)) }
  }

  /// As a page's data has them.
  package static func json(_ doubts: [Doubt]) -> JSONValue { .array(doubts.map { .string($0.rawValue) }) }
}

extension [Correction] {
  /// What somebody has looked at, out of everything that is doubtful about the page as a whole.
  package var settledDoubts: Set<Doubt> {
    Set(filter { $0.target == .page }.flatMap { Doubt.named($0.old) })
  }
}
