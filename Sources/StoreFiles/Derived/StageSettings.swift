package import PageModel
package import ResultStore
package import RunSupport
import Support
package import Understanding

extension ResultStore {
  /// The stages with all settings of this store's pages.
  ///
  /// Words and tags that this version can't read are ignored; a run that gets them says so.
  package func derivedStages() throws(StoreError) -> DerivedStages {
    let words = try text(.lexicon).flatMap { try? Lexicon.standard.adding($0) } ?? .standard
    let tags = try text(.tags).flatMap { try? MarkTags($0) } ?? MarkTags()
    return DerivedStages(
      StageContext(
        lexicon: words.adding(knownShops: try correctedShops()), tags: tags,
        splitCodes: SplitCodes(try text(.splitCodes) ?? "")))
  }

  /// A store for changes whose pages all have the values of this version.
  ///
  /// After an upgrade, values of an earlier one read as none: a book would be empty, and a later one would repeat its lines.
  package static func upToDate(_ path: ScanPath) throws -> ResultStore {
    let store = try StoreLock.store(path)
    try store.bringUpToDate()
    return store
  }

  /// Computes what an earlier version understood anew, and returns the count of its pages.
  @discardableResult
  package func bringUpToDate() throws -> Int {
    guard try earlierPages() > 0 else { return 0 }
    try fillSearchIndex()
    return try DerivedUpdate(store: self, writer: nil)
      .perform(derivedStages(), warn: { _ in }, isStopped: { false })
  }

  /// The count of recognised pages without receipts that this version can read, or not looked at for joining.
  package func earlierPages() throws(StoreError) -> Int {
    max(
      try count(in: .recognised, lacking: ReceiptsStage.name, version: ReceiptsStage.version),
      try count(in: .recognised, lacking: JoinedReceipts.name, version: JoinedReceipts.version))
  }

  /// Keeps the given words, tags and codes in the store, and returns the stages that use them; nil takes the store's.
  ///
  /// Throws `usage` for a text that can't be read.
  package func settleStages(lexicon: String?, tags: String?, splitCodes: String?) throws -> DerivedStages {
    try Self.check(lexicon: lexicon ?? text(.lexicon) ?? "", tags: tags ?? text(.tags) ?? "")
    if let lexicon { try set(.lexicon, to: lexicon) }
    if let tags { try set(.tags, to: MarkTags(tags).text) }
    if let splitCodes { try set(.splitCodes, to: SplitCodes(splitCodes).text) }
    return try derivedStages()
  }

  /// Gives the marks of all pages of a store these tags, without any picture, and keeps them for later runs.
  ///
  /// Files with marks then become stale, and the next run or export makes them again.
  ///
  /// - Parameter tags: The text of `MarkTags`, which is empty to remove all tags.
  package static func apply(tags: String, to path: ScanPath) throws(RunFailure) {
    try RunFailure.catching {
      let store = try StoreLock.store(path)
      try store.set(.tags, to: tags)
      _ = try DerivedUpdate(store: store, writer: nil)
        .updateStages(try store.derivedStages(), warn: { _ in }, isStopped: { false })
    }
  }

  /// Throws `usage` for words or tags that can't be read.
  package static func check(lexicon: String, tags: String) throws(RunFailure) {
    _ = try RunFailure.converting(Lexicon.standard.adding(lexicon)) {
      .usage("the words for receipts: \($0); --lexicon gives others, an empty file none")
    }
    _ = try RunFailure.converting(MarkTags(tags)) { .usage("the tags of marks: \($0)") }
  }
}
