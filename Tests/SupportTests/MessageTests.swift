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
