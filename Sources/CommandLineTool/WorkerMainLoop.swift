import Documents
import FoundationEssentials
import Glibc
import Imaging
import PageModel
import PageWorker
import Recognition
import Sandbox
import Support
import Workers

/// The worker's side of a run: reads one page after another until its input is closed.
enum WorkerMainLoop {
  /// Bytes of the longest request; the settings with their custom words come in one.
  private static let longestRequest = 64 << 20

  /// Speaks the protocol on standard input and output; returns the status to exit with.
  static func run(arguments: [String]) -> Int32 {
    var rest = arguments
    guard var confinement = WorkerConfinement(takingFrom: &rest), rest.isEmpty else {
      complain("a worker is started by a run and takes no other arguments: \(rest.joined(separator: " "))")
      return 64
    }
    // The engine reads words from a file in memory: beside the user's those that the program brings.
    confinement.fileSize = min(confinement.fileSize, 1 << 40) + OwnModel.sizeOfWords
    do throws(WorkerConnectionError) {
      let connection = try WorkerConnection(confinement, maximumFrame: longestRequest)
      return try serve(connection)
    } catch {
      complain("\(error)")
      return error.exitStatus
    }
  }

  private static func serve(_ connection: WorkerConnection) throws(WorkerConnectionError) -> Int32 {
    guard let first = try connection.receive() else { return WorkerExit.finished }
    guard let request = decode(first), let settings = request.settings, request.type == .configure else {
      // A supervisor of another version has other settings; it learns this program's version from the answer.
      let problem = PageProblem(.engine, "the first request is no configuration of version \(ProgramFacts.version)")
      try connection.send(encode(WorkerReply(type: .unfit, problem: problem)))
      return WorkerExit.finished
    }
    let reader: PageReader
    do {
      reader = try PageReader(settings: settings, environment: ProgramFacts.environment)
    } catch {
      // The supervisor looks at the reason and stops the run; nothing else is asked of this worker.
      try connection.send(encode(WorkerReply(type: .unfit, problem: PageProblem(.engine, "\(error)"))))
      return WorkerExit.finished
    }
    XMLReader.prepare()
    _ = PictureError.outOfMemory
    // Everything is loaded: from here on nothing more has to be opened.
    let layers = SandboxLayer.enter()
    if request.requiresSandbox == true, let complaint = SandboxLayer.complaint(active: layers) {
      try connection.send(encode(WorkerReply(type: .unfit, problem: PageProblem(.engine, complaint))))
      return WorkerExit.finished
    }
    try connection.send(encode(WorkerReply(type: .ready, layers: layers)))
    while let frame = try connection.receive() {
      guard let request = decode(frame), let page = request.page else { throw .garbled("a request for no page") }
      let descriptor = try connection.receiveDescriptor(job: page.id)
      let type = request.type == .inspect ? .inspection : WorkerReply.Kind(rawValue: request.type.rawValue) ?? .page
      let reply = read(page, as: type, descriptor: descriptor, settings: settings, reader: reader)
      close(descriptor)
      try connection.send(encode(reply))
    }
    return WorkerExit.finished
  }

  private static func read(
    _ page: PageRequest, as type: WorkerReply.Kind, descriptor: Int32, settings: ReaderSettings, reader: PageReader
  ) -> WorkerReply {
    var reply = WorkerReply(type: type, id: page.id)
    do {
      guard let kind = page.kind else {
        reply.reading = .recognised(try invoice(descriptor))
        return reply
      }
      var options = Picture.DecodingOptions(maximumPixels: settings.maximumPixels, reduction: page.reduction)
      if type == .page || type == .inspection { options.largestWhole = Picture.DecodingOptions.largestWholePage }
      let picture = try Picture.decode(
        descriptor: descriptor, format: kind, byteOffset: Int(clamping: page.offset), options: options)
      switch type {
      case .picture where page.isRepacked == true:
        reply.picture = picture.losslessFile().map { DecodedPicture(format: $0.format, file: $0.file) }
      case .picture, .view:
        let made = type == .view ? picture.screenFile() : picture.documentFile()
        guard let (format, file) = made else { throw PictureError.outOfMemory }
        reply.picture = DecodedPicture(format: format, file: file)
      case .inspection: reply.inspection = try reader.inspect(picture, takingLines: page.takesLines == true)
      case .page, .ready, .unfit:
        let size = (picture.originalWidth, picture.originalHeight)
        let layer = page.layer.map { TextLayer($0.text, sheet: ($0.width, $0.height), picture: size) }
        reply.reading = try layer.map { try reader.read(picture, layer: $0) } ?? reader.read(picture)
      }
    } catch let error as TextFault {
      let message = "it is an electronic tax invoice that is not read: \(error); ask the issuer for it again"
      reply.problem = PageProblem(.damaged, message)
    } catch let error as PageError {
      if error.problem.code == .outOfMemory { WorkerConnection.exitOutOfMemory() }
      reply.problem = error.problem
    } catch {
      reply.problem = PageProblem(.engine, "\(error)")
    }
    return reply
  }

  private static func invoice(_ descriptor: Int32) throws -> RecognisedPage {
    let file = try? SmallFile.read(descriptor: descriptor, atMost: TaxInvoice.longestFile)
    return TaxInvoicePage.page(try TaxInvoice(file))
  }

  private static func decode(_ frame: [UInt8]) -> WorkerRequest? {
    let request = try? JSONDecoder().decode(WorkerRequest.self, from: Data(frame))
    return request?.version == workerProtocolVersion ? request : nil
  }

  private static func encode(_ reply: WorkerReply) throws(WorkerConnectionError) -> [UInt8] {
    do { return Array(try JSONEncoder().encode(reply)) } catch {
      throw .system("a reply that JSON can't hold: \(error)")
    }
  }

  private static func complain(_ message: Message) {
    let line = Array("hanscan worker: \(message.text)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
