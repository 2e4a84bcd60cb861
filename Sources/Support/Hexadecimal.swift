extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// A path as an address has it: letters, digits and `-._~/` are plain, and every other byte is escaped, as `%41`.
  package var percentEncoded: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    return map { plain.contains($0) ? String(UnicodeScalar($0)) : "%" + [$0].hexadecimal.uppercased() }.joined()
  }
}
