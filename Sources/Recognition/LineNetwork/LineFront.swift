import CLineFront
import Imaging

/// All layers of a line network but the last, computed here instead of in Tesseract; see `SplitNetwork`.
///
/// It also computes the last one, on demand, for the corrector of letters.
package final class LineFront {
  private let front: OpaquePointer
  /// Of the pictures of lines, in pixels.
  let height: Int
  /// Pixels of a line that become one step, a column of the engine's picture.
  let columns: Int
  let codes: Int
  private let pitch: Int

  /// Nil without memory, or if a layer is larger than any network's.
  package init?(_ network: SplitNetwork, kind: Int = 0) {
    let made = hanscan_front_create(Int32(clamping: network.height), Int64(network.sampleIteration), Int32(kind))
    guard let made else { return nil }
    front = made
    height = network.height
    let isSound = network.layers.allSatisfy { layer in
      switch layer {
      case .convolution(let across, let down, let matrix, let pooled):
        hanscan_front_add_convolution(
          made, Int32(clamping: across), Int32(clamping: down), Int32(clamping: matrix.rows), matrix.weights,
          matrix.scales, Int32(clamping: pooled)) == 0
      case .stack(let across, let down):
        hanscan_front_add_stack(made, Int32(clamping: across), Int32(clamping: down)) == 0
      case .lstm(let units, let isBackward, let matrix):
        hanscan_front_add_lstm(made, Int32(clamping: units), isBackward ? 1 : 0, matrix.weights, matrix.scales) == 0
      }
    }
    columns = Int(hanscan_front_columns(made))
    pitch = Int(hanscan_front_pitch(made))
    codes = network.last.rows
    guard isSound, hanscan_front_outputs(made) > 0 else { return nil }
    // Without it, as in a network of too many codes, there are no probabilities.
    _ = hanscan_front_set_last(made, Int32(clamping: codes), network.last.weights, network.last.scales)
  }

  deinit {
    hanscan_front_free(front)
  }

  func takes(_ line: Picture) -> Bool {
    line.height == height && line.width >= columns && line.width <= Int(HANSCAN_FRONT_MOST_WIDTH) && !line.isColour
  }

  /// The engine's picture of a line, a column for each step, and the activations that it shows; nil without memory.
  func picture(of line: GrayImage) -> (picture: Picture, activations: [Int16])? {
    var steps = GrayImage(width: line.width / columns, height: Int(hanscan_front_outputs(front)) + 1)
    var activations = [Int16](repeating: 0, count: steps.width * pitch)
    let width = Int32(clamping: line.width)
    guard hanscan_front_picture(front, line.pixels, width, &steps.pixels, &activations) == 0 else { return nil }
    return steps.makePicture().map { ($0, activations) }
  }

  /// The probability of each code at each step, step by step; nil without memory.
  func probabilities(of activations: [Int16]) -> [Float]? {
    let steps = activations.count / pitch
    var result = [Float](repeating: 0, count: steps * codes)
    return hanscan_front_probabilities(front, activations, Int32(clamping: steps), &result) == 0 ? result : nil
  }
}
