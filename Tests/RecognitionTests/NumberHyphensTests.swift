import PageModel
import Testing

@testable import Recognition

struct NumberHyphensTests {
  @Test(arguments: [
    ("105-26", "42630", "105-26-42630"), ("105", "26-42630", "105-26-42630"),
    ("여신금융협회:02-2011", "0777)", "여신금융협회:02-2011-0777)"),
    ("070-8702", "3628", "070-8702-3628"), ("(02", "323-0098", "(02-323-0098"), ("T:031-123", "4567", "T:031-123-4567"),
  ])
  func `a number whose other hyphen was read gets this one`(_ first: String, _ second: String, _ number: String) {
    #expect(NumberHyphens.joined(first, second) == number)
  }

  @Test(arguments: [
    // No hyphen at all, both parts whole already, or too many digits.
    ("02", "2011"), ("02-2011-0777", "0312"), ("105-26", "426301"), ("105-26", "4263"),
    // A date and a time, an amount behind a number, a card, a code.
    ("2017-03", "2011"), ("02-2011", "12,000"), ("9440-03", "7569"), ("A105-26", "42630"), ("02-2011", "0777A"),
    ("02-20115", "0777"), ("12-2011", "0777"), ("02-2011", "0777.5"), ("", "0777"), ("-", "0777"), ("02-", "0777"),
  ])
  func `what is no such number stays in two words`(_ first: String, _ second: String) {
    #expect(NumberHyphens.joined(first, second) == nil)
  }

  @Test func `the words of a line are joined, and what was read stays among its readings`() throws {
    func word(_ text: String, _ x: Int, _ confidence: Double) -> Word {
      Word(text: text, box: Box(x: x, y: 5, width: 40, height: 10), confidence: confidence)
    }
    let words = [word("No", 0, 0.9), word("105-26", 50, 0.8), word("42630", 100, 0.7), word("대표자", 150, 0.6)]
    let box = Box(x: 0, y: 5, width: 190, height: 10)
    let line = Line(kind: .text, box: box, block: 0, confidence: 0.75, words: words)
    let restored = try #require(NumberHyphens.restored(line))
    #expect(restored.words.map(\.text) == ["No", "105-26-42630", "대표자"])
    #expect(restored.words[1].box == Box(x: 50, y: 5, width: 90, height: 10))
    #expect(restored.words[1].confidence == 0.7)
    #expect(restored.readings.map(\.text) == ["No 105-26-42630 대표자", "No 105-26 42630 대표자"])
    #expect(NumberHyphens.restored(restored) == nil)
    #expect(NumberHyphens.restored([line]) == [line])
    var korean = line
    korean.words[3].script = "Hangul"
    #expect(NumberHyphens.restored([korean])[0].words.count == 3)
    var apart = line
    apart.words[2].box.x = 110
    apart.words[3].box.x = 160
    #expect(NumberHyphens.restored(apart) == nil)
    // The same on a page that stands on its head, and on one that lies on its side.
    let (near, far) = (Box(x: 0, y: 5, width: 40, height: 10), Box(x: -20, y: 5, width: 40, height: 10))
    func onSide(_ box: Box) -> Box { Box(x: box.y, y: box.x, width: box.height, height: box.width) }
    for (box, isJoined) in [(near, true), (far, false)] {
      var turned = line
      turned.words = Array(line.words[1...2])
      turned.words[1].box = box
      #expect((NumberHyphens.restored(turned) != nil) == isJoined)
      for index in turned.words.indices { turned.words[index].box = onSide(turned.words[index].box) }
      #expect((NumberHyphens.restored(turned) != nil) == isJoined)
    }
  }
}
