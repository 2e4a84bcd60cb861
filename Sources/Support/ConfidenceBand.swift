/// The confidence of a reading, in steps for people.
package enum ConfidenceBand: String, CaseIterable, Sendable {
  case sure
  case good
  case doubtful
  case poor

  package init(_ confidence: Double) {
    self = Self.allCases.first { confidence >= $0.least } ?? .poor
  }

  package var least: Double {
    switch self {
    case .sure: 0.98
    case .good: 0.93
    case .doubtful: 0.8
    case .poor: 0
    }
  }

  /// Red, green and blue, distinct in light and dark and for most colour-blind people.
  package var colour: (red: UInt8, green: UInt8, blue: UInt8) {
    switch self {
    case .sure: (26, 140, 72)
    case .good: (218, 165, 0)
    case .doubtful: (235, 105, 10)
    case .poor: (205, 20, 60)
    }
  }
}
