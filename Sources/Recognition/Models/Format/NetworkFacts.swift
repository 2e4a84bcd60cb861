/// The facts of the `lstm` component, found without loading a weight.
///
/// The walk checks every length against the bytes present, because the engine trusts the file.
package struct NetworkFacts: Hashable, Sendable {
  /// The height in pixels that a line is scaled to.
  package let inputHeight: Int
  /// The number of output codes, the blank one included.
  package let outputs: Int
  /// The code that stands for no character.
  package let nullCode: Int
  package let weightCount: Int

  package init(parsing bytes: ArraySlice<UInt8>) throws(ModelError) {
    var walk = NetworkWalk(reader: ComponentReader(bytes, subject: "The model's network"))
    let root = try walk.layer(depth: 0)
    // Tesseract's network language, such as `[1,48,0,1Ct3,3,16Mp3,3Lfys64Lfx96Lrx96Lfx192O1c1]`.
    _ = try walk.reader.string(atMost: 4096)
    // Training flags, training iteration, sample iteration.
    try walk.reader.skip(12)
    nullCode = Int(try walk.reader.integer(Int32.self))
    // Adam's beta, learning rate, momentum.
    try walk.reader.skip(12)
    guard walk.reader.remaining == 0 else {
      throw walk.reader.damaged("\(walk.reader.remaining) bytes follow its end")
    }
    guard let height = walk.inputHeight, walk.sawOutput else {
      throw walk.reader.damaged("it has no input or no output layer")
    }
    guard nullCode >= 0, nullCode < root.outputs else {
      throw walk.reader.damaged("its blank code \(nullCode) is none of its \(root.outputs) outputs")
    }
    // The engine scales a line to the first layer's inputs, and with another number fails on every line.
    guard height == 0 || root.inputs == height else {
      throw walk.reader.damaged("its input is \(height) pixels high and its first layer takes \(root.inputs)")
    }
    inputHeight = height
    outputs = root.outputs
    weightCount = walk.weightCount
  }
}

private struct NetworkWalk {
  /// Far more than any network has, and safe for the stack.
  private static let maximumDepth = 24
  private static let layerRatesFlag: Int32 = 64
  var reader: ComponentReader
  var inputHeight: Int?
  var sawOutput = false
  var weightCount = 0

  mutating func layer(depth: Int) throws(ModelError) -> LayerHead {
    guard depth < Self.maximumDepth else { throw reader.damaged("its layers are nested too deep") }
    // The stored count of weights is not trusted: the matrices are counted.
    let head = try LayerHead(&reader)
    let (inputs, outputs) = (head.inputs, head.outputs)
    switch head.type {
    case "Series", "Parallel", "ParBidiLSTM", "DepParUDLSTM", "Par2dLSTM", "XYTranspose", "RTLReversed", "TTBReversed":
      try children(depth: depth, ratesFollow: head.flags & Self.layerRatesFlag != 0)
    case "Input":
      // Batch, height, width, depth, loss.
      try reader.skip(4)
      var height = Int(try reader.integer(Int32.self))
      try reader.skip(4)
      let depth = Int(try reader.integer(Int32.self))
      try reader.skip(4)
      // A single row stands for a picture whose rows are the numbers of each step.
      if height == 1 { height = depth }
      guard height >= 0, height < LayerHead.maximumWidth else { throw reader.damaged("an input \(height) pixels high") }
      inputHeight = inputHeight ?? height
    case "Convolve", "Maxpool", "Reconfig":
      try reader.skip(8)
    case "LSTM", "SummLSTM":
      try lstm(inputs: inputs, outputs: outputs)
    case "Softmax", "SoftmaxNoCTC", "Logistic", "LinLogistic", "LinTanh", "Tanh", "Relu", "Linear":
      try matrix(rows: outputs, columns: inputs + 1)
      if head.type.hasPrefix("Softmax") { sawOutput = true }
    default:
      throw ModelError(.unsupported, "The model's network has a layer of the unknown kind \(head.type).")
    }
    return head
  }

  private mutating func children(depth: Int, ratesFollow: Bool) throws(ModelError) {
    let count = Int(try reader.integer(UInt32.self))
    guard count > 0, count <= reader.remaining / 8 else { throw reader.damaged("a layer of \(count) layers") }
    for _ in 0..<count { _ = try layer(depth: depth + 1) }
    guard ratesFollow else { return }
    let rates = Int(try reader.integer(UInt32.self))
    try reader.skip(4 * rates)
  }

  private mutating func lstm(inputs: Int, outputs: Int) throws(ModelError) {
    let columns = Int(try reader.integer(Int32.self))
    // Two-dimensional LSTMs have a fifth matrix; no model of Tesseract's has them.
    guard columns == inputs + outputs else {
      throw ModelError(.unsupported, "The model's network has an LSTM layer of a kind that HanScan does not know.")
    }
    for _ in 0..<4 { try matrix(rows: outputs, columns: columns + 1) }
  }

  private mutating func matrix(rows: Int, columns: Int) throws(ModelError) {
    let mode = try reader.integer(UInt8.self)
    guard mode & 0x80 != 0, mode & ~0x85 == 0 else {
      throw ModelError(.unsupported, "The model's network has weights of an older Tesseract than 4.0.")
    }
    guard Int(try reader.integer(UInt32.self)) == rows, Int(try reader.integer(UInt32.self)) == columns else {
      throw reader.damaged("a layer's weights do not fit its size")
    }
    weightCount += rows * columns
    if mode & 1 != 0 {
      // Integers of 8 bits: the empty element, the weights, and one scale for each row; the engine pads the count of
      // scales for its vectors.
      try reader.skip(1 + rows * columns)
      let scales = Int(try reader.integer(UInt32.self))
      guard scales >= rows else { throw reader.damaged("a layer lacks scales") }
      try reader.skip(8 * scales)
    } else {
      try reader.skip(8 + 8 * rows * columns)
    }
  }
}
