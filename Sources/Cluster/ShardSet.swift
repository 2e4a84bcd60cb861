package import RunSupport
import Glibc
package import PageModel
import Support

/// The shards of one input, each whole and all of one kind, in their order.
package struct ShardSet: Sendable {
  package struct Member: Sendable {
    package let folder: ScanPath
    package let manifest: ShardManifest
    var store: ScanPath { folder.appending(manifest.store) }
  }

  package let members: [Member]

  /// Finds the shards, and refuses those that don't belong together, by name.
  ///
  /// - Parameter paths: Folders of shards, or folders that hold such.
  package init(_ paths: [ScanPath]) throws(RunFailure) {
    let folders = try Self.folders(in: paths)
    var found: [Member] = []
    var unfinished: [ScanPath] = []
    for folder in folders {
      if let manifest = try ShardManifest.read(in: folder) {
        found.append(Member(folder: folder, manifest: manifest))
      } else {
        unfinished.append(folder)
      }
    }
    if let folder = unfinished.first(where: { $0.appending("hanscan.sqlite").exists }) {
      throw RunFailure(
        .usage, "\(folder) holds the store of a run, and no shard: 'hanscan run --shard' makes what can be joined")
    }
    if let folder = unfinished.first {
      let more = unfinished.count > 1 ? ", and \(unfinished.count - 1) more" : ""
      throw RunFailure(
        .inputMissing,
        "\(folder) is not whole\(more): it has no manifest; run that shard again, 'hanscan status' tells how far it is")
    }
    guard let first = found.first else {
      throw RunFailure(.inputMissing, "there are no shards in \(paths.map(\.description).joined(separator: " "))")
    }
    members = found.sorted { ($0.manifest.shard, $0.folder.bytes.count) < ($1.manifest.shard, $1.folder.bytes.count) }
    try checkNumbers(first)
    for member in members.dropFirst() { try Self.check(member, against: members[0]) }
    for member in members { try Self.checkAlone(member) }
    // Every shard's run must have seen the whole input with the same names.
    let most = members.max { $0.manifest.scans < $1.manifest.scans }?.manifest
    let others = members.map(\.manifest).filter { $0.names != most?.names || $0.scans != most?.scans }
    guard let most, let other = others.first else { return }
    let named = others.prefix(8).map { "\($0.shard)" }.joined(separator: ", ") + (others.count > 8 ? ", ..." : "")
    throw RunFailure(
      .inputMissing,
      "\(other.title) was read when IN held \(other.scans) scans, \(most.title) when it held \(most.scans), not all of the "
        + "same names: scans came or went in between, or IN was another directory; run these shards again: \(named)")
  }

  /// The shards' folders for these paths: each itself, or those within it.
  static func folders(in paths: [ScanPath]) throws(RunFailure) -> [ScanPath] {
    var folders: [ScanPath] = []
    for path in paths {
      guard let names = names(in: path) else {
        throw RunFailure(.inputMissing, "\(path) is no directory that can be read: \(SystemError(errno))")
      }
      let isShard = names.contains { [ShardManifest.name, ShardProgress.name].contains($0) }
      let inner = names.filter { $0.hasPrefix("shard-") }
      if isShard || inner.isEmpty { folders.append(path) } else { folders += inner.map { path.appending($0) } }
    }
    return folders.sorted { NaturalOrder.key(of: $0).lexicographicallyPrecedes(NaturalOrder.key(of: $1)) }
  }

  /// The names of a directory's entries; nil if it can't be read.
  static func names(in path: ScanPath) -> [String]? {
    let names = try? path.withCString { path throws(SystemError) in try DirectoryNames.all(in: path) }
    return names?.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Requires every shard once, and none of another division.
  private func checkNumbers(_ first: Member) throws(RunFailure) {
    let count = members[0].manifest.of
    if let other = members.first(where: { $0.manifest.of != count }) {
      throw RunFailure(
        .usage,
        "\(members[0].folder) is one of \(count) shards and \(other.folder) one of \(other.manifest.of): "
          + "shards of two divisions hold the same scans; name those of one")
    }
    for (one, other) in zip(members, members.dropFirst()) where one.manifest.shard == other.manifest.shard {
      throw RunFailure(.usage, "\(one.folder) and \(other.folder) are both \(one.manifest.title); name one of them")
    }
    let missing = Set(1...count).subtracting(members.map(\.manifest.shard)).sorted()
    guard !missing.isEmpty else { return }
    let named = missing.prefix(8).map { "\($0)" }.joined(separator: ", ") + (missing.count > 8 ? ", ..." : "")
    throw RunFailure(
      .inputMissing,
      "\(missing.count) of \(count) shards are missing (\(named)): run them, or name their folders, too")
  }

  /// Refuses a shard that was read in another way than the first.
  private static func check(_ member: Member, against first: Member) throws(RunFailure) {
    let (one, other) = (first.manifest, member.manifest)
    func refuse(_ what: String, _ theirs: String, _ ours: String, _ remedy: String) throws(RunFailure) {
      guard theirs != ours else { return }
      throw RunFailure(
        .usage, "\(other.title) (\(member.folder)) has \(what) '\(theirs)', \(one.title) has '\(ours)': \(remedy)")
    }
    try refuse(
      "tables of version", "\(other.schema)", "\(one.schema)", "run the older one again with the newer HanScan")
    try refuse("HanScan", other.version, one.version, "run one of them again with the other's version")
    for name in Set(one.options.keys).intersection(other.options.keys).sorted() {
      try refuse(
        name, other.options[name] ?? "", one.options[name] ?? "",
        "run one of them again, with --force, as the other was run")
    }
    if !other.readers.isEmpty, !one.readers.isEmpty, other.readers != one.readers {
      try refuse(
        "pages read by", other.readers.joined(separator: " ") + " (\(other.models.joined(separator: "; ")))",
        one.readers.joined(separator: " ") + " (\(one.models.joined(separator: "; ")))",
        "run it again with --force and the same model and settings")
    }
    var versions: [Substring: Substring] = [:]
    for stage in one.stages + other.stages {
      guard let blank = stage.lastIndex(of: " ") else { continue }
      let (name, version) = (stage[..<blank], stage[stage.index(after: blank)...])
      if let known = versions.updateValue(version, forKey: name) {
        try refuse(
          "values of the stage \(name) of version", "\(version)", "\(known)", "run both again with one HanScan")
      }
    }
  }

  private static func checkAlone(_ member: Member) throws(RunFailure) {
    let manifest = member.manifest
    if manifest.readers.count > 1 {
      throw RunFailure(
        .usage,
        "\(manifest.title) (\(member.folder)) holds pages of \(manifest.readers.count) readers: run it again with --force"
      )
    }
    if manifest.edits > 0 {
      throw RunFailure(
        .usage,
        "\(manifest.title) (\(member.folder)) holds corrections or kept readings: these belong into the joined store; "
          + "remove the folder and run that shard again")
    }
  }

  /// Identifies these shards in their present state.
  var key: String {
    SHA256.digest(of: Array(members.map { "\($0.manifest.shard) \($0.manifest.digest)\n" }.joined().utf8)).hex
  }

  package var pageCount: Int { members.reduce(0) { $0 + $1.manifest.pageCount } }

  /// Ensures that each store is the one that its manifest names, byte for byte.
  func verify(isStopped: () -> Bool) throws(RunFailure) {
    for member in members where !isStopped() {
      let digest: String
      do throws(SystemError) { digest = try FileCopy.digest(of: member.store) } catch {
        let remedy = "remove its manifest and run that shard again"
        throw RunFailure(
          .inputMissing, "the store of \(member.manifest.title), \(member.store), can't be read: \(error); \(remedy)")
      }
      guard digest == member.manifest.digest else {
        throw RunFailure(
          .inputOutput,
          "\(member.store) is not what the manifest of \(member.manifest.title) says: remove the folder and run that "
            + "shard again")
      }
    }
  }
}
