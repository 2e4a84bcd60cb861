import Foundation
import TestSupport
import Testing

/// The seeds of the fuzzer, and the input of every finding, once through their target.
@Suite(.serialized) struct ReplayTests {
  private static let seeds = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Seeds")

  @Test(arguments: FuzzTarget.allCases)
  func `every seed of a target returns, and its results are consistent`(target: FuzzTarget) throws {
    let folder = Self.seeds.appendingPathComponent(target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    try #require(!files.isEmpty)
    for file in files {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(file)))
      #expect(throws: Never.self, "\(target.rawValue)/\(file)") { try target.run(bytes) }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `seeds that were cut or changed, always alike, return too`(target: FuzzTarget) throws {
    let folder = Self.seeds.appendingPathComponent(target.rawValue)
    var random = SeededRandom(seed: 11)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let seed = Array(try Data(contentsOf: folder.appendingPathComponent(file)))
      for _ in 0..<40 where !seed.isEmpty {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = .random(in: 0...255, using: &random)
          case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
          case 2: bytes.removeSubrange(place...)
          default: bytes.insert(bytes[place], at: place)
          }
        }
        #expect(throws: Never.self, "\(target.rawValue)/\(file) as \(bytes)") { try target.run(bytes) }
      }
    }
  }
}
