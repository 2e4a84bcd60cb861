package import Documents
import Support

package struct PageLimits: Sendable, Equatable {
  /// The most attempts at a page, each in a fresh worker; the last on a halved picture.
  package var attempts = 3
  /// Seconds from handing a page to a worker until the worker is killed.
  package var timeout = 120.0
  /// Bytes of address space of a worker.
  package var memory: UInt64 = 1 << 30
  package var pages = 10_000
  /// Bytes of one file.
  package var fileSize: Int64 = 512 << 20
  /// Bytes of one worker's answer.
  package var answer = 64 << 20
  package init() {}

  /// Seconds; some thirty years, which fit into every unit of time that they are converted to.
  package static let longestTime = 1e9

  /// Throws a usage failure for impossible limits, such as a time that is no number.
  package func check() throws(RunFailure) {
    try Self.check("timeout", timeout, in: 0.001...Self.longestTime)
    try Self.check("attempts", attempts, in: 1...Int.max)
    try Self.check("pages", pages, in: 1...Int.max)
    try Self.check("fileSize", fileSize, in: 0...Int64.max)
    try Self.check("answer", answer, in: 1...Int.max)
  }

  package static func check<Value: Comparable>(
    _ name: String, _ value: Value, in range: ClosedRange<Value>
  ) throws(RunFailure) {
    guard range.contains(value) else {
      throw RunFailure(.usage, "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
  }

  package func documents(maximumPixels: Int = DocumentLimits().maximumPixels) -> DocumentLimits {
    var limits = DocumentLimits()
    (limits.maximumPages, limits.maximumBytes, limits.maximumPixels) = (pages, fileSize, maximumPixels)
    return limits
  }

  /// Counts from the moment at which a worker gets a page.
  package var deadline: Duration { Duration(clamping: timeout) }
}

extension Duration {
  /// Seconds to the millisecond: invalid and negative numbers give zero, and too long ones thirty years.
  package init(clamping seconds: Double) {
    let whole = (min(seconds, PageLimits.longestTime) * 1000).rounded(.towardZero)
    self = seconds > 0 ? .milliseconds(Int64(whole)) : .zero
  }
}
