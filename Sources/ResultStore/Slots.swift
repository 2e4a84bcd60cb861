import PageModel
import Support

/// Pages of documents, as SQL.
///
/// A page belongs to a content, and every document that holds the content has it. The fragments are for statements that
/// call documents `d` and pages `p`. Nothing that they compute is stored.
enum Slots {
  /// The document that represents `d`'s content: the first in natural order among those present, else the last one that
  /// was present.
  static let representative = """
    coalesce(
      (SELECT e.id FROM documents e WHERE e.content = d.content AND e.missing = 0 ORDER BY e.sort_key LIMIT 1),
      (SELECT e.id FROM documents e WHERE e.content = d.content AND e.missing = 1
        ORDER BY e.last_seen DESC, e.sort_key LIMIT 1))
    """

  /// The same for the content of `p`.
  static let representativeOfPage = representative.replacing("d.content", with: "p.content")
  static let pagesOnce = "pages p JOIN documents d ON d.id = \(representativeOfPage)"

  /// Every page of every document; the order of the loops is that of listings, so that nothing has to be sorted.
  static let pages = "documents d CROSS JOIN pages p ON p.content = d.content"

  /// Whether a listing has `d`: a missing document is listed only if it represents its content.
  static let isListed = "(d.missing = 0 OR d.id = \(representative))"

  /// The state of `p` as a page of `d`: what another document represents is a duplicate there.
  static let state = """
    CASE WHEN p.state IN ('recognised', 'blank') AND d.id <> \(representative) THEN 'duplicate' ELSE p.state END
    """

  /// The path of the document that `d` repeats; NULL if it represents its content itself.
  static let original = "(SELECT o.path FROM documents o WHERE o.id = \(representative) AND o.id <> d.id)"

  /// Whether `d` is missing and another page, of a present document, holds all receipts of `p`.
  static let isReplaced = """
    d.missing = 1 AND EXISTS (
      SELECT 1 FROM same_pages s JOIN pages o ON o.id = s.other JOIN documents h ON h.content = o.content
      WHERE s.page = p.id AND s.whole = 1 AND h.missing = 0)
    """

  /// Whether `d` has its path, and so the names of files that follow from it: present, or the last one with pages that was.
  static let ownsPath = """
    d.id = (SELECT o.id FROM documents o
      WHERE o.path = d.path AND (o.missing = 0 OR EXISTS (SELECT 1 FROM pages q WHERE q.content = o.content))
      ORDER BY o.missing, o.last_seen DESC, o.id LIMIT 1)
    """

  /// Whether a file was made for a document that does not have its path.
  static let isOfLostPath = "document IN (SELECT d.id FROM documents d WHERE d.missing = 1 AND NOT (\(ownsPath)))"

  static let order = "d.sort_key, d.missing, d.content, p.ordinal"

  static func isIn(_ states: Set<PageState>) -> String {
    "\(state) IN (\(states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))"
  }
}

/// The key of a content in the store.
enum ContentKey {
  static func make(_ digest: ContentDigest?, at path: ScanPath) -> String {
    digest?.hex ?? "?" + path.bytes.hexadecimal
  }

  static func digest(of key: String) -> ContentDigest? { key.hasPrefix("?") ? nil : ContentDigest(hex: key) }
}
