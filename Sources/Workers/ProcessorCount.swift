import CPosix
import Support

package enum ProcessorCount {
  /// The processors of its affinity, fewer if a control group allows less time; at least 1.
  ///
  /// A quota of one and a half processors counts as two.
  package static var available: Int {
    let affinity = Int(cposix_affinity_count())
    guard let mounts = SmallFile.text("/proc/self/mountinfo"), let groups = SmallFile.text("/proc/self/cgroup"),
      let quota = quota(mounts: mounts, groups: groups, read: SmallFile.text)
    else { return affinity }
    return max(1, min(affinity, Int(min(quota, 1e6).rounded(.up))))
  }

  /// Processors by the control groups, versions 2 and 1, of this process; nil without a limit.
  package static func quota(mounts: String, groups: String, read: (String) -> String?) -> Double? {
    let hierarchies = mounts.split(separator: "\n").compactMap(Hierarchy.init)
    var least: Double?
    for line in groups.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isUnified = fields[0] == "0" && fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains("cpu") else { continue }
      guard let hierarchy = hierarchies.first(where: { $0.isUnified == isUnified }) else { continue }
      for folder in hierarchy.folders(of: fields[2]) {
        let quota = isUnified ? unified(folder, read) : split(folder, read)
        if let quota { least = min(least ?? quota, quota) }
      }
    }
    return least
  }

  private static func unified(_ folder: String, _ read: (String) -> String?) -> Double? {
    guard let fields = read(folder + "/cpu.max")?.split(whereSeparator: \.isWhitespace), fields.count == 2 else {
      return nil
    }
    return ratio(Double(fields[0]), Double(fields[1]))
  }

  private static func split(_ folder: String, _ read: (String) -> String?) -> Double? {
    func number(_ name: String) -> Double? {
      read("\(folder)/\(name)")?.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) }
    }
    return ratio(number("cpu.cfs_quota_us"), number("cpu.cfs_period_us"))
  }

  /// `max` or -1 means no limit.
  private static func ratio(_ quota: Double?, _ period: Double?) -> Double? {
    guard let quota, let period, quota > 0, period > 0 else { return nil }
    return quota / period
  }

  /// One mounted tree of control groups that can limit processor time.
  private struct Hierarchy {
    let isUnified: Bool
    let root: Substring
    let mountPoint: Substring

    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash >= 5, fields.count > dash + 3 else { return nil }
      switch fields[dash + 1] {
      case "cgroup2": isUnified = true
      case "cgroup" where fields[dash + 3].split(separator: ",").contains("cpu"): isUnified = false
      default: return nil
      }
      root = fields[3]
      mountPoint = fields[4]
    }

    /// The group's own folder and those above it, each of which may set a limit.
    func folders(of group: Substring) -> [String] {
      let isBelow = root == "/" || group == root || group.hasPrefix(root + "/")
      // The group is outside of this mount, as in a container, so the mount itself is the nearest.
      let names = isBelow ? group.dropFirst(root == "/" ? 0 : root.count).split(separator: "/") : []
      return (0...names.count).map { ([String(mountPoint)] + names.prefix($0).map(String.init)).joined(separator: "/") }
    }
  }
}
