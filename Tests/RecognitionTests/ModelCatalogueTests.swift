import Glibc
import PageModel
import Recognition
import TestSupport
import Testing

struct ModelCatalogueTests {
  private func settings(_ languages: String...) -> ReaderSettings {
    var settings = ReaderSettings()
    settings.languages = languages
    return settings
  }

  /// A folder with links to installed models under the names given.
  private func folder(_ models: [String: String]) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for (name, target) in models {
      #expect(symlink("\(ModelFolders.debian)/\(target).traineddata", folder.path(of: "\(name).traineddata")) == 0)
    }
    return folder
  }

  @Test func `the usual folders are the user's, the machine's, the prefix's and Debian's`() {
    let home = ["HOME": "/home/someone", "TESSDATA_PREFIX": "/opt/tess/"]
    #expect(
      ModelFolders.standard(environment: home) == [
        "/home/someone/.local/share/hanscan/tessdata", "/usr/local/share/hanscan/tessdata", "/opt/tess",
        "/opt/tess/tessdata", "/usr/share/tesseract-ocr/5/tessdata",
      ])
    #expect(ModelFolders.standard(environment: ["XDG_DATA_HOME": "/data"]).first == "/data/hanscan/tessdata")
    #expect(ModelFolders.standard(environment: ["XDG_DATA_HOME": "data"]).first == "/usr/local/share/hanscan/tessdata")
  }

  @Test func `installed models are listed with what they read`() throws {
    let models = try ModelCatalogue(directories: [ModelFolders.debian]).installed()
    #expect(models.map(\.name) == models.map(\.name).sorted())
    #expect(models.first { $0.name == "eng" }?.languages == ["eng"])
    #expect(models.first { $0.name == "osd" }?.languages == [])
  }

  @Test func `of two models with one name the first found answers, also from a script folder`() throws {
    let first = try folder(["eng": "kor"])
    let second = try folder(["eng": "eng", "kor": "kor"])
    mkdir(second.path(of: "script"), 0o755)
    let script = second.path(of: "script/Hangul.traineddata")
    #expect(symlink("\(ModelFolders.debian)/kor.traineddata", script) == 0)
    let catalogue = ModelCatalogue(directories: [first.path, second.path, "/nowhere"])
    #expect(try catalogue.model("eng")?.source == .file(first.path(of: "eng.traineddata")))
    #expect(try catalogue.model("Hangul")?.source == .file(script))
    #expect(try catalogue.model("Hangul")?.languages == ["kor", "eng"])
    #expect(try catalogue.installed().map(\.name) == ["Hangul", "eng", "kor"])
  }

  @Test func `Korean and English are read by the program's own model`() throws {
    let catalogue = ModelCatalogue(settings: ReaderSettings(), environment: [:])
    let both = try catalogue.resolve(settings("kor", "eng"))
    #expect(both.name == "hanscan")
    #expect(both.models.map(\.source) == [.program])
    #expect(both.languages == ["kor", "eng"])
    #expect(both.warnings.isEmpty)
    #expect(try catalogue.resolve(settings("ko-KR", "en")).name == "hanscan")
    #expect(try catalogue.resolve(settings("eng")).name == "eng")
  }

  @Test func `a file in the usual folders takes the place of the program's own model and network only if asked for`()
    throws
  {
    let models = try ScratchFolder()
    mkdir(models.path(of: "hanscan"), 0o755)
    mkdir(models.path(of: "hanscan/tessdata"), 0o755)
    let folder = models.path(of: "hanscan/tessdata")
    #expect(symlink("\(ModelFolders.debian)/kor.traineddata", "\(folder)/hanscan.traineddata") == 0)
    try models.write("none", to: "hanscan/tessdata/text-detection.network")
    let usual = ModelCatalogue(settings: ReaderSettings(), environment: ["XDG_DATA_HOME": models.path])
    #expect(usual.directories.first == folder)
    let resolved = try usual.resolve(settings("kor"))
    #expect(resolved.models.map(\.source) == [.program] && resolved.detection?.path == nil)
    let chosen = try ModelCatalogue(directories: [folder]).resolve(settings("kor"))
    #expect(chosen.models.map(\.source) == [.file("\(folder)/hanscan.traineddata")])
    #expect(chosen.detection?.path == "\(folder)/text-detection.network")
  }

  @Test func `the same model has the same key, in the program and in a file`() throws {
    let models = try ScratchFolder()
    try models.write(OwnModel.bytes, to: "hanscan.traineddata")
    let file = try ModelCatalogue(directories: [models.path]).resolve(settings("kor", "eng"))
    let own = try ModelCatalogue(settings: ReaderSettings(), environment: [:]).resolve(settings("kor", "eng"))
    #expect(file.key == own.key && file.models != own.models)
  }

  @Test func `the program's own model has all syllables and the symbols of receipts`() throws {
    let facts = try ModelFacts.verify(OwnModel.bytes)
    #expect(facts.syllableCount == 11172)
    let model = try TrainedData(parsing: OwnModel.bytes)
    #expect(model[.version]?.starts(with: "4.00.00alpha:Hangul:synth20170629:hanscan2-".utf8) == true)
    let known = Set(try Unicharset(parsing: model.required(.networkUnicharset)).characters)
    #expect(known.isSuperset(of: "₩☆★○●◎□■△▲▶◆※~·㎖㎏℃".map(String.init)))
    // Plain Tesseract keeps the spaces between words and finds pale text.
    let pages = "thresholding_method 2\nthresholding_kfactor 0.2\ntextord_occupancy_threshold 0.5\n"
    #expect(model[.config] == Array("preserve_interword_spaces 1\n\(pages)".utf8)[...])
  }

  @Test func `words of receipts are Korean, of two and more syllables, each once and in order`() {
    let words = OwnModel.words
    #expect(words.count > 1000 && words.contains("승인번호"))
    #expect(words.allSatisfy { $0.count > 1 && $0.unicodeScalars.allSatisfy { ("가"..."힣").contains($0) } })
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
  }

  @Test func `in a folder without it Debian's models answer, with one warning`() throws {
    let models = try folder(["kor": "kor", "eng": "eng"])
    let catalogue = ModelCatalogue(directories: [models.path])
    let resolved = try catalogue.resolve(settings("kor", "eng", "kor"))
    #expect(resolved.name == "kor+eng")
    #expect(resolved.warnings.count == 1)
    #expect(resolved.warnings.first?.contains("hanscan model export") == true)
    #expect(try catalogue.resolve(settings("eng")).warnings.isEmpty)
  }

  @Test func `a missing language names the package that brings it`() throws {
    let models = try folder(["eng": "eng"])
    let catalogue = ModelCatalogue(directories: [models.path])
    for (language, package) in [
      ("kor", "tesseract-ocr-kor"), ("chi_sim", "tesseract-ocr-chi-sim"), ("Hangul", "tesseract-ocr-script-hang"),
    ] {
      let asked = settings(language, "eng")
      let error = try #require(throws: ModelError.self) { try catalogue.resolve(asked) }
      #expect(error.code == .languageMissing)
      #expect(error.package == package)
      #expect(error.message.contains("apt install \(package)"))
    }
  }

  @Test func `a language or model that Debian has none for names no package, but what is installed`() throws {
    let models = try folder(["eng": "eng", "deu": "eng"])
    let catalogue = ModelCatalogue(directories: [models.path])
    let language = try #require(throws: ModelError.self) { try catalogue.resolve(settings("korean")) }
    #expect(language.code == .languageMissing && language.package == nil)
    #expect(!language.message.contains("apt") && language.message.hasSuffix("the installed models read deu, eng."))
    var asked = settings("kor")
    asked.model = "korean"
    let wrong = asked
    let model = try #require(throws: ModelError.self) { try catalogue.resolve(wrong) }
    #expect(model.code == .modelMissing && model.package == nil)
    #expect(!model.message.contains("apt") && model.message.hasSuffix("the installed models are deu, eng."))
  }

  @Test func `packages are known by the models that they hold`() {
    #expect(Languages.package(for: "aze_cyrl") == "tesseract-ocr-aze-cyrl")
    #expect(Languages.package(for: "HanS_vert") == "tesseract-ocr-script-hans-vert")
    // The first one holds all models, the other one none that reads.
    for name in ["all", "osd", "#", ""] { #expect(Languages.package(for: name) == nil) }
  }

  @Test func `a model asked for by name answers alone, or is missing`() throws {
    let models = try folder(["kor": "kor", "eng": "eng", "Hangul": "kor", "hanscan": "kor"])
    let catalogue = ModelCatalogue(directories: [models.path])
    var asked = settings("kor", "eng")
    asked.model = "Hangul+eng"
    #expect(try catalogue.resolve(asked).name == "Hangul+eng")
    for (name, code) in [("nobody", ModelError.Code.modelMissing), ("../kor", .badName), ("kor+", .badName)] {
      asked.model = name
      let wrong = asked
      let error = try #require(throws: ModelError.self) { try catalogue.resolve(wrong) }
      #expect(error.code == code)
    }
    #expect(throws: ModelError.self) { try catalogue.resolve(settings()) }
    #expect(throws: ModelError.self) { try catalogue.resolve(settings("kor/eng")) }
  }

  @Test func `a folder that the user names replaces the usual ones`() throws {
    let models = try folder(["eng": "eng"])
    var asked = settings("eng")
    asked.modelDirectory = models.path
    let catalogue = ModelCatalogue(settings: asked, environment: ["HOME": "/home/someone"])
    #expect(catalogue.directories == [models.path])
  }

  @Test func `a model that is none is an error which names the file`() throws {
    let models = try ScratchFolder()
    let path = try models.write("this is no model", to: "eng.traineddata")
    let catalogue = ModelCatalogue(directories: [models.path])
    let error = try #require(throws: ModelError.self) { try catalogue.resolve(settings("eng")) }
    #expect(error.code == .damaged)
    #expect(error.message.contains(path))
  }

  @Test func `only a reader that prepares pictures has the text detection network`() throws {
    let models = try folder(["kor": "kor"])
    let catalogue = ModelCatalogue(directories: [models.path])
    var asked = settings("kor")
    #expect(try catalogue.resolve(asked).detection?.isOwn == true)
    asked.preparation = .none
    #expect(try catalogue.resolve(asked).detection == nil)
  }

  @Test func `the reader's key holds the bytes of the text detection network`() throws {
    let models = try folder(["kor": "kor", "eng": "eng"])
    func key(_ network: String) throws -> ReaderKey {
      try models.write(network, to: "text-detection.network")
      return try ModelCatalogue(directories: [models.path]).resolve(settings("kor")).key
    }
    #expect(try key("one") != key("another"))
    #expect(try key("one") == key("one"))
  }
}
