package import Bookkeeping
package import PageModel
import Support

/// The choices that all tables of a store share.
package struct TableStyle: Sendable {
  /// The directory that the scans' paths start from, for links; nil if it is not known.
  package var base: ScanPath?
  package var language: BookLanguage
  /// Whether the receipts hold Korean text: Excel then needs a byte order mark to know UTF-8.
  package var holdsKorean: Bool

  package init(base: ScanPath? = nil, language: BookLanguage = .english, holdsKorean: Bool = false) {
    (self.base, self.language, self.holdsKorean) = (base, language, holdsKorean)
  }
}
