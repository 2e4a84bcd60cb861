import FoundationEssentials

extension JSONValue {
  /// A value by its `Codable` conformance; elements of sets are in any order.
  ///
  /// Throws for values that JSON can't hold, such as a number that is none.
  package init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }
}

extension JSONValue: Decodable {
  /// Objects and arrays are asked for first: a page has far more of them than anything else, and a wrong guess is slow.
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var members: Members = [:]
      for name in container.allKeys { members[name.stringValue] = try container.decode(JSONValue.self, forKey: name) }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let boolean = try? container.decode(Bool.self) { return .boolean(boolean) }
    if let integer = try? container.decode(Int.self) { return .integer(integer) }
    if let number = try? container.decode(Double.self) { return .number(number) }
    return .string(try container.decode(String.self))
  }

  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  /// The value with each object and array of scalars on one line.
  package var withRows: JSONValue {
    switch self {
    case .array(let elements):
      let array = JSONValue.array(elements.map(\.withRows))
      return elements.contains(where: \.isNested) ? array : .row(array)
    case .object(let members):
      var inner: Members = [:]
      for (name, value) in members.sorted { inner[name] = value.withRows }
      return members.sorted.contains { $0.value.isNested } ? .object(inner) : .row(.object(inner))
    default: return self
    }
  }

  private var isNested: Bool {
    switch self {
    case .array, .object, .row: true
    default: false
    }
  }
}
