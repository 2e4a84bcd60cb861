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
        "/home/someone/.local/share/hanscan/tessdata", "/usr/local/share/hanscan/tessdata",
        "/var/lib/hanscan/tessdata", "/usr/share/hanscan/tessdata", "/opt/tess", "/opt/tess/tessdata",
        "/usr/share/tesseract-ocr/5/tessdata",
      ])
    #expect(ModelFolders.standard(environment: ["XDG_DATA_HOME": "/data"]).first == "/data/hanscan/tessdata")
    #expect(ModelFolders.standard(environment: ["XDG_DATA_HOME": "data"]).first == "/usr/local/share/hanscan/tessdata")
    #expect(ModelFolders.destination(environment: home, isRoot: true) == "/var/lib/hanscan/tessdata")
    #expect(
      ModelFolders.destination(environment: home, isRoot: false) == "/home/someone/.local/share/hanscan/tessdata")
  }

  @Test func `installed models are listed with what they read`() throws {
    let models = ModelCatalogue(directories: [ModelFolders.debian]).installed()
    #expect(models.map(\.name) == models.map(\.name).sorted())
    #expect(models.first { $0.name == "Hangul" }?.languages == ["kor", "eng"])
    #expect(models.first { $0.name == "eng" }?.languages == ["eng"])
    #expect(models.first { $0.name == "osd" }?.languages == [])
  }

  @Test func `of two models with one name the first found answers, also from a script folder`() throws {
    let first = try folder(["eng": "kor"])
    let second = try folder(["eng": "eng", "kor": "kor"])
    mkdir(second.path(of: "script"), 0o755)
    let script = second.path(of: "script/Hangul.traineddata")
    #expect(symlink("\(ModelFolders.debian)/Hangul.traineddata", script) == 0)
    let catalogue = ModelCatalogue(directories: [first.path, second.path, "/nowhere"])
    #expect(catalogue.model("eng")?.directory == first.path)
    #expect(catalogue.model("Hangul")?.path == script)
    #expect(catalogue.installed().map(\.name) == ["Hangul", "eng", "kor"])
  }

  @Test func `Korean and English are read by the whole-Hangul model where it is built`() throws {
    let models = try folder(["kor": "kor", "eng": "eng", "hanscan": "Hangul"])
    let catalogue = ModelCatalogue(directories: [models.path])
    let both = try catalogue.resolve(settings("kor", "eng"))
    #expect(both.name == "hanscan")
    #expect(both.languages == ["kor", "eng"])
    #expect(try catalogue.resolve(settings("ko-KR", "en")).name == "hanscan")
    #expect(try catalogue.resolve(settings("eng")).name == "eng")
  }

  @Test func `without it Debian's models answer, with one warning`() throws {
    let models = try folder(["kor": "kor", "eng": "eng"])
    let catalogue = ModelCatalogue(directories: [models.path])
    let resolved = try catalogue.resolve(settings("kor", "eng", "kor"))
    #expect(resolved.name == "kor+eng")
    #expect(resolved.warnings.count == 1)
    #expect(resolved.warnings.first?.contains("hanscan model build") == true)
    #expect(try catalogue.resolve(settings("eng")).warnings.isEmpty)
  }

  @Test func `a model that another version built is used, with a warning`() throws {
    let models = try ScratchFolder()
    var model = try WholeHangulModel.build(from: TrainedData(parsing: installedModel("Hangul"))).data
    model[.version] = Array("4.00.00alpha:Hangul:hanscan0".utf8)
    try models.write(model.serialised(), to: "hanscan.traineddata")
    let resolved = try ModelCatalogue(directories: [models.path]).resolve(settings("kor"))
    #expect(resolved.name == "hanscan")
    #expect(resolved.warnings.count == 1)
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

  @Test func `a model asked for by name answers alone, or is missing`() throws {
    let models = try folder(["kor": "kor", "eng": "eng", "Hangul": "Hangul", "hanscan": "Hangul"])
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

  @Test func `without the text detection network a page can only be read as it is`() throws {
    let models = try folder(["kor": "kor", "eng": "eng"])
    let catalogue = ModelCatalogue(directories: [models.path], detectionDirectories: [models.path])
    var asked = settings("kor")
    let error = try #require(throws: ModelError.self) { try catalogue.resolve(asked) }
    #expect(error.code == .modelMissing)
    #expect(error.message.contains("hanscan model build"))
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
