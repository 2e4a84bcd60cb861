import TestSupport
import Testing

@testable import Imaging

/// What belongs to a line of print reaches a little beyond its ink.
struct WideningTests {
  @Test(arguments: [(1, 1, 3), (7, 5, 1), (40, 23, 4), (64, 9, 12), (3, 30, 0)])
  func `a mask is widened to all that lies within its reach`(width: Int, height: Int, reach: Int) {
    var random = SeededRandom(seed: UInt64(width * 100 + height))
    let mask = (0..<width * height).map { _ in Int.random(in: 0..<40, using: &random) == 0 }
    let wide = LineCropper.widened(mask, width: width, height: height, reach: reach)
    for y in 0..<height {
      for x in 0..<width {
        let isNear = mask.indices.contains {
          mask[$0] && abs($0 % width - x) <= reach && abs($0 / width - y) <= reach
        }
        #expect(wide[y * width + x] == isNear)
      }
    }
  }
}
