import CPosix

/// A wall of the jail that a worker reads pages in.
public enum JailWall: String, Codable, CaseIterable, Sendable {
  /// No program that it could start gains rights.
  case noNewPrivileges
  /// The kernel opens no file for it (Landlock).
  case landlock
  /// The kernel refuses it every call that reading has no use for (seccomp).
  case seccomp

  private var bit: Int32 {
    switch self {
    case .noNewPrivileges: Int32(HANSCAN_WALL_NO_NEW_PRIVILEGES.rawValue)
    case .landlock: Int32(HANSCAN_WALL_LANDLOCK.rawValue)
    case .seccomp: Int32(HANSCAN_WALL_SECCOMP.rawValue)
    }
  }

  /// The walls that stand according to the jail's own bits.
  static func standing(_ bits: Int32) -> [JailWall] {
    allCases.filter { bits & $0.bit != 0 }
  }

  /// The walls that can stand on this system.
  public static var available: [JailWall] { standing(hanscan_jail_available()) }

  /// What a run says where walls are missing; nil where all stand.
  static func complaint(standing: [JailWall]) -> String? {
    let missing = allCases.filter { !standing.contains($0) }
    guard !missing.isEmpty else { return nil }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return "the workers' jail lacks \(names) on this system; 'hanscan doctor' says what would help"
  }
}
