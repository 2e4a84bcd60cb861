#!/usr/bin/env bash
# library.sh BUILD OUT [SWIFT]   writes the documentation of the library into OUT/library, by the DocC of the toolchain
# BUILD holds the compiled modules. A warning fails, and a public declaration without a comment does, too.
set -euo pipefail
export LC_ALL=C
build=$1
out=$2
tools=$(dirname "$(readlink -f "$(command -v "${3:-swift}")")")
symbols=$out/symbols

flags=()
for folder in Sources/C[A-Z]*; do
  for map in "$folder/module.modulemap" "$folder/include/module.modulemap" "$build/$(basename "$folder").build/module.modulemap"; do
    [ -f "$map" ] || continue
    flags+=(-Xcc "-fmodule-map-file=$map" -Xcc "-I$folder/include")
    break
  done
done
rm -rf "$symbols" "$out/library"
mkdir -p "$symbols"
"$tools/swift-symbolgraph-extract" -module-name HanScan -I "$build/Modules" -target "$(uname -m)-unknown-linux-gnu" \
  -minimum-access-level public -skip-synthesized-members -skip-inherited-docs -output-dir "$symbols" "${flags[@]}"
"$tools/docc" convert Sources/HanScan/HanScan.docc --additional-symbol-graph-dir "$symbols" \
  --fallback-bundle-identifier hanscan --fallback-display-name HanScan --output-path "$out/library" \
  --warnings-as-errors --experimental-documentation-coverage --coverage-summary-level none >"$out/docc.log" ||
  { cat "$out/docc.log"; exit 1; }
# The compiler writes init(from:) and init(rawValue:) itself.
/usr/bin/python3 - "$out/library/documentation-coverage.json" <<'CHECK'
import json, sys
bare = [one["title"] for one in json.load(open(sys.argv[1]))
        if one["kind"]["isSymbol"] and not one["hasAbstract"] and one["title"] not in ("init(from:)", "init(rawValue:)")]
sys.exit("".join(f"{title} has no comment\n" for title in bare) or None)
CHECK
echo "$out/library"
