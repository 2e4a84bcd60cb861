#!/usr/bin/env bash
# documentation.sh PROGRAM DIR VENDOR   writes what the program says of itself below DIR, such as /usr/local: pages of the
# manual in English and Korean, and completions of bash, zsh and fish. VENDOR is `vendor-completions` in a package, `site-functions` elsewhere.
set -euo pipefail
program=${1:?the program} share=${2:?a folder}/share vendor=${3:-site-functions}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for page in $("$program" manual --list); do
  name=${page%.*}
  case $name in hanscan) words=() ;; hanscan-*) words=("${name#hanscan-}") ;; *) words=("$name") ;; esac
  for language in en ko; do
    "$program" manual "${words[@]}" --ui-language $language >"$work/$page"
    gzip -9nf "$work/$page"
    folder=$share/man/${language/en/}
    install -D -m 644 "$work/$page.gz" "${folder%/}/man${page##*.}/$page.gz"
  done
done
for shell in bash zsh fish; do "$program" completions "$shell" --ui-language en >"$work/$shell"; done
install -D -m 644 "$work/bash" "$share/bash-completion/completions/hanscan"
install -D -m 644 "$work/zsh" "$share/zsh/$vendor/_hanscan"
install -D -m 644 "$work/fish" "$share/fish/vendor_completions.d/hanscan.fish"
