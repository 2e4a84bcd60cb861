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

/// All addresses of libraries are looked up at the start, and can't be written afterwards.
let fullRELRO = ["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]

/// A program that brings its Swift runtime, as those of the Debian package do.
///
/// It starts in three quarters of the time, because the dynamic linker resolves fewer names.
let staticRuntime = [
  "-static-stdlib", "-lCoreFoundation", "-l_FoundationCollections", "-l_FoundationCShims", "-l_FoundationICU",
]

/// One module and what it may use; the direction is the way of a page, never back.
func module(
  _ name: String, uses dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings)
}

/// Tests are compiled without the optimiser, in half the time, except those that loop over pixels or bytes.
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The tests of a module.
///
/// All wait for Bookkeeping: the modules behind it compile one after the other, and tests fill the rest of the processor.
func tests(_ name: String, uses dependencies: [String] = [], resources: [Resource]? = nil) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: Set([name, "TestSupport", "Support", "Bookkeeping"] + dependencies).sorted().map {
      .init(stringLiteral: $0)
    },
    resources: resources,
    swiftSettings: settings + (["Imaging", "PictureFormats"].contains(name) ? [] : unoptimised)
  )
}

/// The parsers of HanScan's own, as functions of any bytes: tests of the seeds, or, for `make fuzz`, libFuzzer's program.
///
/// The same files, one way or the other: the program needs a runtime of the compiler that no other build links.
let fuzzing: Target = {
  let path = "Tests/FuzzTests"
  let modules: [Target.Dependency] = [
    "Support", "PageModel", "PictureFormats", "Workers", "Documents", "PDFPages", "Containers", "Ingest", "Imaging",
    "Recognition", "PageWorker", "Understanding", "ResultStore", "Export", "CommandLineTool", "CPosix",
    "CMembers",
  ]
  if Context.environment["HANSCAN_FUZZ"] != nil {
    return .executableTarget(
      name: "hanscan-fuzz", dependencies: modules, path: path,
      exclude: ["Seeds", "seeds.py", "fuzz.py", "build.sh", "ReplayTests.swift"],
      swiftSettings: settings)
  }
  return .testTarget(
    name: "FuzzTests", dependencies: modules + ["TestSupport"], path: path,
    exclude: ["Seeds", "seeds.py", "fuzz.py", "build.sh", "main.swift"], swiftSettings: settings)
}()

/// The files of the pages of the review; `CTexts` compiles them in.
let web = [
  "text.js", "elements.js", "sentences.js", "picture.js", "queue.js", "writer.js", "start.js", "review.css", "icon.svg",
  "Page/reading.js", "Page/tabs.js", "Page/changes.js", "Page/receipts.js", "Page/shops.js",
  "Page/lines.js", "Page/tables.js", "Page/keys.js", "Page/page.js", "texts.json",
  "Files/drafts.js", "Files/collector.js", "Files/list.js", "page.html",
].map { "Web/\($0)" }

