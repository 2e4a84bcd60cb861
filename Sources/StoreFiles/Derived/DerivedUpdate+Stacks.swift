import PageModel
import ResultStore
import Understanding

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
            version: StackParts.version, json: part.flatMap { DerivedValues.encoded($0) })
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
