import Support
import Recognition
import TestSupport
import Testing

@testable import Imaging

/// The program's own network, and what computes it.
@Suite struct DetectionNetworkTests {
  /// Three rows of upright bars on a white square.
  static func bars(side: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 240, count: 3 * side * side)
    for row in 0..<3 {
      for letter in 0..<14 {
        for y in 0..<18 {
          for x in [0, 1, 2, 7, 8] where x != 7 || y % 6 < 3 {
            let place = (side / 6 + row * side / 4 + y) * side + side / 8 + letter * 13 + x
            for channel in 0..<3 { pixels[3 * place + channel] = 20 }
          }
        }
      }
    }
    return pixels
  }

  @Test func `bytes that are no network are refused with a reason`() throws {
    let sound = OwnModel.detection
    var damaged = sound
    for index in 1000..<3000 { damaged[index] = UInt8(truncatingIfNeeded: index &* 7919) }
    for bytes in [[], Array("no network at all".utf8), Array(sound.prefix(200_000)), damaged] {
      let error = try #require(throws: TextFault.self) { try DetectionNetwork(model: bytes) }
      #expect(!error.description.isEmpty)
    }
  }

  /// One convolution of a place: the channels' sum with three factors, and a sigmoid.
  private static func smallNetwork(factors: [Float], halves: [UInt16]? = nil) -> [UInt8] {
    func words(_ values: [Int32]) -> [UInt8] {
      values.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    }
    func floats(_ values: [Float]) -> [UInt8] { words(values.map { Int32(bitPattern: $0.bitPattern) }) }
    // A layer that is a convolution of the picture with one channel, of 1 by 1 at every place, and ends in a sigmoid.
    let layer = words([1, 1, 1, 0, 1, 1, 1, 3]) + floats([1, 0])
    guard let halves else { return Array("HSPRINT1".utf8) + layer + floats(factors) + floats([0.25]) }
    return Array("HSPRINT2".utf8) + layer + floats([factors[0]])
      + halves.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } + floats([0.25]) + [0x00, 0x3C]
  }

  @Test func `weights of 16 bits are shares of the largest one`() throws {
    // 1, -0.5, 2 to the power of -15, which is below the normal numbers.
    let halves: [UInt16] = [0x3C00, 0xB800, 0x0200]
    let factors: [Float] = [3, -1.5, 3 / 32_768]
    var numbers = SeededRandom(seed: 8)
    let pixels = (0..<3 * 32 * 64).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let whole = try DetectionNetwork(model: Self.smallNetwork(factors: factors))
    let half = try DetectionNetwork(model: Self.smallNetwork(factors: factors, halves: halves))
    let map = try whole.map(pixels, width: 64, height: 32)
    #expect(try half.map(pixels, width: 64, height: 32) == map)
    #expect((map.min() ?? 0) < 30 && (map.max() ?? 0) > 220)
    for damage: UInt16 in [0x3C01, 0x7C00, 0x7E00, 0xBC01] {
      #expect(throws: TextFault.self) {
        try DetectionNetwork(model: Self.smallNetwork(factors: factors, halves: [damage, 0, 0]))
      }
    }
  }

  @Test(arguments: [(0, 32), (32, 0), (33, 32), (32, 31), (2048, 1024), (1 << 20, 1 << 20)])
  func `a picture that the network cannot take is refused`(width: Int, height: Int) throws {
    let network = try DetectionNetwork(model: OwnModel.detection)
    let count = width.multipliedReportingOverflow(by: 3 * height)
    let pixels = [UInt8](repeating: 200, count: min(count.partialValue, 3 * 2048 * 1024))
    #expect(throws: TextFault.self) { try network.map(pixels, width: width, height: height) }
    #expect(throws: TextFault.self) { try network.map(pixels, width: 64, height: 64) }
  }

  @Test func `the map has the values that were stored when PyTorch computed it`() throws {
    let network = try DetectionNetwork(model: OwnModel.detection)
    let side = 256
    let map = try network.map(Self.bars(side: side), width: side, height: side)
    // Means of squares of 32 pixels.
    let means = (0..<8).map { row in
      (0..<8).map { column in
        (0..<32).reduce(0) { sum, y in
          (0..<32).reduce(sum) { $0 + Int(map[(32 * row + y) * side + 32 * column + $1]) }
        } / 1024
      }
    }
    #expect(Self.stored.count == means.count)
    for (row, expected) in zip(means, Self.stored) {
      for (mean, wanted) in zip(row, expected) { #expect(abs(mean - wanted) <= 2, "\(means)") }
    }
  }

  static let stored = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 54, 68, 68, 68, 68, 26, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 54, 67, 66, 66, 66, 25, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 52, 65, 65, 65, 65, 25, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
  ]

  @Test func `a picture's map does not depend on the size of the picture before it`() throws {
    let network = try DetectionNetwork(model: OwnModel.detection)
    let first = try network.map(Self.bars(side: 256), width: 256, height: 256)
    let other = try network.map(Self.bars(side: 320), width: 320, height: 320)
    #expect(other.max() ?? 0 > 200)
    #expect(try network.map(Self.bars(side: 256), width: 256, height: 256) == first)
  }
}
