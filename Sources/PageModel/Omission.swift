/// A value that JSON may leave out because it says nothing: an empty list, or false.
public protocol Omissible: Hashable, Codable {
  init()
}

extension Bool: Omissible {}
extension Array: Omissible where Element: Hashable & Codable {}

/// A property that JSON has only if it says something, so that each later version of the program may say more.
@propertyWrapper
public struct OmittedIfEmpty<Value: Omissible>: Hashable, Codable {
  public var wrappedValue: Value

  public init(wrappedValue: Value = Value()) {
    self.wrappedValue = wrappedValue
  }
}

extension OmittedIfEmpty: Sendable where Value: Sendable {}

/// A measured number, of which JSON has four decimals; none if it could not be measured.
@propertyWrapper
public struct Measured: Hashable, Codable, Sendable {
  public var wrappedValue: Double?

  public init(wrappedValue: Double? = nil) {
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
