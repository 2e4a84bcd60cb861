/// A line network in two parts: all layers but the last, and a network of the last layer, which takes a picture of
/// numbers.
///
/// `LineFront` computes the first part and Tesseract the second one; `LineEngine.md` describes the picture between
/// them. It has a column for each step and a row for each number. One more row in the middle has no weight in the last
/// layer; Tesseract sets black and white by it.
package struct SplitNetwork {
  enum Layer {
    /// `across` columns and `down` rows on either side of the middle one; the greatest number of `pooled` rows is kept.
    case convolution(across: Int, down: Int, matrix: Matrix, pooled: Int)
    /// Turns this many columns and rows into channels of one place.
    case stack(across: Int, down: Int)
    /// An LSTM along a row; one against it takes the same inputs as the one before.
    case lstm(units: Int, isBackward: Bool, matrix: Matrix)
  }

  /// Weights of 8 bits with a scale for each row, the bias last in each.
  struct Matrix {
    var rows: Int
    var columns: Int
    var weights: [Int8]
    var scales: [Double]
  }

  /// Of the pictures of lines, in pixels.
  let height: Int
  let layers: [Layer]
  /// The seed of the noise outside of a picture.
  let sampleIteration: Int32
  /// The last layer: a softmax over the codes.
  let last: Matrix
  /// The same as an `lstm` component.
  let rest: [UInt8]

  /// Divides an `lstm` component; nil for an unknown shape.
  ///
  /// The known shape has 8-bit weights and an input of one channel. Convolutions with tanh, pools of rows and stacks
  /// reduce it to a single row. Pairs of LSTMs follow, along the line and against it, and a softmax at the end.
  package init?(splitting bytes: ArraySlice<UInt8>) throws(ModelError) {
    _ = try NetworkFacts(parsing: bytes)
    var reader = ComponentReader(bytes, subject: "The model's network")
    var root = try LayerHead(&reader)
    // Flags would announce training rates behind the layers.
    guard root.type == "Series", root.flags == 0 else { return nil }
    let count = try reader.integer(UInt32.self)
    guard let height = try Self.inputHeight(&reader) else { return nil }
    var front = Front(rows: height)
    while try front.take(&reader) {}
    guard let last = front.isWhole ? try Self.widened(&reader, at: front.channels) : nil else { return nil }
    let behind = bytes[reader.position...]
    // The end has four integers (flags, iterations, samples seen in training, the blank's code) and three rates.
    guard behind.count > 28, count == front.taken + 2 else { return nil }
    var end = ComponentReader(behind.suffix(20), subject: "The model's network")
    self.height = height
    layers = front.layers
    sampleIteration = try end.integer(Int32.self)
    root.inputs = front.channels + 1
    var rest = root.bytes
    rest.append(littleEndian: count - UInt32(front.taken))
    rest += Self.input(height: root.inputs) + last.bytes + behind
    self.last = last.matrix
    self.rest = rest
  }

  private static func inputHeight(_ reader: inout ComponentReader) throws(ModelError) -> Int? {
    let head = try LayerHead(&reader)
    guard head.type == "Input" else { return nil }
    // Batch, height, width, depth, loss.
    try reader.skip(4)
    let height = Int(try reader.integer(Int32.self))
    try reader.skip(4)
    let depth = try reader.integer(Int32.self)
    try reader.skip(4)
    return depth == 1 && height == head.inputs && (2...256).contains(height) ? height : nil
  }

  /// An input whose pictures' rows are the numbers of a step.
  private static func input(height: Int) -> [UInt8] {
    let size = Int32(clamping: height)
    var bytes = LayerHead(type: "Input", inputs: height, outputs: height, weights: 0, name: "Input").bytes
    for number in [1, 1, 0, size, 0] { bytes.append(littleEndian: number) }
    return bytes
  }

  /// The last layer, and its bytes with one more input without weight in the middle; nil for any other layer.
  private static func widened(
    _ reader: inout ComponentReader, at inputs: Int
  ) throws(ModelError) -> (matrix: Matrix, bytes: [UInt8])? {
    var head = try LayerHead(&reader)
    guard head.type == "Softmax", head.inputs == inputs, head.flags == 0,
      let matrix = try Matrix(&reader, rows: head.outputs, columns: inputs + 1)
    else { return nil }
    head.inputs += 1
    return (matrix, head.bytes + matrix.bytes(withEmptyColumnAt: head.inputs / 2))
  }
}

private struct Front {
  var layers: [SplitNetwork.Layer] = []
  var taken = 0
  var rows: Int
  var channels = 1

  /// Whether only the last layer remains, after the LSTMs.
  var isWhole: Bool { if case .lstm = layers.last { true } else { false } }

  /// Takes the next layer; false for one that belongs to no front, which stays unread.
  mutating func take(_ reader: inout ComponentReader) throws(ModelError) -> Bool {
    var ahead = reader
    let head = try LayerHead(&ahead)
    guard head.inputs == channels, head.flags == 0 else { return false }
    let isTaken =
      switch head.type {
      case "ParBidiLSTM": try takeLSTMs(&ahead, head)
      // Only LSTMs follow LSTMs.
      case _ where isWhole: false
      case "Series": try takeConvolution(&ahead)
      case "Maxpool": try takePool(&ahead)
      case "Reconfig": try takeStack(&ahead)
      default: false
      }
    guard isTaken else { return false }
    reader = ahead
    taken += 1
    return true
  }

