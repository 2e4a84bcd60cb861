import CNettle
package import PageModel

/// SHA-256 by nettle, in one go or piece by piece.
package struct Checksum {
  private var context = sha256_ctx()

  package init() {
    nettle_sha256_init(&context)
  }

  package mutating func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      guard let base = buffer.baseAddress else { return }
      nettle_sha256_update(&context, buffer.count, base)
    }
    if done == nil { update(Array(bytes)) }
  }

  package mutating func finish() -> ContentDigest {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    digest.withUnsafeMutableBufferPointer { nettle_sha256_digest(&context, $0.count, $0.baseAddress) }
    let digits = Array("0123456789abcdef".utf8)
    let hex = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return ContentDigest(hex: String(decoding: hex, as: UTF8.self))
  }

  package static func sha256(_ bytes: [UInt8]) -> ContentDigest {
    var checksum = Checksum()
    checksum.update(bytes)
    return checksum.finish()
  }
}
