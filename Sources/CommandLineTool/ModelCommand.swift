import Glibc
import PageModel
import Recognition

/// `hanscan model`: the models that read, and the one that HanScan builds.
enum ModelCommand: Command {
  static let name = "model"
  static let summary = "Build, list, check and export the models that read."
  static let operands = ["build", "list", "verify", "export"]
  static let usage = "build | list | verify [NAME] | export FILE"
  static let discussion = """
    build makes the whole-Hangul model 'hanscan' from the model of Debian's tesseract-ocr-script-hang, with every \
    syllable and HanScan's own network. list names what is installed. verify checks a model's file from end to end. \
    export writes the built model to FILE for users of plain Tesseract. Beside the model build writes the text detection \
    network, which finds print; one that somebody chose with --detection stays.
    """
  static let options: [Option] = [
    Option("tessdata-dir", value: "DIR", "Look for models in this folder alone, and build into it."),
    Option("from", value: "FILE", "Build from this Hangul.traineddata."),
    Option("to", value: "FILE", "Build into this file."),
    Option(
      "detection", value: "FILE",
      "Install this file as the text detection network, or the program's own ('own'), and nothing else."),
    Option("debian-network", "Build with Debian's own network, which only gets the missing syllables."),
  ]
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan model build", "For everybody when root builds it, else for this user."),
    ("hanscan model export hanscan.traineddata", "Then: tesseract scan.jpg out --tessdata-dir . -l hanscan --psm 6"),
  ]

  /// What `--detection` says for the program's own network; a file of that name is `./own`.
  private static let ownDetection = "own"

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    let words = arguments.operands.map(\.description)
    do {
      switch words.first {
      case "build" where words.count == 1: return try build(arguments, console)
      case "list" where words.count == 1: return try list(arguments, console)
      case "verify" where words.count <= 2: return try verify(words.dropFirst().first, arguments, console)
      case "export" where words.count == 2: return try export(words[1], arguments, console)
      default:
        let meant = words.first.map { Suggestion.of($0, among: ["build", "list", "verify", "export"]) } ?? ""
        throw CommandFailure.usage("say what to do: build, list, verify [NAME] or export FILE\(meant)")
      }
    } catch let error as ModelError {
      throw CommandFailure(error.code == .unwritable ? .cannotCreate : .unavailable, error.message)
    }
  }

  static func catalogue(_ arguments: Arguments) throws -> ModelCatalogue {
    var settings = ReaderSettings()
    settings.modelDirectory = try arguments.text("tessdata-dir")
    return ModelCatalogue(settings: settings, environment: Program.environment)
  }

  private static func build(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if let file = try arguments.text("detection") { return try installDetection(file, arguments, console) }
    let source: String
    if let path = try arguments.text("from") {
      source = path
    } else if let model = try catalogue(arguments).model(WholeHangulModel.sourceName) {
      source = model.path
    } else {
      throw ModelError(
        .modelMissing, "the model to build from is not installed: apt install \(WholeHangulModel.sourcePackage)")
    }
    let folder =
      try arguments.text("tessdata-dir")
      ?? ModelFolders.destination(environment: Program.environment, isRoot: geteuid() == 0)
    let target = try arguments.text("to") ?? "\(folder)/\(WholeHangulModel.name).traineddata"
    if !arguments.has("to") {
      try writeDetection(to: DetectionModel.path(in: folder), catalogue(arguments), console)
    }
    let model = try WholeHangulModel.build(
      fromFileAt: source, usesOwnNetwork: !arguments.has("debian-network"))
    let facts = try ModelFacts.verify(model.bytes)
    if (try? ModelFacts.verify(path: target))?.checksum == facts.checksum {
      console.output("\(target) is up to date (\(facts.checksum.hex.prefix(16)))\n")
      return .success
    }
    try model.write(to: target)
    let network = model.report.usesOwnNetwork ? "HanScan's own network" : "Debian's network"
    console.output(
      """
      \(target): \(model.report.syllablesAfter) of 11172 syllables (\(model.report.syllablesBefore) before), \
      \(model.report.symbols.count) symbols added, \(network), \(facts.checksum.hex.prefix(16))

      """)
    return .success
  }

  /// Writes the program's own network that finds print, unless it is there or somebody chose another one.
  private static func writeDetection(to target: String, _ catalogue: ModelCatalogue, _ console: Console) throws {
    do throws(ModelError) {
      let model = try catalogue.detectionModel()
      if !model.isFormer {
        try model.checkThatItRuns()
        return
      }
    } catch {
      if error.code != .modelMissing { console.error("hanscan model build: \(error.message)\n") }
    }
    try writeOwnDetection(to: target, console)
  }

  private static func writeOwnDetection(to target: String, _ console: Console) throws {
    try ModelFile.write(DetectionModel.own, to: target)
    let checksum = try DetectionModel(path: target).checksum.hex
    console.output("\(target): the program's own network that finds print, \(checksum.prefix(16))\n")
  }

  private static func installDetection(
    _ file: String, _ arguments: Arguments, _ console: Console
  ) throws -> ExitStatus {
    let folder =
      try arguments.text("tessdata-dir")
      ?? ModelFolders.destination(environment: Program.environment, isRoot: geteuid() == 0)
    let target = try arguments.text("to") ?? DetectionModel.path(in: folder)
    if file == ownDetection {
      try writeOwnDetection(to: target, console)
      return .success
    }
    let model = try DetectionModel(path: file)
    try model.checkThatItRuns()
    try ModelFile.write(ModelFile.read(file), to: target)
    console.output("\(target): the text detection network, \(model.checksum.hex.prefix(16))\n")
    return .success
  }

  private static func list(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let catalogue = try catalogue(arguments)
    let models = catalogue.installed()
    var settings = ReaderSettings()
    settings.preparation = .none
    let resolved = try? catalogue.resolve(settings)
    for model in models {
      let mark = resolved?.models.contains { $0.path == model.path } == true ? "*" : " "
      let name = "\(mark) \(model.name)  \(model.languages.joined(separator: "+"))"
      do {
        console.output("\(name)  \(try catalogue.checksum(of: model).hex.prefix(16))  \(model.path)\n")
      } catch {
        // One that can't be used, such as those of the old engine, keeps nobody from the others.
        console.output("\(name)  cannot be used  \(model.path)\n")
      }
    }
    if let detection = try? catalogue.detectionModel() {
      console.output("* \(DetectionModel.name)  finds print  \(detection.checksum.hex.prefix(16))  \(detection.path)\n")
    } else {
      console.error("hanscan model list: the text detection network is not installed; hanscan model build writes it\n")
    }
    if models.isEmpty {
      throw ModelError(.modelMissing, "no model is installed: apt install tesseract-ocr-kor tesseract-ocr-eng")
    }
    return .success
  }

  private static func verify(_ name: String?, _ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let catalogue = try catalogue(arguments)
    if name == DetectionModel.name { return try verifyDetection(catalogue, console) ? .success : .unavailable }
    let models = try name.map { name in
      if let model = catalogue.model(name) { return [model] }
      throw ModelError(.modelMissing, "there is no model \(name); 'hanscan model list' names them")
    }
    var isSound = true
    // Legacy models have no network: unless it is asked for by name, one is no fault.
    for model in models ?? catalogue.installed() {
      do {
        let facts = try ModelFacts.verify(path: model.path)
        console.output(
          "\(model.name): sound, \(facts.characterCount) characters, \(facts.syllableCount) syllables, "
            + "\(facts.network.weightCount) weights, \(facts.checksum.hex)\n")
      } catch {
        if models == nil, error.code == .unsupported { continue }
        isSound = false
        console.error("hanscan model verify: \(model.path): \(error.message)\n")
      }
    }
    if models == nil { isSound = try verifyDetection(catalogue, console) && isSound }
    return isSound ? .success : .unavailable
  }

  private static func verifyDetection(_ catalogue: ModelCatalogue, _ console: Console) throws -> Bool {
    let model = try catalogue.detectionModel()
    do {
      try model.checkThatItRuns()
      let remark = model.isOwn ? "" : ", not the one that HanScan was measured with"
      console.output("\(DetectionModel.name): sound\(remark), \(model.checksum.hex)\n")
      return true
    } catch {
      console.error("hanscan model verify: \(model.path): \(error.message)\n")
      return false
    }
  }

  private static func export(_ file: String, _ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard file.hasSuffix(".traineddata") else {
      throw CommandFailure.usage(
        "export takes a file whose name ends in .traineddata, which Tesseract looks for: \(file)")
    }
    guard let model = try catalogue(arguments).model(WholeHangulModel.sourceName) else {
      throw ModelError(
        .modelMissing, "the model to build from is not installed: apt install \(WholeHangulModel.sourcePackage)")
    }
    try WholeHangulModel.build(fromFileAt: model.path, usesOwnNetwork: !arguments.has("debian-network"))
      .write(to: file)
    let name = (file.split(separator: "/").last ?? "").dropLast(".traineddata".count)
    console.output("\(file) written; tesseract SCAN OUT --tessdata-dir DIR -l \(name) --psm 6 reads with it\n")
    return .success
  }
}

/// `hanscan languages`: what can be asked for.
enum LanguagesCommand: Command {
  static let name = "languages"
  static let summary = "List the languages that the installed models read."
  static let usage = ""
  static let options: [Option] = [Option("tessdata-dir", value: "DIR", "Look for models in this folder alone.")]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    let catalogue = try ModelCommand.catalogue(arguments)
    var models: [String: [String]] = [:]
    for model in catalogue.installed() {
      for language in model.languages { models[language, default: []].append(model.name) }
    }
    guard !models.isEmpty else {
      throw CommandFailure(.unavailable, "no model is installed: apt install tesseract-ocr-kor tesseract-ocr-eng")
    }
    for (language, names) in models.sorted(by: { $0.key < $1.key }) {
      console.output("\(language)  (\(names.joined(separator: ", ")))\n")
    }
    return .success
  }
}
