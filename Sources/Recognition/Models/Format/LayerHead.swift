struct LayerHead {
  var type: String
  var flags: Int32 = 0
  var inputs: Int
  var outputs: Int
  /// The count that the file declares.
  var weights: Int32
  var name: String
  static let maximumWidth = 1 << 16

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0]
    append(type, to: &bytes)
    bytes += [0, 0]
    for number in [flags, Int32(clamping: inputs), Int32(clamping: outputs), weights] {
      bytes.append(littleEndian: number)
    }
    append(name, to: &bytes)
    return bytes
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt32(text.utf8.count))
    bytes += text.utf8
  }
}

extension LayerHead {
  init(_ reader: inout ComponentReader) throws(ModelError) {
    guard try reader.integer(UInt8.self) == 0 else {
      throw ModelError(.unsupported, "The model's network is of an older Tesseract than 4.0.")
    }
    type = try reader.string(atMost: 64)
    // Training state and back-propagation.
    try reader.skip(2)
    flags = try reader.integer(Int32.self)
    inputs = try Self.width("inputs", &reader)
    outputs = try Self.width("outputs", &reader)
    weights = try reader.integer(Int32.self)
    name = try reader.string(atMost: 256)
  }

  private static func width(_ what: String, _ reader: inout ComponentReader) throws(ModelError) -> Int {
    let value = Int(try reader.integer(Int32.self))
    guard value >= 0, value <= maximumWidth else { throw reader.damaged("a layer of \(value) \(what)") }
    return value
  }
}
