// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is compiled alike: Swift 6 mode, warnings are errors, imports stay internal unless they say so.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// One room of the house and what it may use; the direction is the way of a page, never back.
func room(
  _ name: String, uses dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings)
}

func tests(_ name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
    resources: resources, swiftSettings: settings)
}

/// What HanScan parses itself, as functions of any bytes: tests of the seeds, or, for `make fuzz`, libFuzzer's program.
///
/// The same files, one way or the other: the program needs a runtime of the compiler that no other build links.
let fuzzing: Target = {
  let path = "Tests/FuzzTests"
  let rooms: [Target.Dependency] = [
    "PageModel", "Imaging", "Ingest", "Recognition", "Workers", "ResultStore", "Export", "Pipeline", "CommandLineTool",
    "Understanding", "CPosix",
  ]
  if Context.environment["HANSCAN_FUZZ"] != nil {
    return .executableTarget(
      name: "hanscan-fuzz", dependencies: rooms, path: path,
      exclude: ["Seeds", "seeds.py", "fuzz.py", "build.sh", "ReplayTests.swift"],
      swiftSettings: settings)
  }
  return .testTarget(
    name: "FuzzTests", dependencies: rooms + ["TestSupport"], path: path,
    exclude: ["Seeds", "seeds.py", "fuzz.py", "build.sh", "main.swift"], swiftSettings: settings)
}()

let package = Package(
  name: "HanScan",
  products: [
    .library(
      name: "HanScan",
      targets: ["PageModel", "Imaging", "Ingest", "Recognition", "Workers", "ResultStore", "Export", "Pipeline"]),
    .executable(name: "hanscan", targets: ["hanscan"]),
  ],
  targets: [
    .systemLibrary(name: "CTesseract", providers: [.apt(["libtesseract-dev"])]),
    .systemLibrary(name: "CLeptonica", providers: [.apt(["libleptonica-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CExif", providers: [.apt(["libexif-dev"])]),
    .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
    .target(name: "CPosix", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "CReceiptModel"),
    room("PageModel"),
    room("Imaging", uses: ["PageModel", "CLeptonica", "CExif", "CPosix"], exclude: ["Measurements.md"]),
    room("Ingest", uses: ["PageModel", "CPosix", "CNettle"]),
    // The network lies beside the code that uses it, and is compiled in by a C target, with #embed.
    room(
      "Recognition",
      uses: ["PageModel", "Imaging", "Scoring", "CTesseract", "CLeptonica", "CNettle", "CPosix", "CReceiptModel"],
      exclude: ["Resources", "Confidence.md", "Confidence.svg"]),
    room("Workers", uses: ["CPosix"], exclude: ["Protocol.md", "ThreatModel.md"]),
    room("ResultStore", uses: ["PageModel", "CSQLite"]),
    // The schema is compiled in: a bundle beside the program could be missing, and looking for one ends the program.
    room("Export", uses: ["PageModel", "CNettle", "CPosix"], resources: [.embedInCode("Resources/page.schema.json")]),
    room(
      "Pipeline",
      uses: ["PageModel", "Imaging", "Ingest", "Recognition", "Workers", "ResultStore", "Export", "CPosix"],
      exclude: ["Endurance.md", "Protocol.md"]),
    room(
      "CommandLineTool",
      uses: ["Pipeline", "PageModel", "Ingest", "Recognition", "ResultStore", "Export", "Workers", "CPosix"],
      exclude: ["inspect.jpg"]),
    .executableTarget(name: "hanscan", dependencies: ["CommandLineTool"], swiftSettings: settings),
    room("Scoring"),
    // Words are data: compiled in, as the schema is.
    room(
      "Understanding", uses: ["PageModel"], exclude: ["Fields.md"],
      resources: [.embedInCode("Resources/lexicon.txt")]),
    room("Bench", uses: ["PageModel", "Scoring", "Understanding"]),
    .executableTarget(name: "hanscan-bench", dependencies: ["Bench"], swiftSettings: settings),
    room("TestSupport", uses: ["PageModel", "Recognition", "CPosix"]),
    // Every way out of the workers' jail that is tried in the tests.
    .target(name: "Climbing", path: "Tests/Climbing", linkerSettings: [.linkedLibrary("seccomp")]),
    // A worker that misbehaves on command; built for the tests, no product.
    .executableTarget(
      name: "hanscan-fixture-worker", dependencies: ["Workers", "Pipeline", "PageModel", "CPosix", "Climbing"],
      path: "Tests/FixtureWorker", swiftSettings: settings),
    tests("PageModel"),
    tests("Imaging"),
    tests("Ingest"),
    tests("Recognition", uses: ["Imaging", "PageModel", "Scoring"]),
    tests("Workers", uses: ["CPosix", "hanscan-fixture-worker"]),
    tests("ResultStore"),
    tests("Export"),
    tests("Pipeline", uses: ["PageModel", "ResultStore", "Export", "Recognition", "hanscan-fixture-worker"]),
    tests("CommandLineTool", uses: ["Imaging", "PageModel"]),
    tests("Scoring"),
    tests("Understanding", uses: ["PageModel"]),
    tests("Bench"),
    fuzzing,
  ]
)
