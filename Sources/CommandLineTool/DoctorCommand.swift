import Support
import Containers
import Glibc
import PDFPages
import PageModel
import Recognition
import ResultStore
import RunSupport
import Sandbox

/// `hanscan doctor`: what is there, what is missing, and how to repair it.
struct DoctorCommand: Command {
  static let name = "doctor"
  @Option("out", "o", value: "DIR", .path) var output: ScanPath?
  let place = ModelPlace()

  func run(console: Console) throws -> ExitStatus {
    var isWell = true
    func tell(_ good: Bool, _ text: Message, repair: Message = "") {
      if !good { isWell = false }
      let advice: Message = good || repair.isEmpty ? "" : "      -> \(repair)\n"
      console.output((good ? "ok   " : "BAD  ") + " \(text)\n" + advice)
    }
    let versions = "hanscan \(HanScanCommand.version), tesseract \(TesseractLibrary.version)"
    tell(true, "\(versions), \(Program.availableCores) cores")
    models(place.catalogue, tell)
    detection(place.catalogue, tell)
    sandbox(tell)
    documents(tell)
    containers(tell)
    if let output { look(over: output, tell) }
    return isWell ? .success : .unavailable
  }

  private func models(_ catalogue: ModelCatalogue, _ tell: (Bool, Message, Message) -> Void) {
    let models: [InstalledModel]
    do {
      models = try catalogue.installed()
    } catch {
      return tell(false, "\(error.message)", "look after the disk or the permissions")
    }
    for language in ["kor", "eng"] {
      let isThere = models.contains { $0.languages.contains(language) }
      tell(isThere, "a model for \(language)", "apt install tesseract-ocr-\(language)")
    }
    for model in models where model.languages.contains("kor") {
      do {
        _ = try ModelFacts.verify(model.source.bytes())
        tell(true, "the model \(model.name) (\("\(model.source)")) is sound", "")
      } catch {
        tell(false, "the model \(model.name) (\("\(model.source)")): \(error.message)", "install it again")
      }
    }
  }

  private func detection(_ catalogue: ModelCatalogue, _ tell: (Bool, Message, Message) -> Void) {
    do throws(ModelError) {
      let model = try catalogue.detectionModel()
      try model.load()
      tell(true, "the network that finds text (\(model.path ?? "\(ModelSource.program)"))", "")
    } catch {
      tell(false, "the network that finds text: \(error.message)", "install it again")
    }
  }

  private func sandbox(_ tell: (Bool, Message, Message) -> Void) {
    let layers = SandboxLayer.available
    tell(layers.contains(.noNewPrivileges), "workers gain no privileges", "a newer kernel")
    tell(
      layers.contains(.seccomp), "workers' system calls are filtered (seccomp)",
      "a kernel with CONFIG_SECCOMP_FILTER, and a container that allows it")
    tell(
      layers.contains(.landlock), "workers open no files (Landlock)",
      "a kernel from 5.13 with lsm=landlock; without it seccomp alone forbids it")
  }

  private func documents(_ tell: (Bool, Message, Message) -> Void) {
    let tools = PDFTools()
    let found = tools.version()
    let isComplete = tools.missing.isEmpty && found != nil
    let what = isComplete ? found.map { " (poppler \($0.name))" } ?? "" : ""
    tell(isComplete, "the programs that PDF documents are read with" + "\(what)", "apt install poppler-utils")
    guard let found else { return }
    let missing = SandboxLayer.allCases.filter { !found.layers.contains($0) }
    tell(
      missing.isEmpty, "they run in a sandbox of their own",
      "it lacks \(missing.map(\.rawValue).joined(separator: ", ")) on this system, as said above")
  }

  private func containers(_ tell: (Bool, Message, Message) -> Void) {
    guard let program = try? Program.path() else { return }
    let layers = ContainerTool(beside: program).layers()
    tell(
      layers != nil, "the program that archives and mails are unpacked with (\(ContainerTool.name))",
      "install HanScan again: it lies beside hanscan")
    guard let layers, layers.count < SandboxLayer.allCases.count else { return }
    let missing = SandboxLayer.allCases.filter { !layers.contains($0) }
    tell(false, "it runs in a sandbox of its own", "it lacks \(missing.map(\.rawValue).joined(separator: ", "))")
  }

  private func look(over path: ScanPath, _ tell: (Bool, Message, Message) -> Void) {
    let isWritable = path.withCString { access($0, W_OK | X_OK) } == 0
    tell(isWritable, "\(path) can be written", "make it, or give this user the right to write there")
    let store = path.appending("hanscan.sqlite")
    guard store.exists else { return }
    do {
      let opened = try ResultStore(store, mode: .readOnly)
      let problems = try opened.problems()
      tell(
        problems.isEmpty, problems.isEmpty ? "\(store) is sound" : "\(store) is damaged",
        "\(problems.joined(separator: "; "))")
      guard problems.isEmpty, let run = try opened.lastRun() else { return }
      let exit: Message =
        run.exitStatus.map { "the last run began \(run.started) and exited with \($0)" }
        ?? "the last run began \(run.started) and has not finished: it goes on, or was killed"
      tell(true, exit, "")
    } catch {
      tell(false, "\(store): \(error)", "")
    }
  }
}
