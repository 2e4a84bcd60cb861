package import PageModel
package import Support

/// The meaning of a user's marks by their shapes: `star` may mean `business`.
package struct MarkTags: Sendable, Equatable {
  /// Text of a tag, at most.
  private static let longest = 200

  private var tags: [PenMark.Shape: String] = [:]

  package init() {}

  /// One tag a line, as `star=business`; throws the line that is none.
  package init(_ text: String) throws(TextFault) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let shape = PenMark.Shape(rawValue: parts[0]),
        (1...Self.longest).contains(parts[1].utf8.count),
        parts[1].unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { throw Self.fault(String(line)) }
      tags[shape] = parts[1]
    }
  }

  package subscript(shape: PenMark.Shape) -> String? { tags[shape] }

  /// The form that is kept: sorted, one a line.
  package var text: String {
    tags.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: "\n")
  }

  /// A number that other tags do not have; 0 for none.
  var number: Int { tags.isEmpty ? 0 : SHA256.tag(of: Array(text.utf8)) }

  /// The fault of a line that is no `SHAPE=TAG`.
  package static func fault(_ line: String) -> TextFault {
    let shapes = PenMark.Shape.allCases.map(\.rawValue).joined(separator: ", ")
    return TextFault("'\(line)' is no SHAPE=TAG such as star=business, with a shape of \(shapes) and a tag in one line")
  }
}
