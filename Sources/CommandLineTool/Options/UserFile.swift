import PageModel
import RunSupport
import Support

/// A file that a user names.
enum UserFile {
  /// Bytes of the longest text.
  private static let textLimit = 16 << 20

  static func bytes(at path: ScanPath, atMost limit: Int) throws(RunFailure) -> [UInt8] {
    do throws(SmallFileError) {
      return try path.withCString { (path) throws(SmallFileError) in try SmallFile.read(path, atMost: limit) }
    } catch {
      switch error {
      case .notOpened(let cause): throw RunFailure(.inputMissing, "\(path) can't be opened: \(cause)")
      case .notRead(let cause): throw RunFailure(.inputMissing, "\(path) can't be read: \(cause)")
      case .tooLarge, .notRegular: throw .usage("\(path) is larger than \(limit >> 20) MiB")
      }
    }
  }

  /// - Parameter option: The option that names it; nil for a file that no option names.
  static func text(at path: ScanPath, of option: String?) throws(RunFailure) -> String {
    guard let text = String(validating: try bytes(at: path, atMost: textLimit), as: UTF8.self) else {
      let advice = "Korean Windows may have saved it as CP949: iconv -f CP949 -t UTF-8"
      throw .usage("\(option.map { "--\($0): " } ?? "")\(path) is no valid UTF-8; \(advice)")
    }
    return text
  }
}
