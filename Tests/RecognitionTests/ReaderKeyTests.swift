import Glibc
import PageModel
import Support
import TestSupport
import Testing

@testable import Recognition

@Suite struct ReaderKeyTests {
  /// One change of each setting that does not choose a model.
  private static let changes: [(name: String, change: @Sendable (inout ReaderSettings) -> Void)] = [
    ("level", { $0.level = .fast }), ("layout", { $0.layout = .receipt }), ("preparation", { $0.preparation = .none }),
    ("without", { $0.without = [.skew] }), ("without", { $0.without = [.skew, .lineMerging] }),
    ("pageSegmentation", { $0.pageSegmentation = 6 }), ("candidates", { $0.candidates = 2 }),
    ("minimumTextHeight", { $0.minimumTextHeight = 0.1 }), ("maximumPixels", { $0.maximumPixels = 5 }),
    ("customWords", { $0.customWords = ["ab", "c"] }), ("customWords", { $0.customWords = ["a", "bc"] }),
    ("variables", { $0.variables = [.init(name: "a", value: "b")] }),
    ("variables", { $0.variables = [.init(name: "b", value: "a")] }),
    ("ignoresTextLayers", { $0.ignoresTextLayers = true }),
    ("showsIdentityNumbers", { $0.showsIdentityNumbers = true }),
  ]

  private let models = [
    ResolvedReader.Model(name: "kor", source: .file("/a/kor.traineddata"), checksum: ContentDigest(hex: "01")),
    ResolvedReader.Model(name: "eng", source: .file("/a/eng.traineddata"), checksum: ContentDigest(hex: "02")),
  ]

  /// The names of all settings, as the compiler knows them.
  private var names: Set<String> { Set(Mirror(reflecting: ReaderSettings()).children.compactMap(\.label)) }

  private func key(_ change: (inout ReaderSettings) -> Void = { _ in }) throws -> ReaderKey {
    var settings = ReaderSettings()
    change(&settings)
    return try ReaderKey(of: settings, models: models)
  }

  @Test func `every setting but those that choose the models changes the key, and each in its own way`() throws {
    #expect(Set(Self.changes.map(\.name)).union(ReaderKey.settingsThatChooseModels) == names)
    var keys: Set<ReaderKey> = [try key()]
    for (name, change) in Self.changes {
      #expect(keys.insert(try key(change)).inserted, "\(name)")
    }
  }

  @Test func `a setting that is added, or left out, changes the key without being named anywhere`() throws {
    var settings = ReaderSettings()
    for (_, change) in Self.changes { change(&settings) }
    settings.model = "kor"
    settings.modelDirectory = "/a"
    guard case .object(let members) = try JSONValue(encoding: settings) else {
      Issue.record("the settings are no object")
      return
    }
    // Nothing of the settings is kept from their encoding, so nothing can be kept from the key.
    #expect(Set(members.sorted.map(\.name)) == names)
    let whole = ReaderKey(encodedSettings: members, models: models)
    var added = members
    added["brandNew"] = .boolean(false)
    #expect(ReaderKey(encodedSettings: added, models: models) != whole)
    for name in names {
      var fewer = members
      fewer[name] = nil
      let isBeside = ReaderKey.settingsThatChooseModels.contains(name)
      #expect((ReaderKey(encodedSettings: fewer, models: models) == whole) == isBeside, "\(name)")
    }
  }

  @Test func `equal settings have one key, in whatever order the steps were left out`() throws {
    let steps = ReaderSettings.Step.allCases
    let expected = try key { $0.without = Set(steps) }
    for shift in 1..<steps.count {
      var set = Set<ReaderSettings.Step>(minimumCapacity: shift * 7)
      for step in steps[shift...] + steps[..<shift] { set.insert(step) }
      #expect(try key { $0.without = set } == expected)
    }
  }

  @Test func `the key changes with the models, their order and their bytes, and not with where they lie`() throws {
    func key(_ models: [ResolvedReader.Model]) throws -> ReaderKey {
      try ReaderKey(of: ReaderSettings(), models: models)
    }
    let plain = try key(models)
    #expect(plain.hex.count == 64)
    #expect(try key(models.map { .init(name: $0.name, source: .program, checksum: $0.checksum) }) == plain)
    var keys: Set<ReaderKey> = [plain]
    #expect(keys.insert(try key(models.reversed())).inserted)
    #expect(keys.insert(try key(Array(models.dropLast()))).inserted)
    #expect(
      keys.insert(
        try key(models.map { .init(name: $0.name, source: $0.source, checksum: ContentDigest(hex: "03")) })
      ).inserted)
    #expect(
      keys.insert(try key(models.map { .init(name: "x\($0.name)", source: $0.source, checksum: $0.checksum) })).inserted
    )
  }

  @Test func `installed models are in the key by their bytes, whatever chose them`() throws {
    func folder(_ targets: [String: String]) throws -> ScratchFolder {
      let folder = try ScratchFolder()
      for (name, target) in targets {
        let path = "\(ModelFolders.debian)/\(target).traineddata"
        #expect(symlink(path, folder.path(of: "\(name).traineddata")) == 0)
      }
      return folder
    }
    let one = try folder(["kor": "kor", "eng": "eng"])
    let other = try folder(["kor": "kor", "eng": "eng"])
    let swapped = try folder(["kor": "eng", "eng": "eng"])
    func key(_ folder: ScratchFolder, _ change: (inout ReaderSettings) -> Void = { _ in }) throws -> ReaderKey {
      var settings = ReaderSettings()
      change(&settings)
      return try ModelCatalogue(directories: [folder.path]).resolve(settings).key
    }
    let plain = try key(one)
    #expect(try key(other) == plain)
    #expect(try key(one) { $0.modelDirectory = one.path } == plain)
    #expect(try key(one) { $0.model = "kor+eng" } == plain)
    #expect(try key(one) { $0.languages = ["ko-KR", "en"] } == plain)
    #expect(try key(one) { $0.languages = ["eng", "kor"] } != plain)
    #expect(try key(swapped) != plain)
  }

  @Test func `a setting that is no number is an error, and no key`() throws {
    let error = try #require(throws: ModelError.self) { try key { $0.minimumTextHeight = .nan } }
    #expect(error.code == .badSetting)
    #expect(error.isOfSettings)
  }
}
