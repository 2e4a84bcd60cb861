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
  /// - Parameter tags: The text of `MarkTags`, which is empty to remove all tags.
  package static func apply(_ tags: String, to path: ScanPath) throws(RunFailure) {
    try RunFailure.catching {
      let store = try StoreLock.store(path)
      try store.set(.tags, to: tags)
      _ = try DerivedUpdate(store: store, writer: nil)
        .updateStages(try store.derivedStages(), warn: { _ in }, isStopped: { false })
    }
  }
}
