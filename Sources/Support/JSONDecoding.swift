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
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .array(values)
    } else {
      var members: Members = [:]
      for (name, value) in try container.decode([String: JSONValue].self) { members[name] = value }
      self = .object(members)
    }
  }
}
