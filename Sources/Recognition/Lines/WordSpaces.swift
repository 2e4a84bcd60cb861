import Imaging
import PageModel

extension LineReading {
  /// The same reading of a line of running text with the spaces that its picture shows: one in a word where the network
  /// saw none (`340,361`), and none before a hyphen that ends the line.
  func spaced(by picture: GrayImage) -> LineReading {
    let letter = WordSpaces.letterShare * Double(picture.height)
    let least = WordSpaces.least(between: words.map(\.word.box), letter: letter)
    let image = picture.withoutStrayInk()
    var line = self
    line.words = words.flatMap { $0.parted(in: image, least: least) }
    let boxes = line.words.dropLast().map(\.word.box)
    if let last = line.words.last, last.word.text == "-", let before = boxes.last,
      let end = line.words.dropLast().last?.word.text.last, end.isLetter || end.isNumber || end == ")",
      last.word.box.x - before.right < WordSpaces.hyphen(between: boxes, letter)
    {
      line.words.removeLast()
      line.words[line.words.count - 1].append(last)
    }
    return line
  }
}

/// What tells a space between words from one between letters; chosen on 20 documents, of which these spaces and hyphens
/// bring the word-F1 from 0.936 to 0.938 and the amounts from 97.7 to 98.0 %.
private enum WordSpaces {
  /// Letters' share of the height of a line's picture, see `LineCropper.Shape`.
  static let letterShare = 0.58
  /// A space is at least so wide, in heights of letters, and at most this is asked of it where the line's others, of
  /// which it is such a share, are wider.
  static let width = (least: 0.4, most: 0.45)
  static let share = 0.6
  /// It is so many times as wide as any other gap in the word that it parts: in typewriters' letters a comma has as much
  /// before it as behind it.
  static let distinct = 1.6
  /// A hyphen stands nearer to its word than this, in heights of letters, and than this share of the line's spaces.
  static let hyphen = (width: 0.6, share: 0.9)

  /// The least width of a space in a line of such words, in pixels.
  static func least(between boxes: [Box], letter: Double) -> Double {
    guard let usual = usual(between: boxes) else { return width.least * letter }
    return max(width.least * letter, min(share * usual, width.most * letter))
  }

  /// How far a hyphen may stand from the last of such words, in pixels.
  static func hyphen(between boxes: [Box], _ letter: Double) -> Int {
    guard let usual = usual(between: boxes) else { return Int(width.least * letter) }
    return Int(min(hyphen.width * letter, hyphen.share * usual).rounded(.up))
  }

  /// The median of the spaces.
  private static func usual(between boxes: [Box]) -> Double? {
    let spaces = zip(boxes, boxes.dropFirst()).map { $1.x - $0.right }.sorted()
    return spaces.isEmpty ? nil : Double(spaces[spaces.count / 2])
  }

  /// Behind or before such marks a space is left that the network does not see; between letters, it sees it.
  static func mayPart(_ before: String, _ after: String) -> Bool { ",;:)".contains(before) || "(%".contains(after) }
}

extension WordReading {
  /// The words that it is where its picture has a space in it.
  fileprivate func parted(in image: GrayImage, least: Double) -> [WordReading] {
    let box = word.box
    guard characters.count > 1, characters.map(\.text).joined() == word.text else { return [self] }
    var gaps: [Range<Int>] = []
    var last: Int?
    let rows = max(0, box.y)..<max(0, box.y, min(image.height, box.y + box.height))
    for column in max(0, box.x)..<max(0, box.x, min(image.width, box.right))
    where rows.contains(where: { image.pixels[$0 * image.width + column] < GrayImage.inkInLinesBelow }) {
      if let last, column - last > 1 { gaps.append(last + 1..<column) }
      last = column
    }
    gaps.sort { $0.count > $1.count }
    guard let widest = gaps.first, Double(widest.count) >= least,
      gaps.count == 1 || Double(widest.count) >= WordSpaces.distinct * Double(gaps[1].count)
    else { return [self] }
    // Behind the word's own ink a speck may lie, or what is left of a drawn line: where a character begins counts, too.
    let middle = (widest.lowerBound + widest.upperBound) / 2
    let near = characters.indices.dropFirst().min {
      abs(characters[$0].box.x - middle) < abs(characters[$1].box.x - middle)
    }
    guard let count = near, abs(characters[count].box.x - middle) < widest.count,
      WordSpaces.mayPart(characters[count - 1].text, characters[count].text)
    else { return [self] }
    var (first, second) = (part(characters[..<count]), part(characters[count...]))
    first.word.box.width = widest.lowerBound - box.x
    second.word.box.x = widest.upperBound
    second.word.box.width = box.right - widest.upperBound
    return [first, second]
  }

  private func part(_ characters: ArraySlice<CharacterReading>) -> WordReading {
    var part = self
    part.characters = Array(characters)
    part.word.text = characters.map(\.text).joined()
    part.word.script = TextNormalisation.script(of: part.word.text)
    part.word.candidates = [Candidate(text: part.word.text, confidence: word.confidence)]
    return part
  }

  fileprivate mutating func append(_ other: WordReading) {
    characters += other.characters
    word.text += other.word.text
    word.box = word.box.union(other.word.box)
    word.script = TextNormalisation.script(of: word.text)
    word.candidates = [Candidate(text: word.text, confidence: word.confidence)]
  }
}

extension Box {
  fileprivate var right: Int { x + width }
}
