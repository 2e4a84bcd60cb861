import Foundation

/// A way to read a folder of pictures.
struct Reader: Sendable {
  enum Kind: Sendable {
    /// One `tesseract` after the other, with its own number of threads.
    case plainLoop
    /// As many at a time as there are jobs, each with one thread.
    case tunedLoop
    case hanscan
  }

  var name: String
  var kind: Kind
  /// Of `tesseract` or of `hanscan run`.
  var options: [String]

  static let languages = ["-l", "kor+eng"]
  static let stock = Reader(name: "tesseract", kind: .tunedLoop, options: languages)
  static let stockBlock = Reader(name: "tesseract psm 6", kind: .tunedLoop, options: languages + ["--psm", "6"])

  /// Runs `tesseract`, and removes the empty text of a picture that it can't read: a blank page has one, too.
  ///
  /// Status 255 makes `xargs` stop if there is no `tesseract`.
  private static let script = """
    for name; do :; done
    tesseract "$@" && exit
    [ $? != 127 ] || exit 255
    rm -f "$name.txt"
    exit 1
    """

  /// Reads all pictures into a fresh folder.
  func read(
    _ set: PictureSet, into output: String, scratch: String, jobs: Int, hanscan: String
  ) throws(BenchError) -> Measurement {
    try makeFolder(output)
    let log = "\(scratch)/log"
    switch kind {
    case .hanscan:
      let command = BenchCommand(
        arguments: [
          hanscan, "run", set.root, "--out", output, "--format", "text", "--jobs", String(jobs), "--quiet",
          "--exclude", "*.txt", "--settle", "0",
        ] + options, log: log)
      let measured = try command.measure()
      // 65: some pages could not be read; their errors count as such.
      if measured.status != 0, measured.status != 65 {
        let message = (Texts.read(log) ?? "").split(separator: "\n").suffix(5).joined(separator: "\n")
        throw BenchError("hanscan exited with status \(measured.status):\n\(message)")
      }
      return measured
    case .plainLoop, .tunedLoop:
      for folder in set.folders { try makeFolder("\(output)/\(folder)") }
      let list = "\(scratch)/list"
      let pairs = set.pictures.map { "\(set.root)/\($0)\0\(output)/\($0)\0" }.joined()
      guard FileManager.default.createFile(atPath: list, contents: Data(pairs.utf8)) else {
        throw BenchError("cannot write \(list)")
      }
      let tuned = kind == .tunedLoop
      let command = BenchCommand(
        arguments: ["xargs", "-0", "-n", "2", "-P", tuned ? String(jobs) : "1", "sh", "-c", Self.script, "sh"]
          + options,
        environment: ["OMP_THREAD_LIMIT": tuned ? "1" : nil], input: list, log: log)
      let measured = try command.measure()
      // 123: some pictures could not be read, as xargs says it.
      if measured.status != 0, measured.status != 123 {
        throw BenchError("xargs tesseract exited with status \(measured.status): \(Texts.read(log)?.suffix(300) ?? "")")
      }
      return measured
    }
  }
}

extension Reader {
  /// The number of pages with a text in the reader's folder; the text of a blank page counts.
  ///
  /// HanScan leaves a file for each page, the loops one for each picture, with a form feed between its pages.
  func pagesRead(in output: String) -> Int {
    let texts = Texts.files(in: output).filter { $0.hasSuffix(".txt") }
    return switch kind {
    case .hanscan: texts.count
    case .plainLoop, .tunedLoop:
      texts.reduce(0) { count, name in
        count + 1 + (Texts.read("\(output)/\(name)") ?? "").utf8.count { $0 == 0x0C }
      }
    }
  }
}

/// A folder of this run alone, which is removed when the closure returns.
func withScratchFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("hanscan-bench-\(UUID().uuidString)").path
  try makeFolder(path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

func makeFolder(_ path: String) throws(BenchError) {
  do {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  } catch {
    throw BenchError("cannot make \(path): \(error)")
  }
}
