package import Support

/// How each character of a model is spelt in the network's output codes: one code, or three for a Hangul syllable.
///
/// Layout, as Tesseract's UnicharCompress has it: a 32-bit count, and for each character a byte (1: it is its own
/// normal form), a 32-bit length of at most nine, and so many 32-bit codes.
public struct Recoder: Hashable, Sendable {
  package static let maximumLength = 9

  public struct Entry: Hashable, Sendable {
    package let selfNormalised: UInt8
    public let codes: [Int32]

    package init(codes: [Int32], selfNormalised: UInt8 = 1) {
      self.codes = codes
      self.selfNormalised = selfNormalised
    }
  }

  /// By the character's number in the `Unicharset`.
  public private(set) var entries: [Entry] = []
  package let order: ByteOrder

  public init(parsing bytes: ArraySlice<UInt8>) throws(ModelError) {
    try self.init(parsing: bytes, order: .little)
  }

  package init(parsing bytes: ArraySlice<UInt8>, order: ByteOrder) throws(ModelError) {
    self.order = order
    var reader = ComponentReader(bytes, order: order, subject: "The model's recoder")
    let count = Int(try reader.uint32())
    // An entry is five bytes at least, so a count that the bytes cannot hold allocates nothing.
    guard count <= reader.remaining / 5 else { throw reader.damaged("it promises \(count) characters") }
    entries.reserveCapacity(count)
    for number in 0..<count {
      let selfNormalised = try reader.uint8()
      let length = Int(try reader.int32())
      guard length >= 0, length <= Self.maximumLength else {
        throw reader.damaged("character \(number) has \(length) codes")
      }
      var codes: [Int32] = []
      for _ in 0..<length {
        let code = try reader.int32()
        guard code >= 0 else { throw reader.damaged("character \(number) has code \(code)") }
        codes.append(code)
      }
      entries.append(Entry(codes: codes, selfNormalised: selfNormalised))
    }
    guard reader.remaining == 0 else { throw reader.damaged("\(reader.remaining) bytes follow its end") }
  }

  package mutating func append(_ codes: [Int32]) {
    entries.append(Entry(codes: codes))
  }

  /// One more than the largest code.
  public var codeRange: Int {
    Int(entries.lazy.flatMap(\.codes).max() ?? -1) + 1
  }

  /// The component's bytes.
  public func serialised() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt32(entries.count), order: order)
    for entry in entries {
      bytes.append(entry.selfNormalised)
      bytes.append(Int32(entry.codes.count), order: order)
      for code in entry.codes { bytes.append(code, order: order) }
    }
    return bytes
  }
}
