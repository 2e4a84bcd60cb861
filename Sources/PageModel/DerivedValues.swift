/// The values of all derived stages for one page: for each stage its version and its value as JSON.
///
/// A stage computes from what is stored of a page, never from its picture. A row without JSON says that the stage has
/// looked at the page and has nothing to say of it.
package struct DerivedValues: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    /// The version of the stage that made it.
    package var version: Int
    /// One JSON value, names sorted; nil if the stage has nothing to say.
    package var json: String?
    /// Values for filters, one for each of its receipts, from whoever made the JSON; the store keeps them beside it.
    ///
    /// The initialiser of values of receipts makes them.
    package var outlines: [ReceiptOutline]

    package init(version: Int, json: String?, outlines: [ReceiptOutline] = []) {
      (self.version, self.json, self.outlines) = (version, json, outlines)
    }
  }

  private var values: [String: Value] = [:]

  package init() {}

  /// The value of a stage, by its name.
  package subscript(stage: String) -> Value? {
    get { values[stage] }
    set { values[stage] = newValue }
  }

  /// The names of the stages that have looked at the page, sorted.
  package var stages: [String] { values.keys.sorted() }
}
