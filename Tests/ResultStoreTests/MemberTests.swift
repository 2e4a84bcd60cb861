import Foundation
import PageModel
import Testing

@testable import ResultStore

@Suite struct MemberTests {
  private static let container = ScanPath("post/mail.eml")
  private static let members = (1...50).map { container.appending(Array("\($0).png".utf8)) }

  /// The transactions in the log beside a store; each of them is a sync.
  private func commits(_ scratch: Scratch) throws -> Int {
    let log = Array(try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description + "-wal")))
    func number(_ place: Int) -> Int { log[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let pageSize = number(8)
    // A frame that ends a transaction has the size of the database behind its page number.
    return stride(from: 32, to: log.count, by: 24 + pageSize).count { number($0 + 4) != 0 }
  }

  @Test func `an archive's members are recorded in one transaction, and so are those that are gone`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    var before = try commits(scratch)
    try store.recordMembers(Self.members, of: Self.container, isWhole: true, in: run)
    #expect(try commits(scratch) == before + 1)
    #expect(try store.documents(below: Self.container).count == 50)

    before = try commits(scratch)
    try store.recordMembers(Array(Self.members.prefix(2)), of: Self.container, isWhole: true, in: run)
    #expect(try commits(scratch) == before + 1)
    #expect(try store.documents(below: Self.container) == Array(Self.members.prefix(2)))
  }

  @Test func `of members that can't all be recorded none is`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.connection.execute(
      """
      CREATE TEMP TRIGGER full BEFORE INSERT ON documents WHEN NEW.path = CAST('post/mail.eml/40.png' AS BLOB)
      BEGIN SELECT RAISE(ABORT, 'on purpose'); END
      """)
    #expect(throws: StoreError.self) {
      try store.recordMembers(Self.members, of: Self.container, isWhole: true, in: run)
    }
    #expect(try store.documents(below: Self.container).isEmpty)
  }
}
