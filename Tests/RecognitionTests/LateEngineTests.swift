import PageModel
import Testing

@testable import Recognition

@Suite struct `An engine that starts late` {
  @Test func `starts once, even if it is none`() throws {
    var starts = 0
    let engine = LateEngine<Int?> { () throws(RecognitionError) in
      starts += 1
      return nil
    }
    #expect(starts == 0)
    #expect(try engine.started() == nil)
    #expect(try engine.started() == nil)
    #expect(starts == 1)
  }

  @Test func `fails for the same reason again, without another start`() {
    var starts = 0
    let engine = LateEngine<Int> { () throws(RecognitionError) in
      starts += 1
      throw RecognitionError(.engine, "start \(starts)")
    }
    for _ in 0..<2 {
      let error = #expect(throws: RecognitionError.self) { try engine.started() }
      #expect(error?.description == "start 1")
    }
  }
}
