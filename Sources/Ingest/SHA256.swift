import CNettle
import PageModel

/// SHA-256 of bytes that come in pieces.
struct SHA256 {
  private var context = sha256_ctx()

  init() {
    nettle_sha256_init(&context)
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var sum = SHA256()
    sum.update(bytes)
    return sum.finish()
  }

  static func hex(_ digest: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
