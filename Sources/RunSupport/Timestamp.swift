import Glibc

/// The present time in UTC, for people; nothing is decided by it.
package enum Timestamp {
  package static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
