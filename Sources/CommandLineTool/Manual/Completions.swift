/// Completions for shells, made from the table that the help is made from.
enum Completions {
  /// The values that a shell offers for an option.
  private enum Value {
    case none, file, directory
    case words([String])
    /// Some of these, joined by commas.
    case list([String])

    init(of option: DeclaredOption) {
      switch option.value {
      case _ where !option.words.isEmpty: self = option.separator == nil ? .words(option.words) : .list(option.words)
      case "FILE": self = .file
      case "DIR", "OUT", "SHARDS": self = .directory
      default: self = .none
      }
    }
  }

  private static func names(_ option: DeclaredOption) -> [String] {
    ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
  }

  private static func options(of command: any Command.Type) -> [(option: DeclaredOption, text: String)] {
    command.groups.flatMap(\.options)
  }

  static func bash(_ commands: [any Command.Type]) -> String {
    var cases = ""
    for command in commands {
      let all = options(of: command).map(\.option)
      cases += "    \(command.name))\n      options='\(all.flatMap(names).joined(separator: " "))'\n"
      if !command.operands.isEmpty { cases += "      operands='\(command.operands.joined(separator: " "))'\n" }
      cases += "      case $previous in\n"
      for option in all where option.value != nil {
        let offered =
          switch Value(of: option) {
          case .none: ":"
          case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
          case .directory: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
          case .words(let words):
            "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
          case .list(let words):
            "compopt -o nospace; mapfile -t COMPREPLY < <(compgen -P \"${current%\"${current##*,}\"}\" "
              + "-W '\(words.joined(separator: " "))' -- \"${current##*,}\")"
          }
        cases += "        \(names(option).joined(separator: "|"))) \(offered); return ;;\n"
      }
      cases += "      esac ;;\n"
    }
    return """
      # Completions of hanscan for bash; 'hanscan completions bash' makes them.
      _hanscan() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        local options= operands=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          mapfile -t COMPREPLY < <(compgen -W '\(commands.map { $0.name }.joined(separator: " ")) --help --version' -- "$current")
          return
        fi
        # Bash parts --name=value at the =.
        if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
        case $command in
      \(cases)  esac
        if [ "${current#-}" != "$current" ]; then
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        elif [ -n "$operands" ] && [ "$COMP_CWORD" -eq 2 ]; then
          mapfile -t COMPREPLY < <(compgen -W "$operands" -- "$current")
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
    for command in commands { text += "    '\(command.name):\(quoted(command.help.summary, "\\", quote: "'\\''"))'\n" }
    text += "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
    text += "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n"
    for command in commands {
      text += "    \(command.name)) _arguments -s"
      for (option, help) in options(of: command) {
        let help = "[\(quoted(help, "\\[]", quote: "'\\''"))]"
        let action =
          switch Value(of: option) {
          case .none: ":"
          case .file: ":_files"
          case .directory: ":_files -/"
          case .words(let words): ":(\(words.joined(separator: " ")))"
          case .list(let words): ":_values -s , \(option.name) \(words.joined(separator: " "))"
          }
        let value = option.value.map { ":\(quoted($0, "\\:", quote: "'\\''"))\(action)" } ?? ""
        for name in names(option) {
          text += " \\\n      '*\(name)\(name.hasPrefix("--") && option.value != nil ? "=" : "")\(help)\(value)'"
        }
      }
      if !command.operands.isEmpty {
        text += " \\\n      '1:word:(\(command.operands.joined(separator: " ")))'"
      }
      text += " \\\n      '*:file:_files' ;;\n"
    }
    return text + "  esac\n}\n_hanscan \"$@\"\n"
  }

  static func fish(_ commands: [any Command.Type]) -> String {
    var text = "# Completions of hanscan for fish; 'hanscan completions fish' makes them.\n"
    for command in commands {
      text += "complete -c hanscan -n __fish_use_subcommand -f -a \(command.name)"
      text += " -d '\(quoted(command.help.summary, "\\"))'\n"
    }
    for command in commands {
      if !command.operands.isEmpty {
        text += "complete -c hanscan -n '__fish_seen_subcommand_from \(command.name); "
        text += "and test (count (commandline -opc)) -eq 2' -f -a '\(command.operands.joined(separator: " "))'\n"
      }
      for (option, help) in options(of: command) {
        text += "complete -c hanscan -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
        text += option.letter.map { " -s \($0)" } ?? ""
        if option.value != nil {
          switch Value(of: option) {
          case .none: text += " -x"
          case .file: text += " -r -F"
          case .directory: text += " -x -a '(__fish_complete_directories)'"
          case .words(let words): text += " -x -a '\(words.joined(separator: " "))'"
          case .list(let words): text += " -x -a '(__fish_append , \(words.joined(separator: " ")))'"
          }
        }
        text += " -d '\(quoted(help, "\\"))'\n"
      }
    }
    return text
  }

  /// Text for the inside of single quotes, in which these characters need a backslash; zsh has another form for a quote.
  private static func quoted(_ text: String, _ special: String, quote: String = "\\'") -> String {
    String(text.flatMap { $0 == "'" ? quote : special.contains($0) ? "\\\($0)" : "\($0)" })
  }
}
