import Glibc
import PageModel
import Support

/// A model whose bytes stay available in a sandboxed worker, which can't open files later.
final class OpenModel {
  let name: String
  /// The open file of the model; -1 for the program's own model.
  private let descriptor: CInt

  init(_ model: ResolvedReader.Model) throws(RecognitionError) {
    name = model.name
    guard case .file(let path) = model.source else {
      descriptor = -1
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw RecognitionError(.engine, "Cannot read \(path): \(SystemError(errno)).")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func bytes() throws(RecognitionError) -> [UInt8] {
    guard descriptor >= 0 else { return OwnModel.bytes }
    return try RecognitionError.converting(
      SmallFile.read(descriptor: descriptor, atMost: TrainedData.maximumSize)
    ) { _ in RecognitionError(.engine, "The model \(name) cannot be read any more.") }
  }
}
