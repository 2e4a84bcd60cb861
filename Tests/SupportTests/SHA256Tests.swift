import Support
import Testing

@Suite struct SHA256Tests {
  @Test func `the digests of FIPS 180 come out`() {
    #expect(
      SHA256.digest(of: "abc".utf8).hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.digest(of: [UInt8]()).hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(
      SHA256.digest(of: long.utf8).hex == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func `pieces of any size, also from a sequence that is no array, give the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 7, 63, 64, 65, 999] {
      var sum = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) { sum.update(bytes[start...].prefix(size)) }
      #expect(sum.finish() == SHA256.digest(of: bytes))
    }
    var sum = SHA256()
    sum.update(bytes.lazy.map { $0 })
    bytes.withUnsafeBytes { sum.update($0) }
    #expect(sum.finish() == SHA256.digest(of: bytes + bytes))
  }

  @Test func `after a digest the next one begins anew`() {
    var sum = SHA256()
    sum.update("something else".utf8)
    _ = sum.finish()
    sum.update("abc".utf8)
    #expect(sum.finish().bytes.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
  }
}
