import CReceiptModel
import Support

/// The program's own data: its model, a second network for documents, and Korean words.
package enum OwnModel {
  /// The name that `--model` and `hanscan model list` use.
  package static let name = "hanscan"

  /// The model as the bytes of a `.traineddata` file, which `Sources/Training/traineddata.py` writes.
  package static var bytes: [UInt8] { [UInt8](embedded: hanscan_own_model) }

  /// The network for documents in Latin letters, as Tesseract's `lstm` component; it has the model's shape and codes.
  package static var documents: [UInt8] { [UInt8](embedded: hanscan_document_network) }
  package static let documentsChecksum = SHA256.digest(of: documents).hex
  package static var detection: [UInt8] { [UInt8](embedded: hanscan_print_network) }

  /// Korean words of receipts, which the engine weighs among the network's choices (`Measurements.md`).
  package static let words: [String] = {
    let text = String(decoding: [UInt8](embedded: hanscan_receipt_words), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }()

  /// The size in bytes of the memory file from which the engine reads these words.
  package static var sizeOfWords: UInt64 { words.reduce(0) { $0 + UInt64($1.utf8.count) + 1 } }
}

package enum ModelSource: Hashable, Sendable, CustomStringConvertible {
  case program
  case file(String)

  package var description: String {
    switch self {
    case .program: "part of the program"
    case .file(let path): path
    }
  }

  package func bytes() throws(ModelError) -> [UInt8] {
    switch self {
    case .program: OwnModel.bytes
    case .file(let path): try ModelFile.read(path)
    }
  }
}
