import Support
import TestSupport
import Testing

@testable import CommandLineTool

/// Manual, completions and help come from one table; each is read by the program that it is for.
@Suite struct ManualTests {
  private var commands: [any Command.Type] { HanScanCommand.shownCommands }

  @Test(arguments: MessageLanguage.allCases)
  func `every command and option has its text, and every text its command and option`(language: MessageLanguage) {
    let file = HelpFile.of(language)
    let (sections, shared) = (file.sections, file[HelpText.shared])
    let commands = HanScanCommand.commands
    #expect(
      Set(sections.map(\.name)) == Set(commands.map { $0.name } + ["hanscan", ConfigurationFile.manualName, "shared"]))
    #expect(Set(sections.map(\.name)).count == sections.count)
    var unused = Set(shared.entries.map(\.name))
    for command in commands {
      let help = file[command.name]
      #expect(!help.summary.isEmpty && !help.group.isEmpty, "\(command.name)")
      let known = Set((command.options + DeclaredOption.common).map(\.name))
      #expect(Set(help.entries.map(\.name)).subtracting(known).isEmpty, "\(command.name)")
      for name in known {
        let own = help.entries.first { $0.name == name }?.text ?? ""
        let text = own.isEmpty ? shared.entries.first { $0.name == name }?.text ?? "" : own
        #expect(!text.isEmpty, "\(command.name) --\(name)")
        if own.isEmpty { unused.remove(name) }
      }
    }
    #expect(unused.isEmpty)
  }

  @Test(arguments: MessageLanguage.allCases)
  func `every page of the manual is clean roff and holds every option`(language: MessageLanguage) throws {
    let scratch = try ScratchFolder()
    let names = try ChildProgram.run(BuiltProgram.path("hanscan"), ["manual", "--list"]).outputText
    let pages = ["hanscan.1"] + commands.map { "hanscan-\($0.name).1" } + ["hanscan.conf.5"]
    #expect(names.split(separator: "\n").map(String.init) == pages)
    for command in commands {
      let words = ["manual", command.name, "--ui-language", language.rawValue]
      let page = try ChildProgram.run(BuiltProgram.path("hanscan"), words)
      let path = try scratch.write(page.outputText, to: "\(command.name).1")
      let shown = try ChildProgram.run("/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-P-cbou", path])
      #expect(shown.status == 0 && shown.errorText.isEmpty, "\(command.name): \(shown.errorText)")
      for option in command.options { #expect(shown.outputText.contains("--\(option.name)"), "\(command.name)") }
    }
    let overview = ManualPage.overview()
    for command in commands { #expect(overview.contains("hanscan\\-\(command.name) (1)")) }
    #expect(try ChildProgram.run(BuiltProgram.path("hanscan"), ["manual", "rum"]).status == 64)
  }

  @Test func `the page of the configuration file holds what such a file may say, and nothing else`() throws {
    let scratch = try ScratchFolder()
    let page = try ChildProgram.run(BuiltProgram.path("hanscan"), ["manual", "hanscan.conf"]).outputText
    let path = try scratch.write(page, to: "hanscan.conf.5")
    let shown = try ChildProgram.run("/usr/bin/groff", ["-man", "-Tascii", "-ww", "-P-cbou", path])
    #expect(shown.status == 0 && shown.errorText.isEmpty, "\(shown.errorText)")
    let lines = shown.outputText.split(separator: "\n").map { $0.drop { $0 == " " } }
    let start = try #require(lines.firstIndex(of: "OPTIONS"))
    let end = try #require(lines.firstIndex(of: "EXAMPLES"))
    let rows = lines[start..<end].compactMap { $0.wholeMatch(of: /([a-z-]+) = (.+)/) }
    #expect(rows.map { String($0.1) } == RunCommand.options.map(\.name).filter { $0 != "config" })
    // Each as the page writes it is understood by the program.
    for row in rows {
      let written = String(row.2)
      let value = written == "yes|no" ? "no" : written
      let settings = try ConfigurationFile.parsed(
        "[run]\n\(row.1) = \(value)", name: "file", options: RunCommand.options)
      #expect(settings == [ConfigurationFile.Setting(name: String(row.1), value: value, origin: "file:2")])
    }
    for place in ConfigurationFile.usualPlaces { #expect(shown.outputText.contains(place)) }
    let example = lines[end...].drop { $0 != "[run]" }.prefix { !$0.hasPrefix("SEE") }.joined(separator: "\n")
    let file = try scratch.write(example, to: "example")
    let used = try ChildProgram.run(BuiltProgram.path("hanscan"), ["config", "--config", file])
    #expect(used.status == 0 && used.outputText.contains("jobs = 2"), "\(used.errorText)")
  }

  @Test func `bash completes commands, options, words and folders`() throws {
    let scratch = try ScratchFolder()
    let script = try scratch.write(Completions.text(for: .bash, commands), to: "completions")
    try scratch.write("", to: "folder/file")
    func completed(_ words: String...) throws -> [String] {
      let program = """
        compopt() { :; }; source "$1"; shift; cd \(scratch.path); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hanscan
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let outcome = try ChildProgram.run("/bin/bash", ["-c", program, "bash", script] + words)
      #expect(outcome.errorText.isEmpty, "\(outcome.errorText)")
      return outcome.outputText.split(separator: "\n").map(String.init)
    }
    #expect(try completed("hanscan", "hist") == ["history"])
    for command in commands {
      let expected = (command.options + DeclaredOption.common).flatMap { option in
        ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
      }
      #expect(try Set(completed("hanscan", command.name, "-")) == Set(expected), "\(command.name)")
    }
    #expect(try completed("hanscan", "run", "--log", "") == ["text", "json"])
    #expect(try completed("hanscan", "run", "--out", "fol") == ["folder"])
    #expect(try completed("hanscan", "run", "--jobs", "").isEmpty)
    // As bash parts a word at its =, and where a list goes on.
    #expect(try completed("hanscan", "run", "--level", "=", "f") == ["fast"])
    #expect(try completed("hanscan", "run", "--level", "=") == ["accurate", "fast"])
    #expect(try completed("hanscan", "run", "--format", "text,js") == ["text,json"])
    #expect(try completed("hanscan", "cluster", "plan", "--out", "fol") == ["folder"])
    #expect(try completed("hanscan", "cluster", "") == ["plan"])
    #expect(try completed("hanscan", "manual", "hist") == ["history"])
    #expect(try completed("hanscan", "completions", "") == ["bash", "zsh", "fish"])
    #expect(try completed("hanscan", "correct", "un") == ["undo"])
    #expect(try completed("hanscan", "run", "folder/f") == ["folder/file"])
  }

  @Test func `zsh and fish are told of every option`() throws {
    let (zsh, fish) = (Completions.text(for: .zsh, commands), Completions.text(for: .fish, commands))
    for command in commands {
      #expect(zsh.contains("'\(command.name):") && zsh.contains("\n    \(command.name)) _arguments"))
      #expect(fish.contains("-f -a \(command.name) -d"))
      if let word = command.operands.first {
        #expect(zsh.contains("'1:word:(\(word)") && fish.contains("-eq 2' -f -a '\(word)"))
      }
      for option in command.options {
        #expect(zsh.contains("'*--\(option.name)\(option.value == nil ? "[" : "=[")"))
        #expect(fish.contains("__fish_seen_subcommand_from \(command.name)' -l \(option.name)"))
      }
    }
    let unknown = try ChildProgram.run(BuiltProgram.path("hanscan"), ["completions", "tcsh"])
    #expect(unknown.status == 64 && unknown.errorText.contains("bash, zsh, fish"))
  }
}