let package = Package(
  name: "HanScan",
  products: [
    .library(name: "HanScan", targets: ["HanScan"]),
    .executable(name: "hanscan", targets: ["hanscan"]),
    .executable(name: "hanscan-members", targets: ["hanscan-members"]),
  ],
  targets: [
    .systemLibrary(name: "CLeptonica", providers: [.apt(["libleptonica-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CExif", providers: [.apt(["libexif-dev"])]),
    .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CXLSXWriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZbar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CHeif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CHarfBuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .target(name: "CPosix"),
    // The commit of the build, which the Makefile gives.
    .target(
      name: "CBuildFacts",
      cSettings: Context.environment["HANSCAN_COMMIT"].map { [.define("HANSCAN_COMMIT", to: "\"\($0)\"")] } ?? []),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "CReceiptModel"),
    .target(name: "CTexts"),
    // Written without pkg-config: tesseract.pc also drags libcurl and libarchive in.
    .target(name: "CTesseract", linkerSettings: [.linkedLibrary("tesseract"), .linkedLibrary("lept")]),
    // Replacements of libraries' functions in a whole process: for executables alone.
    .target(name: "COverrides", dependencies: ["CTesseract"]),
    .target(name: "CXML", linkerSettings: [.linkedLibrary("xml2")]),
    // Damage that libtiff reports and Leptonica does not pass on, and the kinds of TIFF that Leptonica does not read.
    .target(name: "CTIFF", linkerSettings: [.linkedLibrary("tiff")]),
    // Libraries of pictures as Leptonica does not ask them: what they warn of, cut files, and rows one by one.
    .target(
      name: "CDecoders", linkerSettings: ["jpeg", "png", "webp", "openjp2"].map { .linkedLibrary($0) }),
    // The network that finds text.
    .target(name: "CDetection", linkerSettings: [.linkedLibrary("XNNPACK")]),
    // The layers of the network that reads lines which stand before its LSTMs.
    .target(name: "CLineFront", exclude: ["kernels.inc"]),
    // Each module uses those above it alone, as the layers of a page's way; `.ci/layers` reads the order from here.
    module("Support", uses: ["CNettle", "CPosix", "CTexts"], exclude: ["ko.messages"]),
    module("PageModel"),
    module("PictureFormats", uses: ["Support", "CExif"], resources: [.embedInCode("signatures.txt")]),
    module("Sandbox", uses: ["Support", "PageModel", "CPosix", "CSandbox"], exclude: ["ThreatModel.md"]),
    module("Workers", uses: ["Support", "CPosix"], exclude: ["Protocol.md"]),
    module("Documents", uses: ["Support", "PageModel", "PictureFormats", "CXML"], exclude: ["Inputs.md"]),
    module("PDFPages", uses: ["Support", "PageModel", "PictureFormats", "Documents", "Sandbox", "CPosix"]),
    module("Containers", uses: ["Support", "PageModel", "PictureFormats", "Documents", "PDFPages", "Sandbox"]),
    module("Spreadsheets", uses: ["Support", "PageModel", "Documents", "Containers", "Sandbox", "CPosix"]),
    module("Ingest", uses: ["Support", "PageModel", "PictureFormats", "Documents", "CPosix"]),
    module(
      "Imaging",
      uses: [
        "Support", "PageModel", "PictureFormats", "CLeptonica", "CHeif", "CTIFF", "CDecoders", "CDetection",
        "CGIF", "CZbar", "CDeflate",
      ],
      exclude: ["Measurements.md", "Marks/Marks.md"], resources: [.embedInCode("Marks/marks.txt")]),
    // The models are beside the code that uses them, and are compiled in by a C target, with #embed.
    module(
      "Recognition",
      uses: [
        "Support", "PageModel", "Imaging", "CTesseract", "CLeptonica", "CPosix", "CReceiptModel", "CLineFront",
      ],
      exclude: ["Models.md", "Resources", "Tesseract/LineEngine.md", "Confidence/Confidence.md", "Letters/Letters.md"],
      resources: [.embedInCode("Models/debian-models.txt"), .embedInCode("Pages/known-words.txt")]),
    module(
      "PageWorker", uses: ["Support", "PageModel", "PictureFormats", "Sandbox", "Workers"], exclude: ["Protocol.md"]),
    // Words, schemas and forms are data: compiled in, with every file of a folder.
    module(
      "Understanding", uses: ["Support", "PageModel", "CReceiptModel", "CTexts"],
      exclude: [
        "Quality/Quality.md", "Receipts/tagger.weights", "Receipts/lexicon.txt", "Receipts/Fields.md", "Same/Same.md",
        "Kinds/Kinds.md",
      ],
      resources: [
        "Receipts/words.txt", "Kinds/kinds.txt", "Kinds/kinds.weights", "Schemas", "Forms/Descriptions",
      ].map { .embedInCode($0) }),
    module(
      "Bookkeeping", uses: ["Support", "PageModel", "Spreadsheets", "Understanding"], exclude: ["Bookkeeping.md"],
      resources: ["book.txt", "Forms", "Programs/Layouts"].map { .embedInCode($0) }),
    module(
      "ResultStore", uses: ["Support", "PageModel", "CSQLite"], exclude: ["Search/Search.md"],
      resources: (1...10).map { .embedInCode("Schema/step\($0).sql") }),
    // The schema is compiled in: a bundle beside the program could be missing, and looking for one ends the program.
    module(
      "Export",
      uses: [
        "Support", "PageModel", "PictureFormats", "Spreadsheets", "Understanding", "Bookkeeping", "CPosix",
        "CXLSXWriter", "CDeflate", "CHarfBuzz", "CTexts",
      ],
      exclude: ["Formats.md"] + web,
      resources: [
        "page.schema.json", "inspection.css", "glyphless.ttf", "srgb.icc", "page.hocr", "alto.xml", "page.xml",
        "page.tsv", "table.html", "inspection.html", "metadata.xmp", "unicode.cmap", "history.svg",
      ].map {
        .embedInCode("Resources/\($0)")
      }),
    module(
      "RunSupport",
      uses: [
        "Support", "PageModel", "PictureFormats", "Sandbox", "Workers", "Documents", "PDFPages", "Containers", "Ingest",
        "Recognition", "PageWorker", "Understanding", "ResultStore", "Export",
      ]),
    module(
      "StoreFiles",
      uses: [
        "Support", "PageModel", "PictureFormats", "Workers", "Documents", "PDFPages", "Containers", "Ingest",
        "Recognition", "PageWorker", "Spreadsheets", "Understanding",
        "Bookkeeping", "ResultStore", "Export", "RunSupport",
        "CPosix",
      ]),
    module(
      "Run",
      uses: [
        "Support", "PageModel", "PictureFormats", "Sandbox", "Workers", "Documents", "PDFPages", "Containers", "Ingest",
        "Recognition", "PageWorker", "Understanding", "ResultStore", "Export", "RunSupport", "StoreFiles",
      ],
      exclude: ["Robustness.md", "Running.md"]),
    module(
      "Views",
      uses: [
        "Support", "PageModel", "PictureFormats", "Sandbox", "Workers", "Documents", "Recognition", "PageWorker",
        "Understanding", "ResultStore", "Export", "RunSupport",
      ]),
    module(
      "Corrections",
      uses: [
        "Support", "PageModel", "Spreadsheets", "Understanding", "Bookkeeping", "ResultStore", "Export",
        "RunSupport", "StoreFiles", "Views",
      ]),
    module(
      "Cluster",
      uses: [
        "Support", "PageModel", "PictureFormats", "Workers", "Documents", "Ingest", "Understanding", "ResultStore",
        "RunSupport", "StoreFiles", "Run",
      ],
      exclude: ["Cluster.md"]),
    // The public library: the one module whose declarations other packages see.
    module(
      "HanScan",
      uses: [
        "Support", "PageModel", "PictureFormats", "Workers", "Documents", "Ingest", "Imaging", "Recognition",
        "Understanding", "ResultStore", "Export", "RunSupport", "StoreFiles", "Run",
      ],
      exclude: ["HanScan.docc"]),
    // The example is no package of its own: that would compile everything twice. A test runs it.
    .executableTarget(
      name: "hanscan-example", dependencies: ["HanScan"], path: "samples/library", swiftSettings: settings),
    module(
      "Review",
      uses: [
        "Support", "PageModel", "PictureFormats", "Workers", "PageWorker", "Understanding", "Bookkeeping",
        "ResultStore", "Export", "RunSupport", "Views", "Corrections", "CMicrohttpd",
      ],
      exclude: ["Review.md"]),
    module(
      "CommandLineTool",
      uses: [
        "Support", "PageModel", "Sandbox", "Workers", "Documents", "PDFPages", "Containers", "Ingest", "Imaging",
        "Recognition", "PageWorker", "Spreadsheets", "Understanding", "Bookkeeping", "ResultStore", "Export",
        "RunSupport", "StoreFiles", "Run", "Views", "Corrections", "Cluster", "Review", "CPosix", "CBuildFacts",
        "CTexts",
      ],
      exclude: ["Commands.md", "inspect.jpg", "Help/en.help", "Help/ko.help"],
      resources: [
        "Cluster/job.sh", "Manual/completions.bash", "Manual/completions.zsh",
        "Manual/completions.fish", "Manual/command.roff", "Manual/overview.roff", "Manual/configuration.roff",
        "Metrics/metrics.prom",
      ].map { .embedInCode($0) }),
    .executableTarget(
      name: "hanscan", dependencies: ["CommandLineTool", "COverrides"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(staticRuntime + fullRELRO)]),
    // Archives, mails and spreadsheets, in a process of its own, whose sandbox lets no library of Swift be read.
    .target(
      name: "CMembers", exclude: ["gmime-3.0", "glib-2.0", "libxml2"],
      cSettings: ["gmime-3.0", "glib-2.0", "glib", "libxml2"].map { .headerSearchPath($0) },
      linkerSettings: ["archive", "gmime-3.0", "gobject-2.0", "glib-2.0", "xml2", "freexl", "m"].map {
        .linkedLibrary($0)
      }),
    .executableTarget(
      name: "hanscan-members", dependencies: ["CMembers"],
      linkerSettings: [.unsafeFlags(["-static-stdlib"] + fullRELRO)]),
    module(
      "Bench", uses: ["Support", "PageModel", "ResultStore", "Understanding"], resources: [.embedInCode("usage.txt")]),
    .executableTarget(name: "hanscan-bench", dependencies: ["Bench"], swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: ["Support", "PageModel", "PictureFormats", "CPosix", "CZlib", "TreeRemoval"],
      path: "Tests/TestSupport",
      resources: ["number.heic", "number.avif", "cropped.heic"].map { .embedInCode("Pictures/\($0)") },
      swiftSettings: settings),
    // Every way out of the workers' sandbox that is tried in the tests.
    .target(name: "EscapeAttempts", path: "Tests/EscapeAttempts", linkerSettings: [.linkedLibrary("seccomp")]),
    // A worker that misbehaves on command; built for the tests, no product.
    .executableTarget(
      name: "hanscan-fixture-worker",
      dependencies: [
        "Support", "PageModel", "PictureFormats", "Sandbox", "Workers", "PageWorker", "CPosix", "CSandbox",
        "EscapeAttempts",
      ],
      path: "Tests/FixtureWorker", swiftSettings: settings),
    // A tool that misbehaves on command, in the sandbox of tools.
    // It needs the C library alone: Swift's lie where that sandbox lets nothing be read.
    .executableTarget(
      name: "hanscan-fixture-tool", path: "Tests/FixtureTool",
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .target(name: "TreeRemoval", path: "Tests/TreeRemoval"),
    // Counts the syncs of the program that it is linked into.
    .target(name: "SyncRecorder", path: "Tests/SyncRecorder"),
    tests("Support", uses: ["SyncRecorder"]),
    tests("PageModel"),
    tests("PictureFormats"),
    // The network that finds text comes with the models.
    tests("Imaging", uses: ["PageModel", "PictureFormats", "Recognition"]),
    tests("Documents", uses: ["PageModel", "PictureFormats"]),
    tests("PDFPages", uses: ["PageModel", "Documents", "Ingest", "Sandbox", "CPosix", "hanscan-fixture-tool"]),
    tests("Containers", uses: ["PageModel", "PictureFormats", "Documents", "Ingest", "Sandbox", "hanscan-members"]),
    tests("Spreadsheets", uses: ["PageModel", "Containers", "hanscan-members"]),
    tests("Ingest", uses: ["PictureFormats", "Documents"]),
    tests("Recognition", uses: ["COverrides", "Imaging", "PageModel", "PictureFormats", "CLeptonica"]),
    tests("Workers", uses: ["CPosix", "CSandbox", "hanscan-fixture-worker"]),
    tests("PageWorker", uses: ["PageModel", "Workers"]),
    tests("ResultStore", uses: ["CSQLite"]),
    tests("Understanding", uses: ["PageModel", "Documents"]),
    tests("Bookkeeping", uses: ["PageModel", "Spreadsheets", "Understanding"]),
    tests("Export", uses: ["Spreadsheets", "Containers", "Understanding", "Bookkeeping", "hanscan-members"]),
    tests(
      "Run",
      uses: [
        "PageModel", "PictureFormats", "Sandbox", "Workers", "Documents", "Ingest", "Recognition", "PageWorker",
        "ResultStore", "Export", "RunSupport", "Corrections", "CPosix", "hanscan-fixture-worker", "hanscan-members",
      ]),
    tests("Views", uses: ["PageModel", "Documents", "RunSupport", "hanscan-fixture-worker"]),
    tests("HanScan", uses: ["PageModel", "Understanding", "hanscan-example"]),
    tests("Corrections", uses: ["PageModel"]),
    tests(
      "Review",
      uses: ["Imaging", "PageModel", "Workers", "Understanding", "RunSupport", "Views", "hanscan-fixture-tool"]),
    tests("CommandLineTool", uses: ["PageModel", "RunSupport", "Understanding"]),
    // The built program, as its users call it. It imports few modules, so that it compiles beside the last ones.
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "Support", "PageModel", "Imaging", "ResultStore", "Bookkeeping", "TestSupport", "hanscan-members",
      ],
      swiftSettings: settings + unoptimised),
    tests("Bench", uses: ["PageModel", "PictureFormats", "ResultStore"]),
    fuzzing,
  ]
)
