package import Export
import PageModel
import RunSupport
package import ResultStore
package import Understanding

/// Divides stacks at their separator sheets: each page learns which document of its stack it belongs to.
///
/// All pages of a stack are looked at together, and only where one of them has a separator's code or had one.
package struct StackUpdate {
  private let store: ResultStore
  private let writer: FileWriter?

  package init(store: ResultStore, writer: FileWriter?) {
    (self.store, self.writer) = (store, writer)
  }

  /// Brings all stacks up to date.
  package func perform() throws {
    for stack in try store.stacks() {
      let parts = StackPart.divide(stack.map { StackPart.Sheet(isSeparator: $0.isSeparator, codes: $0.codes) })
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

  /// The codes by which a store's stacks are divided: those given, which it keeps, or those that it has.
  package static func settle(_ given: String?, in store: ResultStore) throws(StoreError) -> SplitCodes {
    let known = try store.splitCodes()
    let codes = SplitCodes(given ?? known ?? "")
    if given != nil, codes.text != known { try store.setSplitCodes(codes.text) }
    return codes
  }
}

extension ResultStore {
  /// The stages with everything that this store's pages are understood by.
  package func derivedStages() throws(StoreError) -> DerivedStages {
    DerivedStages(
      lexicon: try wordsForReceipts(), tags: try tagsForMarks(), splitCodes: SplitCodes(try splitCodes() ?? ""))
  }
}
