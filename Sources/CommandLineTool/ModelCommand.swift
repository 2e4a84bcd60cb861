import PageModel
import Recognition
import RunSupport
import Support

/// `hanscan model`: the models that read.
struct ModelCommand: Command {
  static let name = "model"

  let place = ModelPlace()
  @Operands(0 ... .max, words: ["list", "verify", "export"]) var operands: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let words = operands.map(\.description)
    switch words.first {
    case "list" where words.count == 1: return try list(console)
    case "verify" where words.count <= 2: return try verify(words.dropFirst().first, console)
    case "export" where words.count == 2: return try export(words[1], console)
    default:
      let meant: Message = words.first.map { Suggestion.of($0, among: $operands.words) } ?? ""
      throw RunFailure.usage("say what to do: list, verify [NAME] or export FILE\(meant)")
    }
  }

  private var catalogue: ModelCatalogue { place.catalogue }

  private func list(_ console: Console) throws -> ExitStatus {
    let models = try catalogue.installed()
    var settings = ReaderSettings()
    settings.preparation = .none
    let resolved = try? catalogue.resolve(settings)
    for model in models {
      let mark = resolved?.models.contains { $0.source == model.source } == true ? "*" : " "
      let name = "\(mark) \(model.name)  \(model.languages.joined(separator: "+"))"
      do {
        console.output("\(name)  \(try catalogue.checksum(of: model).hex.prefix(16))  \(model.source.description)\n")
      } catch {
        // One that can't be used, such as those of the old engine, keeps nobody from the others.
        console.output("\(name)  cannot be used  \(model.source.description)\n")
      }
    }
    let detection = try catalogue.detectionModel()
    let digest = detection.checksum.hex.prefix(16)
    console.output("* \(DetectionModel.name)  finds text  \(digest)  \(detection.path ?? "\(ModelSource.program)")\n")
    if models.isEmpty { throw ModelPlace.noModel }
    return .success
  }

  private func verify(_ name: String?, _ console: Console) throws -> ExitStatus {
    if name == DetectionModel.name { return try verifyDetection(console) ? .success : .unavailable }
    let models = try name.map { name in
      if let model = try catalogue.model(name) { return [model] }
      throw ModelError(.modelMissing, "there is no model \(name); 'hanscan model list' names them")
    }
    var isSound = true
    // Legacy models have no network: unless it is asked for by name, one is no fault.
    for model in try models ?? catalogue.installed() {
      do {
        let facts = try ModelFacts.verify(model.source.bytes())
        console.output(
          "\(model.name): sound, \(facts.characterCount) characters, \(facts.syllableCount) syllables, "
            + "\(facts.network.weightCount) weights, \(facts.checksum.hex)\n")
      } catch {
        if models == nil, error.code == .unsupported { continue }
        isSound = false
        console.error("hanscan model verify: \(model.source.description): \(error.message)\n")
      }
    }
    if models == nil { isSound = try verifyDetection(console) && isSound }
    return isSound ? .success : .unavailable
  }

  private func verifyDetection(_ console: Console) throws -> Bool {
    let model = try catalogue.detectionModel()
    do {
      try model.load()
      let remark: Message = model.isOwn ? "" : ", not the one that HanScan was measured with"
      console.output("\(DetectionModel.name): sound\(remark), \(model.checksum.hex)\n")
      return true
    } catch {
      console.error("hanscan model verify: \(error.message)\n")
      return false
    }
  }

  private func export(_ file: String, _ console: Console) throws -> ExitStatus {
    guard file.hasSuffix(".traineddata") else {
      throw RunFailure.usage(
        "export takes a file whose name ends in .traineddata, which Tesseract looks for: \(file)")
    }
    try ModelFile.write(OwnModel.bytes, to: file)
    let name = (file.split(separator: "/").last ?? "").dropLast(".traineddata".count)
    console.output("\(file) written; tesseract SCAN OUT --tessdata-dir DIR -l \(name) --psm 6 reads with it\n")
    return .success
  }
}

/// `hanscan languages`: what can be asked for.
struct LanguagesCommand: Command {
  static let name = "languages"
  let place = ModelPlace()

  func run(console: Console) throws -> ExitStatus {
    var models: [String: [String]] = [:]
    for model in try place.catalogue.installed() {
      for language in model.languages { models[language, default: []].append(model.name) }
    }
    guard !models.isEmpty else { throw ModelPlace.noModel }
    for (language, names) in models.sorted(by: { $0.key < $1.key }) {
      console.output("\(language)  (\(names.joined(separator: ", ")))\n")
    }
    return .success
  }
}

struct ModelPlace: OptionGroup {
  fileprivate static let noModel = ModelError(
    .modelMissing, "no model is installed: apt install tesseract-ocr-kor tesseract-ocr-eng")
  @Option("tessdata-dir", value: "DIR", .text) private var folder: String?

  var catalogue: ModelCatalogue {
    var settings = ReaderSettings()
    settings.modelDirectory = folder
    return ModelCatalogue(settings: settings, environment: ProgramFacts.environment)
  }
}
