import Glibc
import Imaging
import PageModel
import Recognition
import Support
import Synchronization

/// Debian's models, which the tests need.
func installedModel(_ name: String) throws(ModelError) -> [UInt8] {
  try ModelFile.read("\(ModelFolders.debian)/\(name).traineddata")
}

/// A file of the samples that the project drew.
func sample(_ name: String, file: String = #filePath) throws(SmallFileError) -> [UInt8] {
  let parts = file.split(separator: "/").dropLast(3)
  return try SmallFile.read("/\(parts.joined(separator: "/"))/samples/\(name)", atMost: 64 << 20)
}

/// A small picture that another program made.
func fixturePicture(_ name: String, file: String = #filePath) throws -> Picture {
  let parts = file.split(separator: "/").dropLast(2)
  return try Picture.decode(SmallFile.read("/\(parts.joined(separator: "/"))/Pictures/\(name)", atMost: 1 << 20))
}

func samplePicture(_ name: String) throws -> Picture {
  try Picture.decode(sample(name))
}

/// The reading of a sample with the usual settings, made once for all tests.
func sampleReading(_ name: String) throws -> PageOutcome {
  try SharedReadings.whole.reading(name) {
    try PageReader(settings: ReaderSettings(), environment: [:]).read(samplePicture(name))
  }
}

/// Readings that several tests look at: each is made once, and who asks for it meanwhile waits.
final class SharedReadings: Sendable {
  static let whole = SharedReadings()

  private final class Entry: Sendable {
    let outcome = Mutex<PageOutcome?>(nil)
  }

  private let entries = Mutex<[String: Entry]>([:])

  func reading(_ name: String, _ read: () throws -> PageOutcome) throws -> PageOutcome {
    let entry = entries.withLock { entries in
      let entry = entries[name] ?? Entry()
      entries[name] = entry
      return entry
    }
    return try entry.outcome.withLock { known in
      if let known { return known }
      let outcome = try read()
      known = outcome
      return outcome
    }
  }
}

func sampleText(_ name: String) throws -> String {
  String(decoding: try sample(name), as: UTF8.self)
}

/// The share of characters that must be changed to get from one text to the other, blanks and line ends left out.
func characterError(_ read: String, expected: String) -> Double {
  let left = Array(read.unicodeScalars.filter { !$0.properties.isWhitespace })
  let right = Array(expected.unicodeScalars.filter { !$0.properties.isWhitespace })
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let cost = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
      diagonal = row[j + 1]
      row[j + 1] = cost
    }
  }
  return Double(row[right.count]) / Double(max(1, right.count))
}
