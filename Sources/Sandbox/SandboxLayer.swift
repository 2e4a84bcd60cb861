import CSandbox

/// A layer of the sandbox that a worker reads pages in.
package enum SandboxLayer: String, Codable, CaseIterable, Sendable {
  /// No program that it could start gains rights.
  case noNewPrivileges
  /// The kernel opens no file for it (Landlock).
  case landlock
  /// The kernel refuses every call that reading does not need (seccomp).
  case seccomp

  private var bit: Int32 {
    switch self {
    case .noNewPrivileges: Int32(HANSCAN_SANDBOX_NO_NEW_PRIVILEGES.rawValue)
    case .landlock: Int32(HANSCAN_SANDBOX_LANDLOCK.rawValue)
    case .seccomp: Int32(HANSCAN_SANDBOX_SECCOMP.rawValue)
    }
  }

  static func layers(_ bits: Int32) -> [SandboxLayer] {
    allCases.filter { bits & $0.bit != 0 }
  }

  static func bits(_ layers: [SandboxLayer]) -> Int32 { layers.reduce(0) { $0 | $1.bit } }
  package static var available: [SandboxLayer] { layers(hanscan_sandbox_available()) }

  /// Closes the sandbox around this process for good, and returns the layers that are active.
  package static func enter() -> [SandboxLayer] {
    layers(hanscan_sandbox_enter(Int32(HANSCAN_SANDBOX_LAYERS.rawValue)))
  }

  /// A run's complaint about missing layers; nil if all are active.
  package static func complaint(active: [SandboxLayer]) -> String? {
    let missing = allCases.filter { !active.contains($0) }
    guard !missing.isEmpty else { return nil }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return "the workers' sandbox lacks \(names) on this system; 'hanscan doctor' says what would help"
  }
}
