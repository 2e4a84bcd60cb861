import CReceiptModel

/// The program's n-gram model of characters, and how the network's codes spell each of them.
///
/// `Sources/Training/letters.py` writes it and describes its layout. The arrays stay where the program has them.
struct CharacterModel: @unchecked Sendable {
  /// The n-grams that end at a place of a text, by their length; -1 for a length that the model does not have.
  typealias Context = SIMD4<Int32>

  private struct Order {
    var last: UnsafePointer<UInt16>?
    var probability: UnsafePointer<UInt8>
    var backoff: UnsafePointer<UInt8>?
    var children: UnsafePointer<UInt32>?
  }

  static let own = Self()
  /// The count of the network's codes.
  let codes: Int
  /// The network's code for no character.
  let blank: Int
  let characterCount: Int
  private let orders: [Order]
  private let points: UnsafePointer<UInt32>
  private let spellings: UnsafePointer<UInt16>
  /// The model's own number of each character; all digits have one, and all rare characters.
  let ids: UnsafePointer<UInt16>
  private static let end = 0

  private init() {
    var size = 0
    var place = UnsafeRawPointer(hanscan_letter_model(&size)) + 8
    func take<Value>(_ count: Int, _: Value.Type) -> UnsafePointer<Value> {
      defer { place += (count * MemoryLayout<Value>.size + 3) / 4 * 4 }
      return place.assumingMemoryBound(to: Value.self)
    }
    let head = take(5, UInt32.self)
    let counts = take(Int(head[0]), UInt32.self)
    characterCount = Int(head[2])
    (codes, blank) = (Int(head[3]), Int(head[4]))
    points = take(characterCount, UInt32.self)
    spellings = take(3 * characterCount, UInt16.self)
    ids = take(characterCount, UInt16.self)
    var orders: [Order] = []
    for order in 0..<Int(head[0]) {
      let count = Int(counts[order])
      if order > 0 { orders[order - 1].children = take(Int(counts[order - 1]) + 1, UInt32.self) }
      let last = order > 0 ? take(count, UInt16.self) : nil
      let probability = take(count, UInt8.self)
      orders.append(
        Order(
          last: last, probability: probability, backoff: order + 1 < Int(head[0]) ? take(count, UInt8.self) : nil))
    }
    self.orders = orders
  }

  /// The number of a character; nil for one that the network cannot write.
  func number(of character: Unicode.Scalar) -> Int? {
    Self.place(of: character.value, among: points, in: 0..<characterCount)
  }

  /// The place of a value in a range of rising ones; nil if it is none of them.
  private static func place<Value: Comparable>(
    of value: Value, among values: UnsafePointer<Value>, in whole: Range<Int>
  ) -> Int? {
    var range = whole
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if values[middle] == value { return middle }
      range = values[middle] < value ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  func character(_ number: Int) -> Character { Unicode.Scalar(points[number]).map(Character.init) ?? " " }

  /// The codes of a character: one, or three for a syllable.
  func spelling(_ number: Int) -> some Sequence<Int> {
    (3 * number..<3 * number + 3).lazy.map { Int(spellings[$0]) }.filter { $0 < codes }
  }

  // MARK: Probabilities

  /// Before the first character of a line.
  static let start = Context(0, Int32(end), -1, -1)

  /// The natural logarithm of a character's probability after what came before.
  func logProbability(of number: Int, in context: inout Context) -> Float { step(Int(ids[number]), &context) }

  func logProbabilityOfEnd(in context: Context) -> Float {
    var context = context
    return step(Self.end, &context)
  }

  private func step(_ id: Int, _ context: inout Context) -> Float {
    var next = Context(0, -1, -1, -1)
    var cost = 0
    var isFound = false
    for length in orders.indices.reversed() where context[length] >= 0 {
      let before = Int(context[length])
      let gram = child(id, of: before, length)
      if let gram, length + 1 < orders.count { next[length + 1] = Int32(gram) }
      if isFound { continue }
      if let gram {
        cost += Int(orders[length].probability[gram])
        isFound = true
      } else {
        cost += Int(orders[length - 1].backoff?[before] ?? 0)
      }
    }
    context = next
    return Float(cost) * -Self.unit
  }

  /// A 32nd of a decade.
  private static let unit: Float = 2.302585 / 32

  private func child(_ id: Int, of parent: Int, _ length: Int) -> Int? {
    guard length > 0, let last = orders[length].last, let children = orders[length - 1].children else { return id }
    return Self.place(
      of: UInt16(truncatingIfNeeded: id), among: last, in: Int(children[parent])..<Int(children[parent + 1]))
  }
}
