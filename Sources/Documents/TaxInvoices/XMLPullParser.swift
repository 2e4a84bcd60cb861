/// Reads a text of XML from its beginning to its end: elements, attributes and text, and nothing that refers elsewhere.
///
/// A document type, an entity that it would declare and a text that is not well formed are faults. Comments and processing
/// instructions are skipped.
struct XMLPullParser {
  enum Event: Equatable {
    case start(name: String, attributes: [String: String])
    case text(String)
    case end(name: String)
  }

  static let mostDepth = 32
  static let longestName = 200
  static let mostAttributes = 50
  static let longestText = 1 << 20

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var open: [String] = []
  private var hasRoot = false
  /// The end of an element without content.
  private var pending: Event?

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// The next event; nil at the end.
  mutating func next() throws(XMLFault) -> Event? {
    if let event = pending {
      pending = nil
      open.removeLast()
      return event
    }
    while place < scalars.count {
      if scalars[place] != "<" {
        let text = try text()
        if !open.isEmpty { return .text(text) }
        guard text.unicodeScalars.allSatisfy(\.isXMLSpace) else { throw fault("text stands outside of its element") }
      } else if has("<!--") {
        try skip(past: "-->")
      } else if has("<?") {
        try skip(past: "?>")
      } else if has("<![CDATA[") {
        guard !open.isEmpty else { throw fault("text stands outside of its element") }
        place += 9
        let start = place
        try skip(past: "]]>")
        return .text(try string(start..<place - 3))
      } else if has("<!") {
        throw fault("it declares a document type or entities, which are refused")
      } else if has("</") {
        return try end()
      } else {
        return try start()
      }
    }
    guard hasRoot, open.isEmpty else { throw XMLFault("it ends before its last element does: the file is cut") }
    return nil
  }

  private func fault(_ text: String) -> XMLFault {
    XMLFault("\(text) (line \(scalars[..<min(place, scalars.count)].count { $0 == "\n" } + 1))")
  }

  private var tooLong: XMLFault { fault("a text is longer than \(Self.longestText) characters") }

  private func has(_ text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

  private mutating func skip(past text: String) throws(XMLFault) {
    while place < scalars.count {
      if has(text) {
        place += text.unicodeScalars.count
        return
      }
      place += 1
    }
    throw XMLFault("it ends before its last element does: the file is cut")
  }

  private func string(_ range: Range<Int>) throws(XMLFault) -> String {
    guard range.count <= Self.longestText else { throw tooLong }
    var text = String.UnicodeScalarView()
    for scalar in scalars[range] {
      guard scalar.isXML else { throw fault("it holds a character that XML does not allow") }
      text.append(scalar)
    }
    return String(text)
  }

  private mutating func name() throws(XMLFault) -> String {
    let start = place
    while place < scalars.count, scalars[place].isXMLName { place += 1 }
    guard place > start, place - start <= Self.longestName, scalars[start].value > 0x39 else {
      throw fault("a name is missing or too long")
    }
    return try string(start..<place)
  }

  private mutating func skipSpace() {
    while place < scalars.count, scalars[place].isXMLSpace { place += 1 }
  }

  /// Characters up to `<` or a quote, with the five entities that XML itself has.
  private mutating func text(upTo quote: Unicode.Scalar? = nil) throws(XMLFault) -> String {
    var text = ""
    let first = place
    var start = place
    while place < scalars.count, scalars[place] != quote ?? "<" {
      guard place - first <= Self.longestText else { throw tooLong }
      if scalars[place] == "<" { throw fault("'<' stands in an attribute") }
      if scalars[place] == "&" {
        text += try string(start..<place)
        text.unicodeScalars.append(try reference())
        start = place
      } else {
        place += 1
      }
    }
    return text + (try string(start..<place))
  }

  private mutating func reference() throws(XMLFault) -> Unicode.Scalar {
    let end = scalars[place...].prefix(12).firstIndex(of: ";")
    guard let end else { throw fault("'&' begins no entity") }
    let name = try string(place + 1..<end)
    let known: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    let scalar = name.hasPrefix("#") ? number.flatMap(Unicode.Scalar.init) : known[name]
    guard let scalar, scalar.isXML else { throw fault("the entity '\(name)' is not one of XML's own, and refused") }
    place = end + 1
    return scalar
  }

  private mutating func start() throws(XMLFault) -> Event {
    place += 1
    let name = try name()
    guard !open.isEmpty || !hasRoot else { throw fault("it has a second outermost element") }
    guard open.count < Self.mostDepth else { throw fault("its elements lie deeper than \(Self.mostDepth)") }
    hasRoot = true
    var attributes: [String: String] = [:]
    while true {
      let before = place
      skipSpace()
      guard place < scalars.count else { throw XMLFault("it ends before its last element does: the file is cut") }
      if has("/>") {
        place += 2
        pending = .end(name: name)
        break
      }
      if scalars[place] == ">" {
        place += 1
        break
      }
      guard place > before, attributes.count < Self.mostAttributes else {
        throw fault("the element \(name) is malformed")
      }
      let attribute = try self.name()
      skipSpace()
      guard has("=") else { throw fault("an attribute has no value") }
      place += 1
      skipSpace()
      guard place < scalars.count, scalars[place] == "\"" || scalars[place] == "'" else {
        throw fault("an attribute has no value")
      }
      let quote = scalars[place]
      place += 1
      let value = try text(upTo: quote)
      guard place < scalars.count, attributes.updateValue(value, forKey: attribute) == nil else {
        throw fault("an attribute is given twice, or never ends")
      }
      place += 1
    }
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func end() throws(XMLFault) -> Event {
    place += 2
    let name = try name()
    skipSpace()
    guard open.last == name, has(">") else { throw fault("the element \(open.last ?? name) has no end of its own") }
    open.removeLast()
    place += 1
    return .end(name: name)
  }
}

extension Unicode.Scalar {
  fileprivate var isXMLSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(value) }

  /// Whether XML 1.0 allows it in a text.
  fileprivate var isXML: Bool { value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : isXMLSpace }

  fileprivate var isXMLName: Bool {
    value >= 0x80 || (0x30...0x3A).contains(value) || (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value)
      || "-._".unicodeScalars.contains(self)
  }
}
