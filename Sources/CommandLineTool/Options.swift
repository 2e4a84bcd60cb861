import CPosix
import Glibc
import PageModel

/// One option of a subcommand: its names, its value's placeholder (nil for a switch) and its line of help.
struct Option: Sendable {
  let name: String
  let letter: Character?
  let value: String?
  let help: String
  /// The values that it takes, where these are known words; a shell completes them.
  let words: [String]

  init(_ name: String, value: String? = nil, _ help: String, words: [String] = []) {
    (self.name, self.letter, self.value, self.help, self.words) = (name, nil, value, help, words)
  }

  init(_ name: String, _ letter: Character, value: String? = nil, _ help: String, words: [String] = []) {
    (self.name, self.letter, self.value, self.help, self.words) = (name, letter, value, help, words)
  }

  static let help = Option("help", "h", "Show this help and exit.")
}

/// The options and operands of one call, in the order they were given, as raw bytes.
struct Arguments {
  private(set) var values: [(name: String, bytes: [UInt8])] = []
  private(set) var operands: [ScanPath] = []

  /// Parses words by getopt_long(3): options may come before or after operands, `--` ends them.
  init(_ words: [[UInt8]], options: [Option]) throws {
    let collected = try Self.parse(words, options: options)
    values = collected.found.map { (options[$0.index].name, $0.bytes) }
    operands = collected.operands.map(ScanPath.init(bytes:))
  }

  /// The same with values of a lower rank in front, of which the last one given of this call wins.
  func preceded(by others: [(name: String, bytes: [UInt8])]) -> Arguments {
    var arguments = self
    arguments.values = others + values
    return arguments
  }

  /// The same with something to read.
  func reading(_ path: ScanPath) -> Arguments {
    var arguments = self
    arguments.operands = [path]
    return arguments
  }

  func has(_ name: String) -> Bool {
    values.contains { $0.name == name }
  }

  /// Every value given for an option, in order.
  func all(_ name: String) -> [[UInt8]] {
    values.filter { $0.name == name }.map(\.bytes)
  }

  /// The value as a path; the last one given wins.
  func path(_ name: String) throws -> ScanPath? {
    guard let bytes = all(name).last else { return nil }
    guard !bytes.isEmpty else { throw CommandFailure.usage("--\(name) needs a path that is not empty") }
    return ScanPath(bytes: bytes)
  }

  func text(_ name: String) throws -> String? {
    guard let bytes = all(name).last else { return nil }
    return try Self.text(bytes, of: name)
  }

  func texts(_ name: String) throws -> [String] {
    try all(name).map { try Self.text($0, of: name) }
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw CommandFailure.usage(
        "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// Seconds, with fractions; `2`, `0.5`, `90s`, `5m`, `1h`.
  func seconds(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = try text(name) else { return nil }
    let unit: Double
    switch text.last {
    case "m": unit = 60
    case "h": unit = 3600
    default: unit = 1
    }
    let digits = text.last.map { "smh".contains($0) } == true ? text.dropLast() : text[...]
    guard let number = Double(digits), number.isFinite, range.contains(number * unit) else {
      throw CommandFailure.usage(
        "--\(name) takes a time from \(range.lowerBound) to \(range.upperBound) seconds (2, 0.5, 90s, 5m), "
          + "not '\(text)'")
    }
    return number * unit
  }

  /// Bytes: `500M`, `1G`, `1073741824`; units are powers of 1024.
  func bytes(_ name: String, in range: ClosedRange<UInt64>) throws -> UInt64? {
    guard let text = try text(name) else { return nil }
    let shifts: [Character: UInt64] = ["K": 10, "M": 20, "G": 30]
    var digits = text[...]
    if digits.hasSuffix("iB") { digits = digits.dropLast(2) }
    let shift = digits.last.flatMap { shifts[Character($0.uppercased())] }
    if shift != nil { digits = digits.dropLast() }
    guard let number = UInt64(digits), number <= UInt64.max >> 31, range.contains(number << (shift ?? 0)) else {
      throw CommandFailure.usage(
        "--\(name) takes a size from \(range.lowerBound >> 20)M to \(range.upperBound >> 20)M, not '\(text)'")
    }
    return number << (shift ?? 0)
  }

  func choice<Value: RawRepresentable & CaseIterable>(_ name: String, _: Value.Type = Value.self) throws -> Value?
  where Value.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      let near = Suggestion.of(text, among: Value.allCases.map(\.rawValue))
      throw CommandFailure.usage("--\(name) takes one of \(known), not '\(text)'\(near)")
    }
    return value
  }

