import Glibc
import Support

/// A model's file that is kept open: a sandboxed worker can open none by the time it needs it.
final class OpenModel {
  let name: String
  private let descriptor: CInt

  init(_ model: ResolvedReader.Model) throws(RecognitionError) {
    name = model.name
    descriptor = open(model.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw RecognitionError(.engineStart, "Cannot read \(model.path): \(SystemError(errno)).")
    }
  }

  deinit { close(descriptor) }

  /// The bytes of the file.
  func bytes() throws(RecognitionError) -> [UInt8] {
    do throws(SmallFileError) {
      return try SmallFile.read(descriptor: descriptor, atMost: TrainedData.maximumSize)
    } catch {
      throw RecognitionError(.engineStart, "The model \(name) cannot be read any more.")
    }
  }
}
