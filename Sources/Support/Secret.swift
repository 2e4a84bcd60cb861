import CNettle

/// A secret: 256 random bits of the system, as 64 lower-case hexadecimal digits.
package struct Secret: Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init() {
    text = (0..<32).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }

  /// HMAC-SHA256 of a text with this secret as its key, in hexadecimal digits.
  package func authentication(of text: String) -> String {
    var context = hmac_sha256_ctx()
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    let (key, bytes) = (Array(self.text.utf8), Array(text.utf8))
    nettle_hmac_sha256_set_key(&context, key.count, key)
    nettle_hmac_sha256_update(&context, bytes.count, bytes)
    nettle_hmac_sha256_digest(&context, digest.count, &digest)
    return digest.hexadecimal
  }

  /// Whether a guess is right; the time of the comparison does not reveal the position of an error.
  package func isKnown(to guess: String?) -> Bool {
    guard let guess else { return false }
    let (mine, theirs) = (Array(text.utf8), Array(guess.utf8))
    // The length of a secret is public.
    return mine.count == theirs.count && nettle_memeql_sec(mine, theirs, mine.count) == 1
  }
}
