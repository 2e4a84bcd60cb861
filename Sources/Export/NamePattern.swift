import Bookkeeping
package import Support
package import PageModel
import Understanding

/// A pattern for readable names of scans: text with fields in braces, `{date}_{merchant}_{total}`.
///
/// A slash makes folders. Characters that file systems reject become a minus, and no name begins with a point.
package struct NamePattern: Sendable {
  /// The unchanged pattern.
  package let text: String

  /// Bytes of a name without its extension and number; file systems take 255.
  private static let longestName = 200

  package init(_ text: String) throws(TextFault) {
    var rest = text[...]
    while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
      if rest[brace] == "}" { throw TextFault("a brace is closed that was not opened") }
      guard let end = rest.firstIndex(of: "}") else { throw TextFault("a brace is not closed") }
      let name = rest[rest.index(after: brace)..<end]
      guard Self.known.contains(String(name)) else {
        throw TextFault("'{\(name)}' is no field; known are \(Self.known.joined(separator: ", "))")
      }
      rest = rest[rest.index(after: end)...]
    }
    guard text.contains("{") else { throw TextFault("no field is in it, so that all scans would be called alike") }
    self.text = text
  }

  /// The names that may be in braces.
  package static var known: [String] { ["name", "year", "month"] + FieldName.allCases.map(\.rawValue) }

  /// The components of a document's readable path, without extension; its own name if no field has a value.
  ///
  /// - Parameter page: Its first page with a receipt, or its first page.
  package func components(of page: PageRecord) -> [[UInt8]] {
    let receipt = page.derived.value(of: ReceiptsStage.self)?.first
    let (whole, suffix) = (ScanPath(bytes: page.path.lastComponent).description, Self.suffix(of: page.path))
    let own = String(whole.dropLast(whole.lowercased().hasSuffix(suffix) ? suffix.count : 0))
    let date = receipt?.fields[.date]?.value
    var hasValue = false
    let filled = text.filled { name in
      let value: String? =
        switch name {
        case "name": own
        case "year": date.map { String($0.prefix(4)) }
        case "month": date.map { String($0.dropFirst(5).prefix(2)) }
        default: FieldName(rawValue: name).flatMap { receipt?.fields[$0]?.value }
        }
      if value != nil { hasValue = true }
      // A slash in a value makes no folder.
      return (value ?? "unknown").replacing("/", with: "-")
    }
    let names = (hasValue ? filled : own).split(separator: "/").map { Self.cleaned(String($0)) }.filter { !$0.isEmpty }
    return names.isEmpty ? [Array("unknown".utf8)] : names.map { Array($0.utf8) }
  }

  /// The scan's extension with its point, in lower case; empty if it has none of a few plain letters.
  package static func suffix(of path: ScanPath) -> String {
    let name = path.lastComponent
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return "" }
    let letters = String(decoding: name[(point + 1)...], as: UTF8.self).lowercased()
    return letters.wholeMatch(of: /[a-z0-9]{1,8}/) == nil ? "" : "." + letters
  }

  /// A name as file systems take it.
  package static func cleaned(_ name: String) -> String {
    var text = ""
    for scalar in name.composed.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: continue
      default: text.unicodeScalars.append("\\:*?\"<>|".unicodeScalars.contains(scalar) ? "-" : scalar)
      }
    }
    var words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    while words.hasPrefix(".") || words.hasPrefix(" ") { words.removeFirst() }
    while words.utf8.count > longestName || words.hasSuffix(".") || words.hasSuffix(" ") { words.removeLast() }
    return words
  }
}
