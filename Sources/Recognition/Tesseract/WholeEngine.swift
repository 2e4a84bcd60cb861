import Glibc
import PageModel
import Support

/// The engine with the whole network, for pictures that it divides into lines itself; started when the first one comes.
///
/// Where lines are read by `LineEngine` most runs never need it, and a start takes time and memory. By then nothing can
/// be opened any more: the model's file is open from the beginning, and the words that come with the program, which the
/// engine reads from a file, are left out. A word or a line cut out of a page is read without them.
final class WholeEngine {
  private var engine: Engine?
  /// Of the model's file, until it is read.
  private var descriptor: CInt = -1
  private let name: String
  private let variables: [ReaderSettings.Variable]

  /// One that runs.
  init(_ engine: Engine) {
    self.engine = engine
    name = ""
    variables = []
  }

  /// One that is started when it is asked for; `models` has one element.
  init(later models: [ResolvedReader.Model], variables: [ReaderSettings.Variable]) throws(RecognitionError) {
    self.variables = variables.filter { $0.name != "user_words_file" }
    name = models.first?.name ?? ""
    let path = models.first?.path ?? ""
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw RecognitionError(.engineStart, "Cannot read \(path): \(SystemError(errno)).")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func started() throws(RecognitionError) -> Engine {
    if let engine { return engine }
    let bytes: [UInt8]
    do throws(SmallFileError) {
      bytes = try SmallFile.read(descriptor: descriptor, atMost: TrainedData.maximumSize)
    } catch {
      throw RecognitionError(.engineStart, "The model \(name) cannot be read any more.")
    }
    let engine = try Engine(model: bytes, name: name, variables: variables)
    self.engine = engine
    close(descriptor)
    descriptor = -1
    return engine
  }
}
