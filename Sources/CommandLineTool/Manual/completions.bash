# Completions of hanscan for bash; 'hanscan completions bash' makes them.
_hanscan() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local options= operands=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W '{{#commands}}{{command}} {{/commands}}--help --version' -- "$current")
    return
  fi
  # Bash parts --name=value at the =.
  if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
  case $command in
    {{#commands}}
    {{command}})
      options='{{#options}}{{#names}}{{flag}} {{/names}}{{/options}}'
      {{#operands}}
      operands='{{operands}}'
      {{/operands}}
      case $previous in
        {{#options}}
        {{#value}}
        --{{name}}{{#letter}}|-{{letter}}{{/letter}})
          {{#nothing}}
          return ;;
          {{/nothing}}
          {{#file}}
          compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
          {{/file}}
          {{#directory}}
          compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
          {{/directory}}
          {{#words}}
          mapfile -t COMPREPLY < <(compgen -W '{{words}}' -- "$current"); return ;;
          {{/words}}
          {{#list}}
          compopt -o nospace
          mapfile -t COMPREPLY < <(compgen -P "${current%"${current##*,}"}" -W '{{list}}' -- "${current##*,}"); return ;;
          {{/list}}
        {{/value}}
        {{/options}}
      esac ;;
    {{/commands}}
  esac
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
