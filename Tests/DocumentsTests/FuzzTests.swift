@testable import Documents
import PictureFormats
import TestSupport
import Testing

@Suite struct `Documents under attack` {
  /// A verdict on bytes in memory; that it comes at all is what is tested.
  private func judge(_ bytes: [UInt8]) throws {
    let pages = try bytes.withUnsafeBytes { memory in
      var reader = ByteReader(memory: memory)
      return try DocumentPages(&reader, limits: DocumentLimits())
    }
    try #require(!pages.slots.isEmpty)
    for (index, slot) in pages.slots.enumerated() {
      try #require(slot.index == index)
      if slot.state == .readable {
        // The pages of a document are counted elsewhere.
        if case .document = pages.kind { continue }
        try #require(pages.kind.format != nil && slot.width > 0 && slot.height > 0)
        try #require(slot.byteOffset < UInt64(bytes.count))
      }
    }
  }

  private static let seeds: [[UInt8]] =
    PictureSample.all.map { $0.make(40, 30) } + [
      TIFFSample(isLittleEndian: false, pages: [(1, 2), (3, 4)]).bytes,
      TIFFSample(isLittleEndian: true, isBig: true, pages: [(1, 2), (3, 4)], lastPointsToPage: 0).bytes,
      TIFFSample(isLittleEndian: false, isBig: true, pages: [(1, 2)]).bytes,
      SampleBytes.extendedWebP(width: 4, height: 4, isAnimated: true),
      Array("%PDF-1.7\n".utf8), Array("<svg>".utf8), Array("PK\u{3}\u{4}mimetype".utf8),
      Array("\0\0\0\u{18}ftypmif1\0\0\0\0heic".utf8), [],
    ]

  @Test func `give a verdict on every truncation`() throws {
    for seed in Self.seeds {
      for length in 0...seed.count where length < 600 { try judge(Array(seed[..<length])) }
    }
  }

  @Test func `give a verdict on bytes changed at random`() throws {
    var random = SeededRandom(seed: 6)
    let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
    for _ in 0..<12_000 {
      var bytes = Self.seeds.randomElement(using: &random) ?? []
      if bytes.count > 600 { bytes = Array(bytes[..<600]) }
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        // Headers lie at the front; most blows should land there.
        let reach = Bool.random(using: &random) ? min(bytes.count, 64) : bytes.count
        let place = Int.random(in: 0..<reach, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] = extremes.randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(.random(in: 0...255, using: &random), at: place)
        default:
          let end = min(place + Int.random(in: 1...8, using: &random), bytes.count)
          for index in place..<end { bytes[index] = extremes.randomElement(using: &random) ?? 0 }
        }
      }
      try judge(bytes)
    }
  }

  @Test func `give a verdict on nothing but chance behind each signature`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<3_000 {
      let start = (Self.seeds.randomElement(using: &random) ?? []).prefix(Int.random(in: 2...16, using: &random))
      let rest = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      try judge(Array(start) + rest)
    }
  }
}
