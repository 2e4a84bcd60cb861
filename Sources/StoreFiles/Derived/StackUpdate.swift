import PageModel
import RunSupport
package import ResultStore
import Support
package import Understanding

extension DerivedUpdate {
  /// Divides stacks at their separator sheets: each page learns its document within the stack.
  ///
  /// All pages of a stack are examined together, and only if one of them has a separator's code or had one.
  package func divideStacks() throws {
    for stack in try store.stacks() {
      let parts = StackPart.divide(stack.map { ($0.isSeparator, $0.codes) })
      var changed: [PageID] = []
      try store.transaction { () throws(StoreError) in
        for (page, part) in zip(stack, parts) {
          let value = DerivedValues.Value(
            version: StackParts.version, json: part.flatMap { DerivedStages.encoded($0) })
          guard page.part != value, page.part != nil || value.json != nil else { continue }
          try store.record(value, stage: StackParts.name, of: page.page)
          try store.markStale(Self.formats, of: page.page)
          changed.append(page.page)
        }
      }
      try writeAgain(changed)
    }
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

  /// The same with the words, tags and codes that are given, which the store keeps; the store's in place of a nil.
  package func derivedStages(lexicon: String?, tags: String?, splitCodes: String?) throws -> DerivedStages {
    let (knownWords, knownCodes) = (try text(.lexicon), try text(.splitCodes))
    let words = try RunFailure.catching(Lexicon.standard.adding(lexicon ?? knownWords ?? "")) {
      RunFailure(.usage, "the words for receipts: \($0); --lexicon gives others, an empty file none")
    }
    if let lexicon, lexicon != knownWords { try set(.lexicon, to: lexicon) }
    let marks = try MarkTagging.settle(tags, in: self)
    let codes = SplitCodes(splitCodes ?? knownCodes ?? "")
    if splitCodes != nil, codes.text != knownCodes { try set(.splitCodes, to: codes.text) }
    return DerivedStages(
      StageContext(lexicon: words.adding(knownShops: try correctedShops()), tags: marks, splitCodes: codes))
  }
}