  /// Refuses words that are no options, for a command that takes none.
  func refuseOperands() throws {
    if let first = operands.first { throw CommandFailure.usage("'\(first)' is one word too many") }
  }

  /// Refuses two options that contradict each other.
  func refuse(_ first: String, with second: String, because reason: String) throws {
    if has(first), has(second) {
      throw CommandFailure.usage("--\(first) and --\(second) contradict each other: \(reason)")
    }
  }

  private static func text(_ bytes: [UInt8], of name: String) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure.usage("the value of --\(name) is no valid UTF-8: \(ScanPath(bytes: bytes))")
    }
    return text
  }
}

extension Arguments {
  /// What the C parser reports, gathered through its context pointer.
  private final class Collector {
    var found: [(index: Int, bytes: [UInt8])] = []
    var firstOperand = 0
    var failure: (event: hanscan_option_event, index: Int, text: String)?
  }

  private static func parse(
    _ words: [[UInt8]], options: [Option]
  ) throws -> (found: [(index: Int, bytes: [UInt8])], operands: [[UInt8]]) {
    let collector = Collector()
    // getopt_long permutes the words, so they are C strings of our own for the time of the call.
    let arguments = ([Array("hanscan".utf8)] + words).map { word -> UnsafeMutablePointer<CChar>? in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
      for (offset, byte) in word.enumerated() { copy[offset] = CChar(bitPattern: byte) }
      copy[word.count] = 0
      return copy
    }
    let names = options.map { strdup($0.name) }
    defer {
      arguments.forEach { $0?.deallocate() }
      names.forEach { free($0) }
    }
    var vector = arguments + [nil]
    let table = zip(options, names).map { option, name in
      hanscan_option(
        name: name, takes_value: option.value == nil ? 0 : 1,
        letter: option.letter?.asciiValue.map { Int32($0) } ?? 0)
    }
    let context = Unmanaged.passUnretained(collector).toOpaque()
    hanscan_parse_options(Int32(words.count + 1), &vector, table, table.count, context) { context, event, index, text in
      guard let context else { return }
      let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
      switch event {
      case HANSCAN_OPTION_END: collector.firstOperand = Int(index)
      case HANSCAN_OPTION_FOUND: collector.found.append((Int(index), text.map(copyBytes) ?? []))
      default: collector.failure = (event, Int(index), text.map { ScanPath(bytes: copyBytes($0)).description } ?? "")
      }
    }
    if let failure = collector.failure { throw complaint(failure, options: options) }
    let operands = vector[collector.firstOperand...].compactMap { $0.map { copyBytes($0) } }
    return (collector.found, operands)
  }

  private static func complaint(
    _ failure: (event: hanscan_option_event, index: Int, text: String), options: [Option]
  ) -> CommandFailure {
    let option = options.indices.contains(failure.index) ? options[failure.index] : nil
    switch (failure.event, option) {
    case (HANSCAN_OPTION_LACKS_VALUE, let option?):
      return .usage("--\(option.name) needs a value: --\(option.name) \(option.value ?? "VALUE")")
    case (HANSCAN_OPTION_UNKNOWN, let option?):
      return .usage("--\(option.name) takes no value: \(failure.text)")
    default:
      let name = failure.text.drop { $0 == "-" }.prefix { $0 != "=" }
      let hint = name.count > 1 ? Suggestion.of("--\(name)", among: options.map { "--\($0.name)" }) : ""
      return .usage("unknown option \(failure.text)\(hint)")
    }
  }
}

private func copyBytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
  var bytes: [UInt8] = []
  var next = text
  while next.pointee != 0 {
    bytes.append(UInt8(bitPattern: next.pointee))
    next += 1
  }
  return bytes
}
