package import Support
import CDetection

/// The network that estimates for every pixel how likely it lies in a line of text.
package final class DetectionNetwork {
  private let network: OpaquePointer
  /// Both sides of its input are multiples of this.
  static let step = Int(HANSCAN_NETWORK_STEP)

  /// Loads the network from the bytes of its file; it opens no file later.
  package init(model: [UInt8]) throws(TextFault) {
    var reason: UnsafePointer<CChar>?
    guard let network = hanscan_network_load(model, model.count, &reason) else {
      throw TextFault(reason.map { String(cString: $0) } ?? "")
    }
    self.network = network
  }

  deinit {
    hanscan_network_free(network)
  }

  /// The map of a picture in rows of blue, green and red: 0 paper to 255 text, of the same size.
  package func map(_ pixels: [UInt8], width: Int, height: Int) throws(TextFault) -> [UInt8] {
    guard width > 0, height > 0, pixels.count == 3 * width * height else {
      throw TextFault("as many pixels are needed as the size says")
    }
    var values = [Float](repeating: 0, count: width * height)
    let reason = hanscan_network_map(network, pixels, Int32(clamping: width), Int32(clamping: height), &values)
    if let reason { throw TextFault(String(cString: reason)) }
    return values.map { UInt8(min(max($0 * 255, 0), 255)) }
  }
}