  private mutating func takeConvolution(_ reader: inout ComponentReader) throws(ModelError) -> Bool {
    guard try reader.integer(UInt32.self) == 2 else { return false }
    let gathering = try LayerHead(&reader)
    guard gathering.type == "Convolve", gathering.inputs == channels else { return false }
    let (across, down) = (Int(try reader.integer(Int32.self)), Int(try reader.integer(Int32.self)))
    guard (0...16).contains(across), (0...16).contains(down) else { return false }
    let head = try LayerHead(&reader)
    let inputs = channels * (2 * across + 1) * (2 * down + 1)
    guard head.type == "Tanh", head.inputs == inputs,
      let matrix = try SplitNetwork.Matrix(&reader, rows: head.outputs, columns: inputs + 1)
    else { return false }
    layers.append(.convolution(across: across, down: down, matrix: matrix, pooled: 1))
    channels = head.outputs
    return true
  }

  /// Takes the maximum of some rows, only of a convolution, because there it can come before tanh.
  private mutating func takePool(_ reader: inout ComponentReader) throws(ModelError) -> Bool {
    let (columns, count) = (try reader.integer(Int32.self), Int(try reader.integer(Int32.self)))
    guard columns == 1, count > 0, rows % count == 0,
      case .convolution(let across, let down, let matrix, 1) = layers.last
    else { return false }
    layers[layers.count - 1] = .convolution(across: across, down: down, matrix: matrix, pooled: count)
    rows /= count
    return true
  }

  private mutating func takeLSTMs(
    _ reader: inout ComponentReader, _ head: LayerHead
  ) throws(ModelError) -> Bool {
    guard rows == 1, try reader.integer(UInt32.self) == 2 else { return false }
    var pair: [SplitNetwork.Layer] = []
    for isBackward in [false, true] {
      var part = try LayerHead(&reader)
      if isBackward {
        guard part.type == "RTLReversed", try reader.integer(UInt32.self) == 1 else { return false }
        part = try LayerHead(&reader)
      }
      let units = part.outputs
      // Its inputs and its previous outputs.
      guard part.type == "LSTM", part.inputs == channels, part.flags == 0, units > 0,
        Int(try reader.integer(Int32.self)) == channels + units
      else { return false }
      var gates = SplitNetwork.Matrix(rows: 0, columns: channels + units + 1, weights: [], scales: [])
      for _ in 0..<4 {
        guard let gate = try SplitNetwork.Matrix(&reader, rows: units, columns: gates.columns) else { return false }
        gates.rows += gate.rows
        gates.weights += gate.weights
        gates.scales += gate.scales.prefix(gate.rows)
      }
      pair.append(.lstm(units: units, isBackward: isBackward, matrix: gates))
    }
    layers += pair
    channels = head.outputs
    return true
  }

  private mutating func takeStack(_ reader: inout ComponentReader) throws(ModelError) -> Bool {
    let (across, down) = (Int(try reader.integer(Int32.self)), Int(try reader.integer(Int32.self)))
    guard (1...64).contains(across), down > 0, rows % down == 0 else { return false }
    layers.append(.stack(across: across, down: down))
    channels *= across * down
    rows /= down
    return true
  }
}

extension SplitNetwork.Matrix {
  /// A matrix of Tesseract's fast kind; nil for one of floats, or of another size.
  fileprivate init?(_ reader: inout ComponentReader, rows: Int, columns: Int) throws(ModelError) {
    guard try reader.integer(UInt8.self) == 0x81, Int(try reader.integer(UInt32.self)) == rows,
      Int(try reader.integer(UInt32.self)) == columns
    else { return nil }
    try reader.skip(1)
    let weights = try reader.take(rows * columns).map { Int8(bitPattern: $0) }
    let count = Int(try reader.integer(UInt32.self))
    guard count >= rows, count <= reader.remaining / 8 else { throw reader.damaged("a layer lacks scales") }
    let scales = try (0..<count).map { _ throws(ModelError) in Double(bitPattern: try reader.integer(UInt64.self)) }
    // With a negative scale the greatest sum is not the greatest result.
    guard scales.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    self.init(rows: rows, columns: columns, weights: weights, scales: scales)
  }

  fileprivate func bytes(withEmptyColumnAt empty: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x81]
    bytes.append(littleEndian: UInt32(rows))
    bytes.append(littleEndian: UInt32(columns + 1))
    bytes.append(0)
    for row in 0..<rows {
      let values = weights[row * columns..<(row + 1) * columns].map { UInt8(bitPattern: $0) }
      bytes += values[..<empty] + [0] + values[empty...]
    }
    bytes.append(littleEndian: UInt32(scales.count))
    for scale in scales { bytes.append(littleEndian: scale.bitPattern) }
    return bytes
  }
}
