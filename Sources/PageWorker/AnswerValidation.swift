import PageModel
import PictureFormats

extension WorkerReply {
  /// False for what no honest worker says: a worker that a picture has taken over answers what it likes.
  ///
  /// Texts go to terminals, and numbers into files that promise their ranges.
  var isPossible: Bool {
    // Each part by itself: what passes here is believed, whichever of them is looked at later.
    if let inspection, !inspection.isPossible { return false }
    if let picture, !picture.isPossible(in: type) { return false }
    switch reading {
    case .blank(let width, let height): return sides.contains(width) && sides.contains(height)
    case .recognised(let page): return page.isPossible
    case .failed, .unsupported, .duplicate: return false
    case nil: return true
    }
  }
}

private let sides = 1...Int(Int32.max)
private let shares = 0.0...1.0

extension PageInspection {
  /// Pictures that are PNG, texts without control characters, shares that are some: all go into files that people open.
  fileprivate var isPossible: Bool {
    let readings = lines.flatMap(\.readings)
    let words = lines.flatMap(\.words)
    let pictures = [overview] + prepared + readings.map(\.picture) + lines.compactMap(\.picture)
    let texts = [lines.map(\.text), words.map(\.text), readings.map(\.text), readings.map(\.shape)].joined()
    let confidences = [lines.map(\.confidence), words.map(\.confidence), readings.map(\.networkConfidence)].joined()
    return page?.isPossible != false && pictures.count <= Self.picturesAtMost && pictures.allSatisfy(\.isPossible)
      && texts.allSatisfy(\.isPrintable) && confidences.allSatisfy(shares.contains)
      && lines.flatMap(\.characters).allSatisfy(\.text.isPrintable) && ink?.count ?? 0 <= InspectedInk.most
  }

  private static let picturesAtMost = 20_000
}

extension DecodedPicture {
  /// Told by its first bytes; its header is read as that of any scan.
  fileprivate func isPossible(in type: WorkerReply.Kind) -> Bool {
    let formats: Set<PictureFormat> = type == .view ? [.png, .jpeg] : [.png, .tiff, .jpeg]
    return formats.contains(format) && FileKind(FileStart(file.prefix(FileStart.length))).format == format
  }
}

extension EncodedPicture {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  fileprivate var isPossible: Bool {
    sides.contains(width) && sides.contains(height) && png.starts(with: Self.signature)
  }
}

extension RecognisedPage {
  fileprivate var isPossible: Bool {
    let steps = preparation?.steps ?? []
    return sides.contains(width) && sides.contains(height) && shares.contains(confidence)
      && steps.allSatisfy(\.isPrintable) && picture?.isPossible != false && signals?.isPossible != false
      && lines.allSatisfy { line in
        shares.contains(line.confidence) && line.readings.allSatisfy(Self.isPossible)
          && line.words.allSatisfy { word in
            shares.contains(word.confidence) && word.text.isPrintable && word.language?.isPrintable != false
              && word.script?.isPrintable != false && word.candidates.allSatisfy(Self.isPossible)
          }
      }
  }

  private static func isPossible(_ candidate: Candidate) -> Bool {
    shares.contains(candidate.confidence) && candidate.text.isPrintable
  }
}

extension PageSignals {
  /// Shares and lengths are none below zero; a length is at most that of a side.
  fileprivate var isPossible: Bool {
    let measures = 0.0...Double(Int32.max)
    let ratios = [unread, unclear, contrast, leastContrast, brightness, shadow, glare, cutOff].compactMap { $0 }
    return numbers.allSatisfy(measures.contains) && ratios.allSatisfy(shares.contains)
      && unreadBoxes.count <= Self.unreadBoxesAtMost && cutSides.count <= Side.allCases.count
      && barcodes.count <= Self.barcodesAtMost && barcodes.allSatisfy(\.isPossible)
      && seals.count <= Self.marksAtMost && handwriting.count <= Self.unreadBoxesAtMost
      && marks.count <= Self.marksAtMost && marks.map(\.confidence).allSatisfy(shares.contains)
      && grids.count <= Self.gridsAtMost && grids.reduce(0) { $0 + $1.cells.count } <= Self.cellsAtMost
      && grids.allSatisfy(\.isPossible)
  }
}

extension Barcode {
  /// Decoded from a stranger's picture: a text of bounded length, without control characters.
  fileprivate var isPossible: Bool {
    !text.isEmpty && text.utf8.count <= Self.bytesAtMost && text.isPrintable
  }
}

extension String {
  /// Whether it has no control character that a terminal would obey.
  fileprivate var isPrintable: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
