import Support

/// The texts of bar codes that mark the sheets between the documents of a stack, such as `PATCHT`.
package struct SplitCodes: Sendable, Equatable {
  private let codes: Set<String>

  /// One code a line.
  package init(_ text: String = "") { codes = Set(text.split(separator: "\n").map(String.init)) }

  package func contains(_ code: String) -> Bool { codes.contains(code) }

  /// The form that is kept: sorted, one a line.
  package var text: String { codes.sorted().joined(separator: "\n") }

  /// A number that other codes do not have; 0 for none.
  var number: Int { codes.isEmpty ? 0 : SHA256.tag(of: Array(text.utf8)) }
}
