/// A value that JSON may leave out because it says nothing: an empty list, or false.
package protocol Omissible: Hashable, Codable {
  init()
}

extension Bool: Omissible {}
extension Array: Omissible where Element: Hashable & Codable {}

/// A property that JSON has only if it says something, so that each later version of the program may say more.
@propertyWrapper
package struct OmittedIfEmpty<Value: Omissible>: Hashable, Codable {
  package var wrappedValue: Value

  package init(wrappedValue: Value = Value()) {
    self.wrappedValue = wrappedValue
  }
}

extension OmittedIfEmpty: Sendable where Value: Sendable {}

/// A measured number, of which JSON has four decimals; none if it could not be measured.
@propertyWrapper
package struct Measured: Hashable, Codable, Sendable {
  package var wrappedValue: Double?

  package init(wrappedValue: Double? = nil) {
    self.wrappedValue = wrappedValue
  }
}

extension KeyedDecodingContainer {
  func decode<Value>(_ type: OmittedIfEmpty<Value>.Type, forKey key: Key) throws -> OmittedIfEmpty<Value> {
    OmittedIfEmpty(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? Value())
  }

  func decode(_ type: Measured.Type, forKey key: Key) throws -> Measured {
    Measured(wrappedValue: try decodeIfPresent(Double.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ property: OmittedIfEmpty<Value>, forKey key: Key) throws {
    if property.wrappedValue != Value() { try encode(property.wrappedValue, forKey: key) }
  }

  mutating func encode(_ property: Measured, forKey key: Key) throws {
    try encodeIfPresent(property.wrappedValue?.rounded(toPlaces: 4), forKey: key)
  }
}
