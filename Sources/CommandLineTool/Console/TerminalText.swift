import Support
import Understanding

/// Text of pages and of people on its way to a terminal.
enum TerminalText {
  /// With a replacement symbol for controls and for what turns the direction of writing: both could rearrange a line.
  static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map(shown)))
  }

  /// Lines with the same symbol for whatever a terminal would obey; a tab and the end of a line stay.
  static func lines(_ text: String) -> String {
    func isObeyed(_ scalar: Unicode.Scalar) -> Bool { scalar.steersTerminal && scalar != "\n" && scalar != "\t" }
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isObeyed($0) ? "\u{FFFD}" : $0 }))
  }

  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    [.control, .format].contains(scalar.properties.generalCategory) ? "\u{FFFD}" : scalar
  }
}

extension JSONValue {
  /// An array; nil for an empty one, whose name is left out.
  static func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }
}

extension Proof {
  /// The word in the user's language; a kind of page has the raw value of one of them, too.
  var shown: String { said(self == .document ? "e-document" : Message(stringLiteral: rawValue)) }
}

extension PageKind {
  /// `receipt (0.97), card-slip (0.02)`; labels that are hardly possible are left out.
  static func shown(_ kinds: [PageKind]) -> String {
    kinds.filter { $0.corrected == true || $0.confidence >= 0.005 }.map { kind in
      kind.corrected == true
        ? said("\(kind.label.shown) (put right by a person)") : "\(kind.label.shown) (\(decimal(kind.confidence, 2)))"
    }.joined(separator: ", ")
  }
}
