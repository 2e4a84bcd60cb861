import RunSupport
package import ResultStore
import Support
package import Understanding

package enum ReceiptWords {
  /// The words for a store's pages: the standard ones, the user's file or an earlier one, and shops from corrections.
  ///
  /// - Parameter given: The text of the user's file, which the store keeps.
  package static func settle(_ given: String?, in store: ResultStore) throws -> Lexicon {
    let known = try store.text(.lexicon)
    let lexicon: Lexicon
    do throws(LexiconError) { lexicon = try Lexicon.standard.adding(given ?? known ?? "") } catch {
      throw RunFailure(.usage, "the words for receipts: \(error); --lexicon gives others, an empty file none")
    }
    if let given, given != known { try store.set(.lexicon, to: given) }
    return lexicon.adding(knownShops: try store.correctedShops())
  }
}
