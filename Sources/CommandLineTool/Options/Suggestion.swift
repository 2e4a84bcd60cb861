import Support

/// The name that a user may have meant by an unknown one.
enum Suggestion {
  /// `; did you mean A or B?`, or nothing if no name is near.
  static func of(_ name: String, among known: [String]) -> Message { question(nearest(name, among: known)) }

  /// The same of known names.
  static func question(_ names: [String]) -> Message {
    names.isEmpty ? "" : "; did you mean \(names.joined(separator: said(" or ")))?"
  }

  /// The nearest names, at most three: those that begin like it, or else those of the fewest changed characters.
  static func nearest(_ name: String, among known: [String]) -> [String] {
    guard !name.isEmpty, name.count <= longest else { return [] }
    let beginning = known.filter { $0.hasPrefix(name) }
    if !beginning.isEmpty { return Array(beginning.prefix(3)) }
    let characters = Array(name.lowercased())
    // Of a short name most is wrong with two changes: `lst` is `list`, but `rum` is `run` and not `show`.
    let farthest = max(1, name.count / 3)
    let distances = known.filter { abs($0.count - name.count) <= farthest }.map { known in
      (name: known, distance: editDistance(characters, Array(known.lowercased())))
    }
    guard let least = distances.map(\.distance).min(), least <= farthest else { return [] }
    return Array(distances.filter { $0.distance == least }.map(\.name).prefix(3))
  }

  /// Nobody mistypes a longer name, and the time is the product of both lengths.
  private static let longest = 512
}
