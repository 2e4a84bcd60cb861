# Completions of hanscan for fish; 'hanscan completions fish' makes them.
{{#commands}}
complete -c hanscan -n __fish_use_subcommand -f -a {{command}} -d '{{summary}}'
{{#operands}}
complete -c hanscan -n '__fish_seen_subcommand_from {{command}}; and test (count (commandline -opc)) -eq 2' -f -a '{{operands}}'
{{/operands}}
{{#options}}
complete -c hanscan -n '__fish_seen_subcommand_from {{command}}' -l {{name}}{{#letter}} -s {{letter}}{{/letter}}{{#value}}{{#file}} -r -F{{/file}}{{^file}} -x{{/file}}{{#directory}} -a '(__fish_complete_directories)'{{/directory}}{{#words}} -a '{{words}}'{{/words}}{{#list}} -a '(__fish_append , {{list}})'{{/list}}{{/value}} -d '{{help}}'
{{/options}}
{{/commands}}
