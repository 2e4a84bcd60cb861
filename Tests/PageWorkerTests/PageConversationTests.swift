import Foundation
import PageModel
import PageWorker
import Support
import Testing
import Workers

@Suite struct PageConversationTests {
  private func bytes(_ reply: WorkerReply) throws -> [UInt8] { Array(try JSONEncoder().encode(reply)) }

  @Test func `an answer to the job under way is decoded`() throws {
    let conversation = try PageConversation.conversation(settings: ReaderSettings(), requiresSandbox: false)
    let reply = WorkerReply(type: .page, id: 7, reading: .blank(width: 30, height: 40))
    #expect(try conversation.decode(7, try bytes(reply)) == reply)
  }

  @Test func `a worker of another version is unfit, and the reason names both versions and both programs`() throws {
    let conversation = try PageConversation.conversation(
      settings: ReaderSettings(), requiresSandbox: false, worker: "/opt/other/hanscan")
    let own = try #require(ProcessFacts.executable)
    for (version, type) in [("0.2.9", WorkerReply.Kind.ready), ("99.0.0", .unfit), (nil, .ready)] {
      var reply = WorkerReply(type: type)
      reply.program = version
      guard case .unfit(let reason) = conversation.judgeGreeting(try bytes(reply)) else {
        Issue.record("taken: \(version ?? "none")")
        continue
      }
      let parts = ["/opt/other/hanscan", version ?? "earlier", own, ProgramFacts.version]
      #expect(parts.allSatisfy(reason.contains), "\(reason)")
    }
    guard case .ready = conversation.judgeGreeting(try bytes(WorkerReply(type: .ready))) else {
      Issue.record("a worker of this version is refused")
      return
    }
    let greeting = try JSONDecoder().decode(WorkerRequest.self, from: Data(conversation.greeting))
    #expect(greeting.program == ProgramFacts.version)
  }

  @Test func `an answer that no honest worker gives is garbled`() throws {
    let conversation = try PageConversation.conversation(settings: ReaderSettings(), requiresSandbox: false)
    for wrong in [
      WorkerReply(type: .page, id: 8, reading: .blank(width: 30, height: 40)),
      WorkerReply(type: .page, id: 7, reading: .blank(width: 0, height: 40)),
      WorkerReply(type: .inspection, id: 7, reading: .blank(width: 30, height: 40)),
      WorkerReply(type: .page, id: 7),
      WorkerReply(type: .page, id: 7, reading: .blank(width: 1, height: 1), problem: PageProblem(.engine, "both")),
    ] {
      let frame = try bytes(wrong)
      #expect(throws: GarbledAnswer.self) { try conversation.decode(7, frame) }
    }
  }

  @Test func `a failure whose message quotes the file is believed, and made printable`() throws {
    let conversation = try PageConversation.conversation(settings: ReaderSettings(), requiresSandbox: false)
    let answer = """
      {"version": 1, "type": "page", "id": 7, "problem": {"code": "truncated", "message": "its \\u0001\\u202e box\\n"}}
      """
    let reply = try conversation.decode(7, Array(answer.utf8))
    #expect(reply.problem == PageProblem(.truncated, #"its \x01\xE2\x80\xAE box"#))
  }

  @Test func `bar codes that no honest worker decodes are refused`() throws {
    let conversation = try PageConversation.conversation(settings: ReaderSettings(), requiresSandbox: false)
    func isRefused(_ texts: [String]) throws -> Bool {
      var page = RecognisedPage(width: 30, height: 40, confidence: 0, lines: [])
      page.signals = PageSignals()
      page.signals?.barcodes = texts.map {
        Barcode(format: .qr, box: Box(x: 1, y: 1, width: 5, height: 5), text: $0)
      }
      let reply = WorkerReply(type: .page, id: 7, reading: .recognised(page))
      let frame = try bytes(reply)
      return (try? conversation.decode(7, frame)) == nil
    }
    #expect(try !isRefused(["은하상회 \u{241D}", "4006381333931"]))
    #expect(try isRefused(["\u{1B}[2J"]))
    #expect(try isRefused([""]))
    #expect(try isRefused([String(repeating: "1", count: Barcode.bytesAtMost + 1)]))
    #expect(try isRefused(Array(repeating: "1", count: PageSignals.barcodesAtMost + 1)))
  }
}
