package import Support
import CReceiptModel
import Foundation

/// The weights of the tagger: a linear-chain CRF over tokens whose features are 32-bit codes.
///
/// `Sources/Training/tagger.py` fits and writes them. The file: `HSTAG`, the version of the format, then in little-endian
/// order the count of tags (16 bits) and their names (8 bits of length, UTF-8), the worth of one step of a transition's
/// weight (Float32) and the transitions (16 bits each, from the row's tag to the column's), the worth of one step of a
/// feature's weight (Float32), the count of features (32 bits), and for each in rising order of its code: the code
/// (32 bits), the count of its weights (8 bits), and for each of these a tag (8 bits) and a weight (16 bits). At the end
/// the calibration: a count (8 bits), and for each value its name as above and three numbers (Float32).
package struct TaggerModel: Sendable {
  private(set) var tags: [Tag] = [.outside]
  /// `transitions[from * tags.count + to]`.
  private(set) var transitions: [Float] = [0]
  private var places: [UInt32: Range<Int32>] = [:]
  private var weights: [(tag: Int, value: Float)] = []
  private var calibrations: [TaggedValue: Calibration] = [:]

  /// Predicts the share of right values among candidates: the sum of a constant, the log-odds of the tagger's
  /// probability and the logarithm of the reader's confidence in the words, each with its weight, as log-odds.
  private typealias Calibration = (constant: Float, odds: Float, reading: Float)

  /// A tag of the model: outside of all values, or at the beginning or within one.
  enum Tag: Hashable, Sendable {
    case outside
    case begins(TaggedValue)
    case goesOn(TaggedValue)

    init?(_ name: String) {
      switch (name.prefix(2), TaggedValue(rawValue: String(name.dropFirst(2)))) {
      case ("O", nil): self = .outside
      case ("B-", let value?): self = .begins(value)
      case ("I-", let value?): self = .goesOn(value)
      default: return nil
      }
    }

    var value: TaggedValue? {
      switch self {
      case .outside: nil
      case .begins(let value), .goesOn(let value): value
      }
    }
  }

  private static let format: UInt8 = 1

  /// The weights that are compiled in.
  package static let standard: TaggerModel = {
    var size = 0
    let start = hanscan_tagger_weights(&size)
    let bytes = UnsafeBufferPointer(start: start, count: size)
    // A test reads them; without them nothing is tagged.
    return (try? TaggerModel(bytes)) ?? TaggerModel()
  }()

  /// A model without weights: nothing is tagged.
  private init() {}

  /// - Throws: `TextFault` if the bytes are no weights, are cut, or are of another version.
  package init(_ bytes: some Collection<UInt8>) throws(TextFault) {
    var reader = Reader(bytes: Array(bytes))
    guard try reader.text(5) == "HSTAG" else { throw TextFault("this is no file of tagger weights") }
    let version = try reader.byte()
    guard version == Self.format else {
      throw TextFault("weights of format \(version); this program reads format \(Self.format)")
    }
    let count = Int(try reader.integer(2))
    tags = []
    for _ in 0..<count {
      let name = try reader.text(Int(try reader.byte()))
      guard let tag = Tag(name) else { throw TextFault("no tag is called '\(name)'") }
      tags.append(tag)
    }
    guard tags.first == .outside, Set(tags).count == count, count <= 64 else {
      throw TextFault("its tags do not begin with O, or one is there twice")
    }
    let step = try reader.float()
    transitions = []
    for _ in 0..<(count * count) { transitions.append(step * Float(Int16(truncatingIfNeeded: try reader.integer(2)))) }
    let unit = try reader.float()
    for _ in 0..<(try reader.integer(4)) {
      let code = UInt32(try reader.integer(4))
      let start = Int32(weights.count)
      for _ in 0..<(try reader.byte()) {
        let tag = Int(try reader.byte())
        guard tag < count else { throw TextFault("a weight is for a tag that is not there") }
        weights.append((tag, unit * Float(Int16(truncatingIfNeeded: try reader.integer(2)))))
      }
      places[code] = start..<Int32(weights.count)
    }
    for _ in 0..<(try reader.byte()) {
      let name = try reader.text(Int(try reader.byte()))
      guard let value = TaggedValue(rawValue: name) else { throw TextFault("no value is called '\(name)'") }
      calibrations[value] = (try reader.float(), try reader.float(), try reader.float())
    }
    guard reader.isAtEnd else { throw TextFault("more bytes follow the weights") }
  }

  /// The probability, 0 to 1, that a candidate is right.
  ///
  /// - Parameters:
  ///   - probability: the tagger's, which knows nothing of misread letters.
  ///   - reading: the reader's confidence in the words, 0 to 1.
  func calibrated(_ value: TaggedValue, probability: Double, reading: Double) -> Double {
    guard let calibration = calibrations[value] else { return probability }
    let probability = min(max(probability, 0.005), 0.995)
    let sum =
      Double(calibration.constant) + Double(calibration.odds) * log(probability / (1 - probability))
      + Double(calibration.reading) * log(min(max(reading, 0.01), 1))
    return 1 / (1 + exp(-sum))
  }

  /// Adds the weights of some features to the scores of the tags.
  func add(_ features: [UInt32], to scores: inout [Float]) {
    for feature in features {
      guard let range = places[feature] else { continue }
      for weight in weights[Int(range.lowerBound)..<Int(range.upperBound)] { scores[weight.tag] += weight.value }
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    var isAtEnd: Bool { place == bytes.count }

    private mutating func take(_ count: Int) throws(TextFault) -> ArraySlice<UInt8> {
      guard bytes.count - place >= count else { throw TextFault("the weights end too early") }
      defer { place += count }
      return bytes[place..<place + count]
    }

    mutating func byte() throws(TextFault) -> UInt8 { UInt8(try integer(1)) }

    mutating func integer(_ count: Int) throws(TextFault) -> UInt64 {
      try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func float() throws(TextFault) -> Float {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: try integer(4)))
      guard value.isFinite, abs(value) < 100 else { throw TextFault("a number is beyond what weights can be") }
      return value
    }

    mutating func text(_ count: Int) throws(TextFault) -> String {
      String(decoding: try take(count), as: UTF8.self)
    }
  }
}

/// The values that the tagger looks for; the raw values are the names of the tags in its weights.
package enum TaggedValue: String, CaseIterable, Sendable {
  case merchant, representative, address, phone, businessNumber, cardName, cardNumber, approvalNumber
  case itemName, itemPrice, itemQuantity, itemAmount

  var isOfItem: Bool { [.itemName, .itemPrice, .itemQuantity, .itemAmount].contains(self) }
}
