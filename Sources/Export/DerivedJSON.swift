import FoundationEssentials
import Support

/// A derived value's JSON, as the store keeps it, made a part of a page's.
enum DerivedJSON {
  /// Nil for text that is no JSON, which a damaged store may hold.
  static func value(_ json: String) -> JSONValue? {
    (try? JSONDecoder().decode(Parsed.self, from: Data(json.utf8)))?.value
  }
}

/// JSON of any shape.
private struct Parsed: Decodable {
  let value: JSONValue
  /// Whether it holds no array and no object, so that a row of such is short.
  let isScalar: Bool

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var members: JSONValue.Members = [:]
      var isRow = true
      for name in container.allKeys {
        let member = try container.decode(Parsed.self, forKey: name)
        members[name.stringValue] = member.value
        if !member.isScalar { isRow = false }
      }
      (value, isScalar) = (isRow ? .row(.object(members)) : .object(members), false)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Parsed] = []
      while !container.isAtEnd { elements.append(try container.decode(Parsed.self)) }
      let array = JSONValue.array(elements.map(\.value))
      (value, isScalar) = (elements.allSatisfy(\.isScalar) ? .row(array) : array, false)
    } else {
      (value, isScalar) = (try Self.scalar(decoder.singleValueContainer()), true)
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
}
