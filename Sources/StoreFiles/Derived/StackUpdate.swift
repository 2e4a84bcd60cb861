package import Export
import PageModel
import RunSupport
package import ResultStore
package import Understanding

/// Divides stacks at their separator sheets: each page learns its document within the stack.
///
/// All pages of a stack are examined together, and only if one of them has a separator's code or had one.
package struct StackUpdate {
  private let store: ResultStore
  private let writer: FileWriter?

  package init(store: ResultStore, writer: FileWriter?) {
    (self.store, self.writer) = (store, writer)
  }

  package func perform() throws {
    for stack in try store.stacks() {
      let parts = StackPart.divide(stack.map { ($0.isSeparator, $0.codes) })
      var changed: [PageID] = []
      try store.transaction { () throws(StoreError) in
        for (page, part) in zip(stack, parts) {
          let value = DerivedValues.Value(
            version: StackParts.version, json: part.flatMap { DerivedStages.encoded($0) })
          guard page.part != value, page.part != nil || value.json != nil else { continue }
          try store.record(value, stage: StackParts.name, of: page.page)
          try store.markStale(DerivedFiles.formats, of: page.page)
          changed.append(page.page)
        }
      }
      try DerivedFiles(store: store, writer: writer).writeAgain(changed)
    }
  }

  /// The codes that divide a store's stacks: those given, which it keeps, or the store's.
  package static func settle(_ given: String?, in store: ResultStore) throws(StoreError) -> SplitCodes {
    let known = try store.text(.splitCodes)
    let codes = SplitCodes(given ?? known ?? "")
    if given != nil, codes.text != known { try store.set(.splitCodes, to: codes.text) }
    return codes
  }
}

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
}
