/// A text with places for values, in the notation of Mustache; the values are JSON.
///
/// `{{name}}` is a value, escaped as the language of the text needs, and `{{&name}}` one that is not. The text from
/// `{{#name}}` to `{{/name}}` is repeated for each element of an array, is there once for any other value, and is left out
/// for null, false, an empty text and an empty array; `{{^name}}` begins one that is there only then. A name belongs to
/// the innermost object that has it, and `.` is the element itself. A line that has only the start or the end of such a
/// text is no part of the result.
package struct Template: Sendable {
  private indirect enum Part: Sendable {
    case text(String)
    case value(String, isEscaped: Bool)
    case section(String, isInverted: Bool, [Part])
  }

  private let parts: [Part]
  private let escape: @Sendable (String) -> String

  package init(_ source: some StringProtocol, escape: @escaping @Sendable (String) -> String = { $0 }) {
    (parts, self.escape) = (Self.parts(of: String(source)), escape)
  }

  package init(_ source: [UInt8], escape: @escaping @Sendable (String) -> String = { $0 }) {
    self.init(String(decoding: source, as: UTF8.self), escape: escape)
  }

  package func text(_ values: JSONValue.Members) -> String {
    var text = ""
    write(parts, [.object(values)], to: &text)
    return text
  }

  private static func parts(of text: String) -> [Part] {
    let mark = /^ *\{\{([#^\/])([A-Za-z.]+)\}\}\n|\{\{([&#^\/]?)([A-Za-z.]+)\}\}/.anchorsMatchLineEndings()
    var open: [(name: String, isInverted: Bool, parts: [Part])] = [("", false, [])]
    var place = text.startIndex
    func add(_ part: Part) { open[open.count - 1].parts.append(part) }
    for match in text.matches(of: mark) {
      add(.text(String(text[place..<match.range.lowerBound])))
      place = match.range.upperBound
      let (sign, name) = (match.1 ?? match.3 ?? "", String(match.2 ?? match.4 ?? ""))
      switch sign {
      case "#", "^": open.append((name, sign == "^", []))
      case "/" where open.count > 1:
        let closed = open.removeLast()
        add(.section(closed.name, isInverted: closed.isInverted, closed.parts))
      default: add(.value(name, isEscaped: sign.isEmpty))
      }
    }
    return open[0].parts + [.text(String(text[place...]))]
  }

  private func write(_ parts: [Part], _ values: [JSONValue], to text: inout String) {
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .value(let name, let isEscaped):
        switch Self.value(name, values) {
        case .string(let value)?: text += isEscaped ? escape(value) : value
        case let value?: text += value.lineText
        case nil: break
        }
      case .section(let name, let isInverted, let inner):
        let elements = Self.elements(of: Self.value(name, values))
        if isInverted, elements.isEmpty { write(inner, values, to: &text) }
        for element in isInverted ? [] : elements { write(inner, values + [element], to: &text) }
      }
    }
  }

  private static func value(_ name: String, _ values: [JSONValue]) -> JSONValue? {
    if name == "." { return values.last }
    for case .object(let members) in values.reversed() {
      if let value = members[name] { return value }
    }
    return nil
  }

  private static func elements(of value: JSONValue?) -> [JSONValue] {
    switch value {
    case nil, .null, .boolean(false), .string(""): []
    case .array(let elements): elements
    case let value?: [value]
    }
  }
}
