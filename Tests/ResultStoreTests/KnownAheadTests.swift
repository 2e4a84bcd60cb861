import PageModel
import TestSupport
import Testing

@testable import ResultStore

/// Documents are read ahead by `known`; whatever is asked for and written in between, it says what the file says.
@Suite struct KnownAheadTests {
  @Test func `whatever is written in between, a lookup says what a newly opened store says`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let paths = (0..<400).map { ScanPath("d\($0 / 50)/scan\($0 % 50).png") }
    for (number, path) in paths.enumerated() where number % 7 != 3 {
      try store.add("\(path)", content: number, in: run)
    }
    var dice = SeededRandom(seed: 3)
    for walk in 0..<12 {
      // From the start, from anywhere, backwards; with a write at about one document in thirty.
      let start = walk % 2 * Int.random(in: 0..<300, using: &dice)
      let asked = walk % 4 == 3 ? paths.reversed() : Array(paths.dropFirst(start))
      for (place, path) in asked.enumerated() {
        if Int.random(in: 0..<30, using: &dice) == 0, let other = paths.randomElement(using: &dice) {
          try store.add("\(other)", content: 1_000 + place, pages: Int.random(in: 1...2, using: &dice), in: run)
        }
        let found = try store.known(path, reader: ReaderRecord.first.key)
        // Another connection has read nothing ahead.
        guard place % 20 == 0 || found == nil else { continue }
        let other = try scratch.store()
        #expect(try other.known(path, reader: ReaderRecord.first.key) == found, "walk \(walk), \(path)")
      }
    }
  }

  @Test func `documents that are as they were are read many at once, and one by one where each is new`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for number in 0..<300 { try store.add("old\(number).png", content: number, in: run) }
    for number in 0..<300 { #expect(try store.known(ScanPath("old\(number).png")) != nil) }
    #expect(store.knownAhead.count == KnownAhead.most)
    for number in 0..<8 {
      #expect(try store.known(ScanPath("new\(number).png")) == nil)
      try store.add("new\(number).png", content: 1_000 + number, in: run)
    }
    #expect(store.knownAhead.count == 1)
  }

  @Test func `behind the last document there is none, and the store has to be asked for none before it`() {
    var ahead = KnownAhead()
    ahead.keep([], from: [2], nil, changes: 0)
    #expect(ahead.look([3], nil, changes: 0) == .some(nil))
    #expect(ahead.look([3], nil, changes: 0) == .some(nil))
    #expect(ahead.look([1], nil, changes: 0) == nil)
    ahead.keep([], from: [2], nil, changes: 0)
    #expect(ahead.look([3], nil, changes: 1) == nil)
  }

  @Test func `what was read ahead for one reader is no answer for another`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for number in 0..<40 { try store.add("\(number).png", content: number, in: run) }
    for number in 0..<40 {
      let path = ScanPath("\(number).png")
      #expect(try store.known(path, reader: ReaderRecord.first.key)?.pagesOfOtherReaders == 0)
      #expect(try store.known(path, reader: ReaderRecord.second.key)?.pagesOfOtherReaders == 1)
      #expect(try store.known(path)?.pagesOfOtherReaders == 0)
    }
  }
}
