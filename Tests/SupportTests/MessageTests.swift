import Testing

@testable import Support

/// Sentences for people, and their translations.
@Suite struct MessageTests {
  private struct Fault: ExplainedError {
    var message: Message { "there is no line \(7); the page's text has \(Message(3, "line"))" }
  }

  @Test func `English is the template with its arguments, and plurals follow the count`() {
    let name = "a.png"
    let message: Message = "hanscan: the store is copied to \(name)\n"
    #expect("\(message)" == "hanscan: the store is copied to a.png\n")
    #expect(Message(1, "page").text(in: .english) == "1 page" && Message(2, "page").text(in: .english) == "2 pages")
    #expect("\([Message(1, "page"), Message(2, "file")].joined(separator: ", "))" == "1 page, 2 files")
    #expect(Fault().description == "there is no line 7; the page's text has 3 lines")
  }

  @Test func `Korean is found by the template, whatever stands around it, and orders the arguments anew`() {
    let message: Message = "hanscan: \(Message(2, "page")) in \("texts"), \(1) held out\n"
    #expect(message.text(in: .korean) == "hanscan: texts에 2쪽을 내보냈으며 평가용은 1줄입니다\n")
    // Joined messages are one sentence if the catalogue has it, and several otherwise.
    let split: Message = "no code for \("811"); " + "--codes gives it"
    #expect(split.text(in: .korean) == "811의 코드가 없습니다. --codes로 지정하십시오")
    let meant: Message = "; did you mean \("list")?"
    #expect(("unknown command '\("lst")'\(meant)" as Message).text(in: .korean) == "'lst' 명령이 없습니다. 혹시 list입니까?")
    #expect((Message(2, "page") + ", " + Message(1, "file")).text(in: .korean) == "2쪽, 파일 1개")
    #expect(("one of no catalogue \(Message(2, "page"))" as Message).text(in: .korean) == "one of no catalogue 2쪽")
  }

  @Test func `finished sentences are translated, such as stored reasons, and names are not`() {
    let stored = "inbox/a.png: the file is damaged: no such file"
    #expect(("\(stored)" as Message).text(in: .korean) == "inbox/a.png: 파일이 손상되었습니다: 파일이 없음")
    let model = "There is no model x in /a, /b; the installed models are eng, kor."
    #expect(("\(model)" as Message).text(in: .korean) == "/a, /b에 x 모델이 없습니다. 설치된 모델: eng, kor.")
    #expect(("\("total")" as Message).text(in: .korean) == "total")
    #expect(("\("Bread is damaged bread")" as Message).text(in: .korean) == "Bread is damaged bread")
    #expect(("\("recognised, blank, failed, duplicate")" as Message).text(in: .korean).hasPrefix("recognised"))
  }

  @Test(arguments: [
    "The 3 items make 500, but the receipt says 600.", "supply 1000, tax 100: together the sum of 1100.",
    "supply 1000, tax 100, free of tax 50, service 20: together not the total of 1100.",
    "tax 100, tip 5, discount 20: together the sum of 85.", "tax 100: together not the total of 90.",
    "1000 with a discount of 100 is the total of 900.",
    "1000 with a tax of 100 and a share paid otherwise of 50 and a payment of 20 is the total of 1030.",
    "1000 with a rounding of -5 and a fee of 100 is the total of 1095.", "700 and 300 are the total of 1000.",
    "700 and 200 and 200 less 100 change are the total of 1000.",
    "5000 received less 400 change is 4600; the total is 4600.",
    "5000 is written in words, too.", "5000 is written in words, but 6000 in digits.",
    "5000 was read, and checks of the receipt proved it; they do not prove 6000.",
    "2025-03-14 is a Friday; the receipt says Monday.", "The check digit of 123-45-67890 is wrong.",
    "print runs out of the picture at its top", "print runs out of the picture at its left and bottom",
    "print runs out of the picture at its left and top and right and bottom",
    "above 0.4, below 0.25, gaps up to 2.5, lower by 0.1", "above 0.4, below 0.25, with all ink of its height",
    "the page lies askew by 3.5 degrees anticlockwise", "there is no field 'x' among 1",
  ]) func `the sentences of checks and of quality have no English word in Korean`(sentence: String) {
    let korean = MessageCatalogue.korean.translated(sentence)
    #expect(!korean.replacing("'x'", with: "").contains { $0.isASCII && $0.isLetter }, "\(korean)")
  }

  @Test func `amounts with names are translated together, and one word with a number may be a name`() {
    #expect(MessageCatalogue.korean.translated("supply 1000, tax 100") == "공급가액 1000, 부가세 100")
    #expect(MessageCatalogue.korean.translated("tax 2024") == "tax 2024")
    #expect(MessageCatalogue.korean.translated("bread 1000, tax 100") == "bread 1000, tax 100")
  }

  @Test func `a hostile sentence takes no longer than a long one`() {
    let texts = ["a: ", "the file is damaged: ", "%@ is missing; ", "it is a, which is not read here. "].flatMap {
      [String(repeating: $0, count: 200), String(repeating: $0, count: 100_000)]
    }
    let time = ContinuousClock().measure {
      for text in texts { #expect(!MessageCatalogue.korean.translated("inbox/a.png: \(text)b c").isEmpty) }
    }
    #expect(time < .seconds(60))
    let reason = String(repeating: "a: ", count: 7) + "the file is empty"
    #expect(MessageCatalogue.korean.translated(reason).hasSuffix("빈 파일입니다"))
  }

  @Test func `every translation has the arguments of its template`() {
    for (template, translation) in MessageCatalogue.korean.translations {
      let count = template.split(separator: "%@", omittingEmptySubsequences: false).count - 1
      let places = translation.matches(of: /%([1-9]?)@/).map { Int($0.1) }
      let isComplete =
        places.contains { $0 != nil } ? Set(places) == Set((1...max(count, 1)).map { $0 }) : places.count == count
      #expect(isComplete, "\(template)")
    }
  }
}
