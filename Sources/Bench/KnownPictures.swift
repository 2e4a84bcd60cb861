import Scoring

/// Pictures whose text is known, and how HanScan reads them: what every bench that counts errors starts from.
struct KnownPictures {
  let set: PictureSet
  /// Pages at a time.
  let jobs: Int
  /// The program to measure.
  let hanscan: String
  /// For known texts that hold capitals alone.
  let foldCase: Bool
  /// Of `hanscan run`.
  let options: [String]

  /// Refuses a folder without pictures, and one without known texts.
  init(
    _ root: String, jobs: Int, hanscan: String, foldCase: Bool = false, options: [String] = []
  ) throws(BenchError) {
    set = try PictureSet(root)
    guard !Texts.known(in: root).isEmpty else { throw BenchError("no NAME.gt.txt or NAME.expected.txt in \(root)") }
    self.jobs = jobs
    self.hanscan = hanscan
    self.foldCase = foldCase
    self.options = options
  }

  /// HanScan with the options of these pictures, and more.
  func reader(_ more: [String] = []) -> Reader { Reader(name: "hanscan", kind: .hanscan, options: options + more) }

  /// Reads all pictures into a fresh folder.
  func read(with reader: Reader, into output: String, scratch: String) throws(BenchError) -> Measurement {
    try reader.read(set, into: output, scratch: scratch, jobs: jobs, hanscan: hanscan)
  }

  /// Scores texts that lie in a folder against the known ones.
  func score(_ readings: String) -> QualityBench.Result {
    QualityBench.score(truth: set.root, readings: readings, foldCase: foldCase)
  }
}
