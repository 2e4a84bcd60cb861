import PageModel
package import Support
import Understanding

/// A reason to check a page, the most serious first; a page may have several.
package enum Doubt: String, CaseIterable, Sendable {
  /// Something on a receipt contradicts something else, or what a person wrote that there is a receipt.
  case conflict
  /// A receipt's date is not found or doubtful.
  case date
  /// A receipt's shop is not found or doubtful.
  case shop
  /// A receipt's total is not proven, not confirmed by a person, or not found.
  case unproven
  /// The page could not be read, or text may be missing from it.
  case unread
  /// Another page may hold the same receipt; the queue alone knows that.
  case double
  /// A person entered a value against a check. It stays listed, and nobody is asked about it.
  case accepted

  /// Reasons of a page's quality by which text may be missing from it.
  private static let missingReasons: Set<String> = ["text-may-be-missing", "no-text", "script-not-read"]

  /// The unsettled doubts of a page, in order.
  package static func all(of page: PageSummaryFacts) -> [Doubt] {
    allCases.filter { doubt in
      // A doubt that was settled before a line removed the receipt was another one.
      if doubt == .conflict, page.hasLostReceipts { return true }
      if doubt != .accepted, page.settled.contains(doubt) { return false }
      return switch doubt {
      case .conflict: page.receipts.contains { $0.hasConflict }
      case .date: page.receipts.contains { $0.doubts.contains(FieldName.date.rawValue) }
      case .shop: page.receipts.contains { $0.doubts.contains(FieldName.merchant.rawValue) }
      case .unproven: page.receipts.contains { $0.total?.isSettled != true }
      case .unread:
        page.state == .failed || page.state == .unsupported || page.reasons.contains { missingReasons.contains($0) }
      case .double: false
      case .accepted: page.receipts.contains { $0.isContradicted && !$0.hasConflict }
      }
    }
  }

  /// As a correction of a page keeps them: in order, with spaces between.
  package static func names(of doubts: Set<Doubt>) -> String {
    allCases.filter(doubts.contains).map(\.rawValue).joined(separator: " ")
  }

  /// Those of such names; what a later version may know is left out.
  package static func named(_ names: String) -> [Doubt] {
    names.split(separator: " ").compactMap { Doubt(rawValue: String($0)) }
  }

  /// As a page's data has them.
  package static func json(_ doubts: [Doubt]) -> JSONValue { .array(doubts.map { .string($0.rawValue) }) }
}

extension [Correction] {
  /// The doubts about the whole page that a person has settled.
  package var settledDoubts: Set<Doubt> {
    Set(filter { $0.target == .page }.flatMap { Doubt.named($0.old) })
  }
}
