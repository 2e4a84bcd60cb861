package import RunSupport
package import PageModel
import ResultStore
import Support
import Understanding

/// The meanings of pen marks, kept in the store.
package enum MarkTagging {
  /// Gives the marks of all pages of a store these tags, without any picture, and keeps them for later runs.
  ///
  /// Files with marks then become stale, and the next run or export makes them again.
  ///
  /// - Parameter tags: One a line, `star=business`; an empty text removes all tags.
  package static func apply(_ tags: String, to path: ScanPath) throws(RunFailure) {
    try RunFailure.catching {
      let store = try StoreLock.store(path)
      try settle(tags, in: store)
      _ = try DerivedUpdate(store: store, writer: nil)
        .updateStages(try store.derivedStages(), warn: { _ in }, isStopped: { false })
    }
  }

  /// Keeps the given tags for a store's pages; throws `usage` if they, or without them the store's, can't be read.
  static func settle(_ given: String?, in store: ResultStore) throws {
    let known = try store.text(.tags)
    let tags = try RunFailure.converting(MarkTags(given ?? known ?? "")) {
      RunFailure(.usage, "the tags of marks: \($0)")
    }
    if given != nil { try store.set(.tags, to: tags.text) }
  }
}
