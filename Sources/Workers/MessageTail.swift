/// The stderr tail of a worker, bounded whatever it writes.
package struct MessageTail: Sendable {
  /// Bytes kept; enough for the last message of a Swift program, which is followed by a list of addresses.
  private static let capacity = 8192
  private var bytes: [UInt8] = []
  /// Bytes that came since the last `mark`.
  package private(set) var count = 0
  package init() {}

  package mutating func append(_ chunk: UnsafeRawBufferPointer) {
    count += chunk.count
    bytes.append(contentsOf: chunk.suffix(Self.capacity))
    if bytes.count > 2 * Self.capacity { bytes.removeFirst(bytes.count - Self.capacity) }
  }

  /// Begins a new job, whose messages count from here.
  package mutating func mark() {
    count = 0
    bytes.removeAll(keepingCapacity: true)
  }

  /// The last eight lines for people, cut to 200 characters, without terminal controls.
  package var lines: [String] {
    String(decoding: bytes.suffix(Self.capacity), as: UTF8.self)
      .split { $0.isNewline }
      .filter { !Self.isAddress($0) }
      .suffix(8)
      .map { line in String(String.UnicodeScalarView(line.unicodeScalars.map(Self.harmless)).prefix(200)) }
  }

  /// Whether a line is from a stack trace of Swift's runtime: `3    libswiftCore.so    0x00007f… <unavailable> +
  /// 46416`.
  private static func isAddress(_ line: Substring) -> Bool {
    line == "Current stack trace:" || line.first?.isNumber == true && line.contains(" 0x0000")
  }

  private static let harmful: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    harmful.contains(scalar.properties.generalCategory) ? "\u{fffd}" : scalar
  }
}
