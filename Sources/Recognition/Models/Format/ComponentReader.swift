/// Reads little-endian numbers out of bytes, strictly in order; a file that ends early throws and never traps.
package struct ComponentReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int
  /// The name of the data, for messages.
  private let subject: String

  package init(_ bytes: ArraySlice<UInt8>, subject: String) {
    self.bytes = bytes
    self.position = bytes.startIndex
    self.subject = subject
  }

  package var remaining: Int { bytes.endIndex - position }
  package var offset: Int { position - bytes.startIndex }

  package func damaged(_ what: String) -> ModelError {
    ModelError(.damaged, "\(subject) is damaged: \(what) (at byte \(offset)).")
  }

  package mutating func take(_ count: Int) throws(ModelError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw damaged("it ends early") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  package mutating func skip(_ count: Int) throws(ModelError) {
    _ = try take(count)
  }

  /// A string of a 32-bit length and as many bytes.
  package mutating func string(atMost limit: Int) throws(ModelError) -> String {
    let count = Int(try integer(UInt32.self))
    guard count <= limit else { throw damaged("a name of \(count) bytes") }
    let slice = try take(count)
    guard let text = String(validating: slice, as: UTF8.self) else { throw damaged("a name that is no UTF-8") }
    return text
  }

  mutating func integer<Value: FixedWidthInteger>(_: Value.Type) throws(ModelError) -> Value {
    try take(Value.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
  }
}

extension [UInt8] {
  package mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
