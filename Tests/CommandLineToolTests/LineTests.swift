import Testing

@testable import CommandLineTool

/// Messages as lines: for the journal, and for a terminal.
@Suite struct LineTests {
  @Test func `a message becomes one line where it is a problem, and a line for each where it is none`() {
    #expect(Journal.text("one\ntwo\n", .error) == "<3>one two\n")
    #expect(Journal.text("one\n\ntwo\n", .information) == "<6>one\n<6>two\n")
  }

  @Test func `what a terminal would obey is shown as a symbol`() {
    #expect(TerminalText.lines("a\tb\n합계 1,000\n") == "a\tb\n합계 1,000\n")
    #expect(TerminalText.lines("a\u{1B}[2J\u{202E}b\r\n") == "a\u{FFFD}[2J\u{FFFD}b\u{FFFD}\n")
  }
}
