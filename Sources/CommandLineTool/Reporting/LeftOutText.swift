import Ingest
import Support

extension LeftOut {
  /// One line for the summary of a run; nil if nothing was left out.
  var text: Message? {
    var parts: [Message] = []
    if litter > 0 { parts.append(counted(litter, "system or temporary name")) }
    if hidden > 0 { parts.append(counted(hidden, "hidden name")) }
    if thumbnails > 0 { parts.append("\(counted(thumbnails, "thumbnail")) in TIFF files") }
    guard !parts.isEmpty else { return nil }
    return "left out: " + parts.joined(separator: ", ") + (litter + hidden > 0 ? " (--include takes names in)" : "")
  }

  var json: JSONValue {
    .object(["litter": .integer(litter), "hidden": .integer(hidden), "thumbnails": .integer(thumbnails)])
  }
}
