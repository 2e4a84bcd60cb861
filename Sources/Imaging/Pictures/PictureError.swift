import Glibc
package import PageModel
import Support

/// A picture that could not be decoded; the same type as `RecognitionError`.
package typealias PictureError = PageError

extension PictureError {
  package static let zeroSize = PictureError(.zeroSize, "the picture has no width or no height")
  package static let outOfMemory = PictureError(
    .outOfMemory, "there is not enough memory for the picture; --page-memory allows more")

  /// The bytes end before the picture does.
  static func truncated(_ what: String) -> PictureError {
    PictureError(.truncated, "the picture is cut off: \(what); scan or copy it again")
  }

  /// The decoder gave up, or warned that its result differs from the original.
  static func damaged(_ what: String) -> PictureError {
    PictureError(.damaged, "the picture is damaged: \(what); scan or copy it again")
  }

  /// More pixels than allowed, in a format that the decoder cannot scale down.
  static func tooManyPixels(width: Int, height: Int, limit: Int) -> PictureError {
    PictureError(
      .tooManyPixels,
      """
      the picture has \(width) × \(height) pixels; more than \(limit) are not decoded; raise --max-pixels and \
      --page-memory
      """)
  }

  /// An unknown format, or a variant that Leptonica does not read.
  static func unsupported(_ what: String) -> PictureError {
    PictureError(.unsupportedFormat, "this kind of picture is not read: \(what); another program can save it as PNG")
  }

  /// The file's bytes could not be read; the number is `errno`.
  static func unreadable(_ number: CInt) -> PictureError {
    PictureError(.unreadable, "the file cannot be read: \(SystemError.text(of: number))")
  }

  /// The error of a library that gave no picture of this many bytes: lack of memory only if they cannot be allocated.
  static func refused(bytes: Int) -> PictureError {
    let memory = mmap(nil, max(1, bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED { return .outOfMemory }
    munmap(memory, max(1, bytes))
    return .damaged("its pixels cannot be converted")
  }
}
