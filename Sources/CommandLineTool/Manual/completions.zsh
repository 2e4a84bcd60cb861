#compdef hanscan
# Completions of hanscan for zsh; 'hanscan completions zsh' makes them.
_hanscan() {
  local -a commands
  commands=(
    {{#commands}}
    '{{command}}:{{summary}}'
    {{/commands}}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    {{#commands}}
    {{command}}) _arguments -s \
      {{#options}}
      {{#names}}
      '*{{flag}}{{#isLong}}{{#value}}={{/value}}{{/isLong}}[{{help}}]{{#value}}:{{value}}:{{#file}}_files{{/file}}{{#directory}}_files -/{{/directory}}{{#words}}({{words}}){{/words}}{{#list}}_values -s , {{name}} {{list}}{{/list}}{{/value}}' \
      {{/names}}
      {{/options}}
      {{#operands}}
      '1:word:({{operands}})' \
      {{/operands}}
      '*:file:_files' ;;
    {{/commands}}
  esac
}
_hanscan "$@"
