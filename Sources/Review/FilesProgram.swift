import PageModel
import Support
import Workers

/// `hanscan correct files` at work: it writes the files again that are older than their pages.
///
/// A program of its own, as the tables of a large store take seconds and much memory, for which nobody who looks at pages
/// should wait. It may be killed at any moment: what it has not written stays known as older than its page.
struct FilesProgram {
  private let program: RunningProgram

  init(executable: String, store: ScanPath, directory: ScanPath) throws(SystemError) {
    let own = [executable, "correct", "files", "--ui-language", MessageLanguage.current.rawValue].map { Array($0.utf8) }
    program = try RunningProgram(
      executable, own + [Array("--store=".utf8) + store.bytes, Array("--out=".utf8) + directory.bytes])
  }

  var descriptor: CInt { program.descriptor }

  /// Whether it has done its work, and one line for each file that it could not write; nil while it works.
  func look() -> (isDone: Bool, problems: [String])? {
    guard let exit = program.look() else { return nil }
    let lines = String(decoding: program.output, as: UTF8.self).split(separator: "\n").map { line in
      String(line.trimmingPrefix("hanscan correct: "))
    }
    return (exit.status == 0 || exit.status == 65, lines)
  }
}
