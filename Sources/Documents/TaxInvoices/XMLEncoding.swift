import CXML
import Glibc
import Synchronization

/// The text of a file of XML by its declaration: UTF-8, or the encoding that Korean programs declare.
package enum XMLEncoding {
  /// Extended Wansung, which holds EUC-KR; opened by `prepare`, because its table is a file.
  private static let korean = Mutex<iconv_t?>(iconv_open("UTF-8", "CP949"))

  /// Opens what later conversions need; a sandbox lets no file be opened.
  package static func prepare() {
    xmlInitParser()
    korean.withLock { _ in }
  }

  private static let koreanNames: Set<String> = [
    "euc-kr", "ks_c_5601-1987", "ksc5601", "cp949", "ms949", "uhc", "windows-949",
  ]

  static func utf8(of file: [UInt8]) throws(XMLFault) -> [UInt8] {
    var bytes = file[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw XMLFault("it is written in UTF-16, which no program issues it in")
    }
    let name = declared(bytes)?.lowercased() ?? "utf-8"
    let text: String?
    if ["utf-8", "utf8", "us-ascii"].contains(name) {
      text = String(validating: bytes, as: UTF8.self)
    } else if koreanNames.contains(name) {
      text = converted(bytes)
    } else {
      throw XMLFault("it declares the encoding \(name.prefix(20)), which is not read")
    }
    guard let text else { throw XMLFault("its bytes are no text in the encoding that it declares (\(name))") }
    return Array(text.utf8)
  }

  /// The encoding in the declaration at the beginning; nil if there is none.
  private static func declared(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    guard let range = text.firstRange(of: "encoding") else { return nil }
    let value = text[range.upperBound...].drop { " =\t".contains($0) }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  private static func converted(_ bytes: ArraySlice<UInt8>) -> String? {
    var input = bytes.map { CChar(bitPattern: $0) }
    // Two bytes become at most three.
    var output = [CChar](repeating: 0, count: 2 * input.count + 16)
    let written = korean.withLock { converter -> Int? in
      guard let converter, UInt(bitPattern: converter) != UInt.max else { return nil }
      iconv(converter, nil, nil, nil, nil)
      return input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          var (from, to) = (input.baseAddress, output.baseAddress)
          var (left, room) = (input.count, output.count)
          let result = iconv(converter, &from, &left, &to, &room)
          return result == -1 || left > 0 ? nil : output.count - room
        }
      }
    }
    return written.flatMap { String(validating: output.prefix($0).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }
}
