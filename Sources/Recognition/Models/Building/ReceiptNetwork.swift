import CReceiptModel

/// The project's own network and its codes, which travel inside of the program.
public enum ReceiptNetwork {
  /// The network as Tesseract's `lstm` component; nil in a program that was built without it.
  public static var network: [UInt8]? { bytes(hanscan_receipt_network) }

  /// The codes that the network has beyond Debian's.
  public static var codes: [UInt8]? { bytes(hanscan_receipt_codes) }

  private static func bytes(_ get: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [UInt8]? {
    var size = 0
    let start = get(&size)
    return size == 0 ? nil : Array(UnsafeBufferPointer(start: start, count: size))
  }
}
