import PageModel
import RunSupport
import Support

/// The declaration of an option: help, manual, completions, configuration files and parsing read it.
///
/// Its text is in the help files.
class DeclaredOption {
  let name: String
  let letter: Character?
  /// The placeholder of the value; nil for a switch.
  let value: String?
  /// The words that the value may be, if these are known.
  let words: [String]
  /// The character between the items of a value that is a list.
  let separator: Character?
  /// Whether values on the command line add to those of a configuration file instead of replacing them.
  let addsUp: Bool
  /// The values as they were given, in order; those of a switch are empty.
  var given: [[UInt8]] = []

  init(
    _ name: String, _ letter: Character?, value: String? = nil, words: [String] = [], separator: Character? = nil,
    addsUp: Bool = false
  ) {
    (self.name, self.letter, self.value) = (name, letter, value)
    (self.words, self.separator, self.addsUp) = (words, separator, addsUp)
  }

  /// The options of every command.
  static var common: [DeclaredOption] {
    [Option<MessageLanguage?>("ui-language", value: "ko|en", .word), DeclaredOption("help", "h")]
  }

  var isGiven: Bool { !given.isEmpty }

  /// Turns what was given into the value of the property.
  func read() throws(RunFailure) {}

  func refuse(with other: DeclaredOption, because reason: Message) throws(RunFailure) {
    if isGiven, other.isGiven { throw .usage("--\(name) and --\(other.name) contradict each other: \(reason)") }
  }

  /// Refuses two of options that exclude each other.
  static func allowOne(of options: [DeclaredOption], because reason: Message) throws(RunFailure) {
    let given = options.filter(\.isGiven)
    if given.count > 1 { try given[0].refuse(with: given[1], because: reason) }
  }

  func needs(_ other: DeclaredOption) throws(RunFailure) {
    if isGiven, !other.isGiven { throw .usage("--\(name) goes with --\(other.name)") }
  }
}

/// An option of a command, or of a group of options: a property that holds its value, and its declaration.
@propertyWrapper final class Option<Value>: DeclaredOption {
  var wrappedValue: Value
  private let reading: (Option<Value>) throws(RunFailure) -> Value

  var projectedValue: Option<Value> { self }

  /// An option with a value, of which the last one given counts.
  convenience init<Item>(
    _ name: String, _ letter: Character? = nil, value: String, _ format: ValueFormat<Item>
  ) where Value == Item? {
    self.init(nil, name, letter, value, format) { option throws(RunFailure) in
      try option.given.last.map { bytes throws(RunFailure) in try format.value(of: bytes, name) }
    }
  }

  /// The same with a default.
  convenience init(
    wrappedValue: Value, _ name: String, _ letter: Character? = nil, value: String, _ format: ValueFormat<Value>
  ) {
    self.init(wrappedValue, name, letter, value, format) { option throws(RunFailure) in
      try option.given.last.map { bytes throws(RunFailure) in try format.value(of: bytes, name) } ?? option.wrappedValue
    }
  }

  /// An option with several values: given several times, or, with a separator, once; with both, they all add up.
  convenience init<Item>(
    _ name: String, _ letter: Character? = nil, value: String, all format: ValueFormat<Item>,
    separator: Character? = nil, addsUp: Bool = false
  ) where Value == [Item] {
    self.init([], name, letter, value, format, separator, addsUp) { option throws(RunFailure) in
      var items: [Item] = []
      for bytes in separator == nil || addsUp ? option.given[...] : option.given.suffix(1) {
        let parts = separator?.asciiValue.map { bytes.split(separator: $0, omittingEmptySubsequences: false) }
        for part in parts ?? [bytes[...]] { items.append(try format.value(of: Array(part), name)) }
      }
      return items
    }
  }

  /// A switch.
  init(_ name: String, _ letter: Character? = nil) where Value == Bool {
    (wrappedValue, reading) = (false, { $0.isGiven })
    super.init(name, letter)
  }

  private init<Item>(
    _ standard: Value, _ name: String, _ letter: Character?, _ value: String, _ format: ValueFormat<Item>,
    _ separator: Character? = nil, _ addsUp: Bool = false,
    reading: @escaping (Option<Value>) throws(RunFailure) -> Value
  ) {
    (wrappedValue, self.reading) = (standard, reading)
    super.init(name, letter, value: value, words: format.words, separator: separator, addsUp: addsUp)
  }

  override func read() throws(RunFailure) { wrappedValue = try reading(self) }

  /// The value of an option that a command can't do without.
  func required<Item>(_ what: Message) throws(RunFailure) -> Item where Value == Item? {
    guard let value = wrappedValue else { throw .usage("\(what): --\(name) \(value ?? "")") }
    return value
  }
}

/// The words of a call that are no options.
@propertyWrapper final class Operands {
  var wrappedValue: [ScanPath] = []
  /// The words that the first one may be, if these are known; a shell completes them.
  let words: [String]
  private let count: ClosedRange<Int>
  private let otherwise: Message?

  var projectedValue: Operands { self }

  /// - Parameter otherwise: The message if there are too few or too many.
  init(_ count: ClosedRange<Int>, words: [String] = [], _ otherwise: Message? = nil) {
    (self.count, self.words, self.otherwise) = (count, words, otherwise)
  }

  static func surplus(_ word: ScanPath) -> Message { "'\(word)' is one word too many" }

  var refusal: RunFailure {
    let surplus = wrappedValue.dropFirst(count.upperBound).first
    return .usage(otherwise ?? surplus.map(Self.surplus) ?? "a word is missing")
  }

  func read(_ operands: [ScanPath]) throws(RunFailure) {
    wrappedValue = operands
    if !count.contains(operands.count) { throw refusal }
  }
}

/// Options that several commands share.
protocol OptionGroup {
  /// Refuses values that contradict each other.
  func check() throws(RunFailure)
}

extension OptionGroup {
  func check() throws(RunFailure) {}

  /// The options in the order of their declaration, those of inner groups included.
  var declared: [DeclaredOption] {
    Mirror(reflecting: self).children.flatMap { child in
      (child.value as? DeclaredOption).map { [$0] } ?? (child.value as? any OptionGroup)?.declared ?? []
    }
  }

  /// Checks the inner groups first.
  func checkAll() throws(RunFailure) {
    for case let group as any OptionGroup in Mirror(reflecting: self).children.map(\.value) { try group.checkAll() }
    try check()
  }
}
