import CReceiptModel
import Support

/// The project's own networks and their codes, which travel inside of the program.
public enum ReceiptNetwork {
  /// The network as Tesseract's `lstm` component; nil in a program that was built without it.
  public static var network: [UInt8]? { bytes(hanscan_receipt_network) }

  /// The network for documents in Latin letters, of the same shape and codes; nil in a program that was built without it.
  public static var documents: [UInt8]? { bytes(hanscan_document_network) }

  /// SHA-256 of that; nil where there is none.
  package static let documentsChecksum: String? = documents.map { SHA256.digest(of: $0).hex }

  /// The codes that the networks have beyond Debian's.
  public static var codes: [UInt8]? { bytes(hanscan_receipt_codes) }

  /// Korean words that receipts print; the engine weighs them among what the network offers.
  ///
  /// Beside the words of Debian's model they took the line error of 14 Korean receipts from 3.61 to 3.59 %, that of 20
  /// photos from 7.48 to 7.34. Forms of 6,400 to 98,000 words more gained no more than 0.05 points.
  package static let words: [String] = {
    let text = String(decoding: bytes(hanscan_receipt_words) ?? [], as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }()

  /// How large the file in memory is that the engine reads these words from, in bytes.
  package static var sizeOfWords: UInt64 { words.reduce(0) { $0 + UInt64($1.utf8.count) + 1 } }

  private static func bytes(_ get: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [UInt8]? {
    var size = 0
    let start = get(&size)
    return size == 0 ? nil : Array(UnsafeBufferPointer(start: start, count: size))
  }
}
