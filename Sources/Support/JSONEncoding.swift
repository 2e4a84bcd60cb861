extension JSONValue {
  /// A value as its `Codable` conformance has it: equal values give equal bytes, in every process.
  ///
  /// Unlike Foundation's encoder, which writes a set in the order of its hashes, it sorts the elements of sets. Only what
  /// JSON can hold is encoded: a number that is none, and a dictionary whose keys are not strings, throw.
  package init(encoding value: some Encodable) throws {
    let slot = EncodingSlot()
    try slot.encode(value, [])
    self = slot.value
  }
}

/// What has no order of its own, whatever order it encodes its elements in.
private protocol UnorderedElements {}
extension Set: UnorderedElements {}

private protocol KeyedElements {}
extension Dictionary: KeyedElements {}

/// A place in the value that is being built; containers fill it while the value encodes itself.
private final class EncodingSlot {
  private var single: JSONValue?
  private var list: [EncodingSlot]?
  private var named: [(name: String, slot: EncodingSlot)]?
  private var isUnordered = false

  var count: Int { list?.count ?? 0 }

  var value: JSONValue {
    if let single { return single }
    if let list {
      let values = list.map(\.value)
      guard isUnordered else { return .array(values) }
      let sorted = values.map { ($0, $0.line) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
      return .array(sorted.map { $0.0 })
    }
    var members: JSONValue.Members = [:]
    for (name, slot) in named ?? [] { members[name] = slot.value }
    return .object(members)
  }

  func put(_ value: JSONValue) { single = value }

  func becomeList() { list = list ?? [] }

  func append() -> EncodingSlot {
    let slot = EncodingSlot()
    list?.append(slot)
    return slot
  }

  func add(_ name: String) -> EncodingSlot {
    let slot = EncodingSlot()
    named = (named ?? []) + [(name, slot)]
    return slot
  }

  func encode<Value: Encodable>(_ value: Value, _ path: [any CodingKey]) throws {
    isUnordered = value is any UnorderedElements
    try value.encode(to: SlotEncoder(slot: self, codingPath: path))
    if value is any KeyedElements, list != nil {
      throw Self.refusal(value, path, "a dictionary whose keys are no strings has no order")
    }
  }

  /// A value that is no container of others.
  func encodeSingle<Value: Encodable>(_ value: Value, _ path: [any CodingKey]) throws {
    switch value {
    case let value as Bool: put(.boolean(value))
    case let value as String: put(.string(value))
    case let value as any BinaryInteger:
      guard let integer = Int(exactly: value) else { throw Self.refusal(value, path, "beyond 64 bits with a sign") }
      put(.integer(integer))
    case let value as any BinaryFloatingPoint:
      let number = Double(value)
      guard number.isFinite else { throw Self.refusal(value, path, "no number") }
      put(.number(number))
    default: try encode(value, path)
    }
  }

  private static func refusal(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
    EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: reason))
  }
}

private struct SlotEncoder: Encoder {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    return KeyedEncodingContainer(NamedValues<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeList()
    return ListedValues(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValue(slot: slot, codingPath: codingPath)
  }
}

// One generic function stands for the protocols' fourteen functions of one type each.

private struct NamedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  private func encoder(_ key: any CodingKey) -> SlotEncoder {
    SlotEncoder(slot: slot.add(key.stringValue), codingPath: codingPath + [key])
  }

  mutating func encodeNil(forKey key: Key) { slot.add(key.stringValue).put(.null) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try slot.add(key.stringValue).encode(value, codingPath + [key])
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> { encoder(key).container(keyedBy: type) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { SlotEncoder(slot: slot.add("super"), codingPath: codingPath) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct ListedValues: UnkeyedEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  mutating func encodeNil() { slot.append().put(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try slot.append().encode(value, codingPath) }

  mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
    SlotEncoder(slot: slot.append(), codingPath: codingPath).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    SlotEncoder(slot: slot.append(), codingPath: codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { SlotEncoder(slot: slot.append(), codingPath: codingPath) }
}

private struct SingleValue: SingleValueEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  mutating func encodeNil() { slot.put(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try slot.encodeSingle(value, codingPath) }
}
