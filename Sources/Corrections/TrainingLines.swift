package import RunSupport
package import Views
import Export
import Foundation
package import PageModel
package import ResultStore
import Support

/// Makes training material of corrections: the picture of each such line, and what it says.
///
/// The files have the form that tesstrain takes: `NAME.png`, with `NAME.gt.txt` beside it. About a tenth of the lines,
/// always the same ones, is to be kept from training: `held-out.txt` names them. The pictures are those that a network is
/// given: workers cut them out of the scans as a run does.
package enum TrainingLines {
  /// Problems are lines that could not be cut out, each with the reason in one line.
  package typealias Outcome = (lines: Int, heldOut: Int, problems: [String])

  /// - Parameters:
  ///   - inspector: Reads pages; its file and page are set for each.
  ///   - warn: Told what a run would warn of.
  package static func write(
    from store: ResultStore, to directory: ScanPath, by inspector: PageInspector, warn: (String) -> Void
  ) throws(RunFailure) -> Outcome {
    try RunFailure.catching {
      var places: [PageReference] = []
      try store.forEachCorrection { stored in
        if case .line = stored.correction.target, let page = stored.page, !places.contains(page) { places.append(page) }
        return true
      }
      let base = try store.base() ?? ScanPath(".")
      let writer = try FileWriter(directory)
      var outcome: Outcome = (0, 0, [])
      var names: Set<String> = []
      var heldOut: [String] = []
      for place in places {
        guard let page = try store.page(place.path, place.index), let content = page.record.content,
          case .recognised(let reading) = page.record.outcome
        else { continue }
        let lines = reading.textLines.filter { reading.lines[$0].isCorrected }
        guard !lines.isEmpty else { continue }
        func fileName(_ index: Int) -> String {
          let numbers = [place.index, index].map { String($0 + 1).padded(to: 4, isRight: true, with: "0") }
          return "\(content.hex.prefix(16)).p\(numbers[0]).l\(numbers[1])"
        }
        names.formUnion(lines.map(fileName))
        let number = page.record.pageCount > 1 ? ":\(place.index + 1)" : ""
        var one = inspector
        one.file = base.appending(place.path)
        one.page = place.index
        one.content = content
        one.takesLines = true
        let inspection: PageInspection
        do { inspection = try one.run(warn: warn).get().inspection } catch {
          if let failure = error as? RunFailure, failure.status != .inputMissing { throw failure }
          outcome.problems.append("\(place.path)\(number): \(error)")
          continue
        }
        let found = Self.page(of: inspection)
        for index in lines {
          let line = reading.lines[index]
          let correction = Correction(
            target: .line(index), box: line.box, old: line.correctedFrom ?? line.text, new: line.text, made: "",
            author: "")
          guard let other = found.line(of: correction),
            let picture = inspection.lines[other].picture
          else {
            outcome.problems.append("\(place.path)\(number): '\(line.text)' is no line of its own now")
            continue
          }
          let name = fileName(index)
          try writer.write(Array(picture.png), to: [Array("\(name).png".utf8)])
          let text = line.text.precomposedStringWithCanonicalMapping
          try writer.write(Array("\(text)\n".utf8), to: [Array("\(name).gt.txt".utf8)])
          outcome.lines += 1
          if Self.isHeldOut(content, place.index, line.box) { heldOut.append(name) }
        }
      }
      outcome.heldOut = heldOut.count
      try Self.removeOthers(than: names, in: directory, by: writer)
      try writer.write(Array(heldOut.map { "\($0)\n" }.joined().utf8), to: [Array("held-out.txt".utf8)])
      try writer.sync()
      return outcome
    }
  }

  /// Removes lines of an earlier export that were taken back since; nothing else in the directory has such a name.
  ///
  /// One whose scan is gone by now is still what a person said, and stays.
  private static func removeOthers(than names: Set<String>, in directory: ScanPath, by writer: FileWriter) throws {
    for file in (try? FileManager.default.contentsOfDirectory(atPath: directory.description)) ?? [] {
      guard let match = file.wholeMatch(of: /([0-9a-f]{16}\.p\d{4,}\.l\d{4,})\.(png|gt\.txt)/),
        !names.contains(String(match.1))
      else { continue }
      try writer.remove([Array(file.utf8)])
    }
  }

  /// The same for a line at every call, whatever other lines there are.
  private static func isHeldOut(_ content: ContentDigest, _ index: Int, _ box: Box) -> Bool {
    SHA256.digest(of: Array("\(content.hex) \(index) \(box.x) \(box.y)".utf8)).bytes[0] % 10 == 0
  }

  /// The lines that were found, with their places in the original: `lines` of both have the same indices.
  private static func page(of inspection: PageInspection) -> RecognisedPage {
    let lines = inspection.lines.map { line in
      let xs = line.outline.map { $0.x / max(inspection.scale, 1e-6) }
      let ys = line.outline.map { $0.y / max(inspection.scale, 1e-6) }
      func whole(_ value: Double?) -> Int { Int(min(max(value ?? 0, 0), Double(Int32.max)).rounded()) }
      let (left, top) = (whole(xs.min()), whole(ys.min()))
      let box = Box(x: left, y: top, width: whole(xs.max()) - left, height: whole(ys.max()) - top)
      return Line(
        kind: line.kind == .rule ? .rule : .text, box: box, confidence: line.confidence,
        words: line.text.isEmpty ? [] : [Word(text: line.text, box: box, confidence: line.confidence)])
    }
    return RecognisedPage(width: 1, height: 1, confidence: 0, lines: lines)
  }
}
