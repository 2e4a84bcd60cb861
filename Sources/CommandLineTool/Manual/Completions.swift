/// Completions for shells, made from the table that the help is made from.
enum Completions {
  /// What a shell offers for an option's value.
  private enum Value {
    case none, file, directory
    case words([String])

    init(of option: Option) {
      if !option.words.isEmpty {
        self = .words(option.words)
      } else {
        switch option.value {
        case "FILE": self = .file
        case "DIR", "OUT": self = .directory
        default: self = .none
        }
      }
    }
  }

  private static func names(_ option: Option) -> [String] {
    ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
  }

  private static func options(of command: any Command.Type) -> [Option] { command.options + [.help] }

  static func bash(_ commands: [any Command.Type]) -> String {
    var cases = ""
    for command in commands {
      let all = options(of: command)
      cases += "    \(command.name))\n      options='\(all.flatMap(names).joined(separator: " "))'\n"
      cases += "      case $previous in\n"
      for option in all where option.value != nil {
        let offered =
          switch Value(of: option) {
          case .none: ":"
          case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
          case .directory: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
          case .words(let words):
            "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
          }
        cases += "        \(names(option).joined(separator: "|"))) \(offered); return ;;\n"
      }
      cases += "      esac ;;\n"
    }
    return """
      # Completions of hanscan for bash; 'hanscan completions bash' makes them.
      _hanscan() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          mapfile -t COMPREPLY < <(compgen -W '\(commands.map { $0.name }.joined(separator: " ")) --help --version' -- "$current")
          return
        fi
        case $command in
      \(cases)  esac
        if [ "${current#-}" != "$current" ]; then
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        else
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
      }
      complete -F _hanscan hanscan

      """
  }

  static func zsh(_ commands: [any Command.Type]) -> String {
    var text =
      "#compdef hanscan\n# Completions of hanscan for zsh; 'hanscan completions zsh' makes them.\n_hanscan() {\n"
    text += "  local -a commands\n  commands=(\n"
    for command in commands { text += "    '\(command.name):\(quoted(command.summary, "'\\", in: .zsh))'\n" }
    text += "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
    text += "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n"
    for command in commands {
      text += "    \(command.name)) _arguments -s"
      for option in options(of: command) {
        let help = "[\(quoted(option.help, "'\\[]", in: .zsh))]"
        let action =
          switch Value(of: option) {
          case .none: ":"
          case .file: ":_files"
          case .directory: ":_files -/"
          case .words(let words): ":(\(words.joined(separator: " ")))"
          }
        let value = option.value.map { ":\(quoted($0, "'\\:", in: .zsh))\(action)" } ?? ""
        for name in names(option) {
          text += " \\\n      '*\(name)\(name.hasPrefix("--") && option.value != nil ? "=" : "")\(help)\(value)'"
        }
      }
      text += " \\\n      '*:file:_files' ;;\n"
    }
    return text + "  esac\n}\n_hanscan \"$@\"\n"
  }

  static func fish(_ commands: [any Command.Type]) -> String {
    var text = "# Completions of hanscan for fish; 'hanscan completions fish' makes them.\n"
    for command in commands {
      text += "complete -c hanscan -n __fish_use_subcommand -f -a \(command.name)"
      text += " -d '\(quoted(command.summary, "'\\", in: .fish))'\n"
    }
    for command in commands {
      for option in options(of: command) {
        text += "complete -c hanscan -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
        text += option.letter.map { " -s \($0)" } ?? ""
        if option.value != nil {
          switch Value(of: option) {
          case .none: text += " -x"
          case .file: text += " -r -F"
          case .directory: text += " -x -a '(__fish_complete_directories)'"
          case .words(let words): text += " -x -a '\(words.joined(separator: " "))'"
          }
        }
        text += " -d '\(quoted(option.help, "'\\", in: .fish))'\n"
      }
    }
    return text
  }

  private enum Quoting {
    case zsh, fish
  }

  /// Text for the inside of single quotes, in which these characters mean something.
  private static func quoted(_ text: String, _ special: String, in shell: Quoting) -> String {
    var result = ""
    for character in text {
      switch (character, shell) {
      case ("'", .zsh): result += "'\\''"
      case _ where special.contains(character): result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
