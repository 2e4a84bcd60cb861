import RunSupport
package import ResultStore
package import Understanding

/// The words that receipts are understood by.
package enum ReceiptWords {
  /// The words that a store's pages get: the user's file, or what an earlier run was given, added to the standard, and
  /// the shops that corrections named.
  ///
  /// - Parameter given: The text of the user's file, which the store keeps.
  package static func settle(_ given: String?, in store: ResultStore) throws -> Lexicon {
    let known = try store.lexicon()
    let lexicon: Lexicon
    do throws(LexiconError) { lexicon = try Lexicon.standard.adding(given ?? known ?? "") } catch {
      throw RunFailure(.usage, "the words for receipts: \(error); --lexicon gives others, an empty file none")
    }
    if let given, given != known { try store.setLexicon(given) }
    return lexicon.adding(knownShops: try store.correctedShops())
  }
}

extension ResultStore {
  /// The words that receipts are understood by: the standard ones, the user's, and shops that corrections named.
  ///
  /// Words that this version can't read count as none; a run that is given them says so.
  package func wordsForReceipts() throws(StoreError) -> Lexicon {
    let words = try lexicon().flatMap { try? Lexicon.standard.adding($0) } ?? .standard
    return words.adding(knownShops: try correctedShops())
  }
}
