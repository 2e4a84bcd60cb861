import Glibc
package import PageModel
import Support

package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end before the picture does.
  case truncated(String)
  /// The decoder gave up, or warned that its result differs from the original.
  case damaged(String)
  case zeroSize
  /// More pixels than allowed, in a format that the decoder cannot scale down.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// An unknown format, or a variant that Leptonica does not read.
  case unsupported(String)
  /// The file's bytes could not be read; the number is `errno`.
  case unreadable(CInt)
  case outOfMemory

  /// The error of a library that gave no picture of this many bytes: lack of memory only if they cannot be allocated.
  static func refused(bytes: Int) -> PictureError {
    let memory = mmap(nil, max(1, bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED { return .outOfMemory }
    munmap(memory, max(1, bytes))
    return .damaged("its pixels cannot be converted")
  }

  package var problem: PageProblem {
    switch self {
    case .truncated: PageProblem(.truncated, description)
    case .damaged: PageProblem(.damaged, description)
    case .zeroSize: PageProblem(.zeroSize, description)
    case .tooManyPixels: PageProblem(.tooManyPixels, description)
    case .unsupported: PageProblem(.unsupportedFormat, description)
    case .unreadable: PageProblem(.unreadable, description)
    case .outOfMemory: PageProblem(.outOfMemory, description)
    }
  }

  package var description: String {
    switch self {
    case .truncated(let what): "the picture is cut off: \(what); scan or copy it again"
    case .damaged(let what): "the picture is damaged: \(what); scan or copy it again"
    case .zeroSize: "the picture has no width or no height"
    case .tooManyPixels(let width, let height, let limit):
      "the picture has \(width) × \(height) pixels; more than \(limit) are not decoded; raise --max-pixels and --page-memory"
    case .unsupported(let what): "this kind of picture is not read: \(what); another program can save it as PNG"
    case .unreadable(let number): "the file cannot be read: \(SystemError.text(of: number))"
    case .outOfMemory: "there is not enough memory for the picture; --page-memory allows more"
    }
  }
}
