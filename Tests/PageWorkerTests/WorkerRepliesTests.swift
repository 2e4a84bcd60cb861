import Foundation
import PageModel
import PageWorker
import Testing
import Workers

@Suite struct WorkerRepliesTests {
  private func bytes(_ reply: WorkerReply) throws -> [UInt8] { Array(try JSONEncoder().encode(reply)) }

  @Test func `an answer that passed is handed on as it was decoded, once`() throws {
    let replies = WorkerReplies()
    let conversation = try PageConversation.conversation(
      settings: ReaderSettings(), requiresSandbox: false, keeping: replies)
    let reply = WorkerReply(type: .page, id: 7, reading: .blank(width: 30, height: 40))
    #expect(conversation.judgeAnswer(7, try bytes(reply)) == nil)
    // What is no JSON can't have been decoded a second time.
    #expect(try replies.take(7, []) == reply)
    #expect(throws: (any Error).self) { try replies.take(7, []) }
  }

  @Test func `answers of several jobs are told apart, and one that was not kept is decoded`() throws {
    let replies = WorkerReplies()
    let conversation = try PageConversation.conversation(
      settings: ReaderSettings(), requiresSandbox: false, keeping: replies)
    let all = (1...5).map { WorkerReply(type: .page, id: $0, reading: .blank(width: Int($0), height: 9)) }
    for reply in all { #expect(conversation.judgeAnswer(reply.id ?? 0, try bytes(reply)) == nil) }
    for reply in all.reversed() { #expect(try replies.take(reply.id ?? 0, []) == reply) }
    #expect(try replies.take(2, try bytes(all[1])) == all[1])
  }

  @Test func `an answer that is refused is not kept`() throws {
    let replies = WorkerReplies()
    let conversation = try PageConversation.conversation(
      settings: ReaderSettings(), requiresSandbox: false, keeping: replies)
    for wrong in [
      WorkerReply(type: .page, id: 8, reading: .blank(width: 30, height: 40)),
      WorkerReply(type: .page, id: 7, reading: .blank(width: 0, height: 40)),
      WorkerReply(type: .inspection, id: 7, reading: .blank(width: 30, height: 40)),
      WorkerReply(type: .page, id: 7),
      WorkerReply(type: .page, id: 7, reading: .blank(width: 1, height: 1), problem: PageProblem(.engine, "both")),
      WorkerReply(type: .page, id: 7, problem: PageProblem(.engine, "\u{1B}[2J")),
    ] {
      #expect(conversation.judgeAnswer(7, try bytes(wrong)) != nil)
      #expect(throws: (any Error).self) { try replies.take(7, []) }
    }
  }

  @Test func `bar codes that no honest worker decodes are refused`() throws {
    let conversation = try PageConversation.conversation(
      settings: ReaderSettings(), requiresSandbox: false, keeping: WorkerReplies())
    func isRefused(_ texts: [String]) throws -> Bool {
      var page = RecognisedPage(width: 30, height: 40, confidence: 0, lines: [])
      page.signals = PageSignals()
      page.signals?.barcodes = texts.map {
        Barcode(format: .qr, box: Box(x: 1, y: 1, width: 5, height: 5), text: $0)
      }
      let reply = WorkerReply(type: .page, id: 7, reading: .recognised(page))
      return conversation.judgeAnswer(7, try bytes(reply)) != nil
    }
    #expect(try !isRefused(["은하상회 \u{241D}", "4006381333931"]))
    #expect(try isRefused(["\u{1B}[2J"]))
    #expect(try isRefused([""]))
    #expect(try isRefused([String(repeating: "1", count: Barcode.bytesAtMost + 1)]))
    #expect(try isRefused(Array(repeating: "1", count: PageSignals.barcodesAtMost + 1)))
  }
}
