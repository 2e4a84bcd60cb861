/// The weights of `MarkVerdict`; `Marks.md` documents the training data, and `make marks` fits them again.
struct MarkTable: Sendable {
  /// For each feature, in the order of `MarkFeatures`.
  let means: [Double]
  let spreads: [Double]
  /// A row for each hidden unit, its bias at the end.
  let hidden: [[Double]]
  /// A row for each class, its bias at the end.
  let output: [[Double]]
  static let standard = MarkTable(String(decoding: PackageResources.marks_txt, as: UTF8.self))

  /// Reads four parts with an empty line between them and a row of numbers in each other line.
  private init(_ text: String) {
    let parts = text.split(separator: "\n\n").map { part in
      part.split(separator: "\n").map { row in row.split(separator: " ").compactMap { Double($0) } }
    }
    (means, spreads, hidden, output) = (parts[0][0], parts[1][0], parts[2], parts[3])
  }
}
