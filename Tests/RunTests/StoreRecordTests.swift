import TestSupport
import Testing

/// One store from its first pages to its merge: every table, file and answer is compared with a record.
@Suite struct StoreRecordTests {
  @Test func `a store has the rows, files and answers of the record after each change`() throws {
    let world = try RecordedStore()
    try world.firstRun()
    try world.export()
    try world.correct()
    try world.undoAndAccept()
    try world.keepBook()
    try world.search()
    try world.secondRun()
    try world.checkAndForget()
    try world.copyAndMerge()
    try ResultRecord("store.txt").expect(world.record)
  }
}
