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
      // A stack trace of Swift's runtime: `3    libswiftCore.so    0x00007f… <unavailable> + 46416`.
      .filter { $0 != "Current stack trace:" && !($0.first?.isNumber == true && $0.contains(" 0x0000")) }
      .suffix(8)
      .map { line in String(String.UnicodeScalarView(line.unicodeScalars.map(Self.harmless)).prefix(200)) }
  }

  private static let harmful: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    harmful.contains(scalar.properties.generalCategory) ? "\u{fffd}" : scalar
  }
}
