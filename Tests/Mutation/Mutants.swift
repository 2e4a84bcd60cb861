import Glibc

/// Which mutant is active in this process, and which ones it has reached.
enum Mutants {
  private static let active = getenv("HANSCAN_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

  /// Appends the numbers of mutants that are reached; negative unless a test run asks for them.
  private static let log =
    getenv("HANSCAN_MUTANTS_REACHED").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o666) } ?? -1
  nonisolated(unsafe) private static let known = UnsafeMutablePointer<Bool>.allocate(capacity: 1 << 20)
  private static let prepared: Void = known.initialize(repeating: false, count: 1 << 20)

  static func `is`(_ number: Int) -> Bool {
    if log >= 0 { note(number) }
    return number == active
  }

  private static func note(_ number: Int) {
    _ = prepared
    // Two threads may both write a number; that does no harm.
    guard !known[number] else { return }
    known[number] = true
    let line = Array("\(number)\n".utf8)
    _ = write(log, line, line.count)
  }

  static func value<T>(_ number: Int, _ value: T, _ other: T) -> T { Self.is(number) ? other : value }

  static func condition(_ number: Int, _ value: Bool) -> Bool { Self.is(number) != value }

  static func result(_ number: Int, _ value: Bool) -> Bool { Self.is(number) != value }
  static func result(_ number: Int, _ value: Int) -> Int { Self.is(number) ? value + 1 : value }
  static func result(_ number: Int, _ value: Double) -> Double { Self.is(number) ? value + 1 : value }
  static func result<T>(_ number: Int, _ value: T?) -> T? { Self.is(number) ? nil : value }
  static func result(_ number: Int, _ value: String) -> String { Self.is(number) ? "" : value }
  static func result<T>(_ number: Int, _ value: [T]) -> [T] { Self.is(number) ? [] : value }
  static func result<T>(_ number: Int, _ value: Set<T>) -> Set<T> { Self.is(number) ? [] : value }
  static func result<K, T>(_ number: Int, _ value: [K: T]) -> [K: T] { Self.is(number) ? [:] : value }
}
