import CNettle

/// SHA-256 of bytes that come in one go or in pieces, by nettle.
package struct SHA256 {
  package struct Digest: Hashable, Sendable {
    package let bytes: [UInt8]

    /// As 64 lower-case hexadecimal digits.
    package var hex: String { bytes.hexadecimal }
  }

  private var context = sha256_ctx()

  package init() {
    nettle_sha256_init(&context)
  }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { bytes in
      if let base = bytes.baseAddress { nettle_sha256_update(&context, bytes.count, base) }
    }
    if done == nil { update(Array(bytes)) }
  }

  /// The digest of all bytes since the last call; the next byte begins a new digest.
  package mutating func finish() -> Digest {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return Digest(bytes: digest)
  }

  package static func digest(of bytes: some Sequence<UInt8>) -> Digest {
    var sum = SHA256()
    sum.update(bytes)
    return sum.finish()
  }
}
