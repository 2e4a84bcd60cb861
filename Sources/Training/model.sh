#!/usr/bin/env bash
# model.sh [MINUTES]   trains the network that HanScan ships, from Debian packages and PyPI alone (`make model`).
#
# MINUTES of training (default 180; without a GPU that is enough only to go on from START). Stopped at any point, the same
# command goes on; after the end, more MINUTES go on from there. Environment:
#   WORK    where everything is kept: packages, fonts, lists, PyTorch, checkpoints (default out/training; 6 GB)
#   OUTPUT  what is written at the end, a .traineddata or a .lstm (default Sources/Recognition/Resources/hanscan.traineddata)
#   START   a network to begin with, instead of nothing: the shipped one, say; sensible without a GPU
#   KEEP    a weight, 1 say: stay with START on the lines that it reads right, and learn from the others
#   CORRECTED  folders of lines that people put right (`hanscan corrections export`), separated by colons, to mix in
#   SHARE   of the batches that are such lines (default 0.1)
#   DOCUMENTS  weight of lines of documents beside 130 of all others (default 14): 300 made documents.lstm
#   FORCE   1: write it even if it reads the drawn lines worse than the network that is there
#   PYTHON  an interpreter with requirements.txt installed, instead of an environment of our own
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
minutes=${1:-${MINUTES:-180}}
work=${WORK:-$root/out/training}
shipped=$root/Sources/Recognition/Resources/hanscan.traineddata
output=${OUTPUT:-$shipped}

name=model
. "$here/environment.sh"
tools tool
fetched text "words and sentences, some 60 MB"
fetched data "fonts, some 310 MB"
pytorch

# ---------------------------------------------------------------- lists and fonts
lists
if [ ! -e "$work/fonts/coverage.json" ]; then
  say "writing subsets of the fonts (some minutes)"
  "$python" "$here/fonts.py" "$debian/usr/share/fonts" "$work/fonts"
fi

# ---------------------------------------------------------------- training
run=$work/run
from=()
[ -n "${START:-}" ] && from=(--start "$START" --rate 2e-4)
[ -e "$run/raw.pt" ] && from=(--resume "$run" "${from[@]:2}")
while IFS= read -r -d: folder; do
  [ -z "$folder" ] || from+=(--corrected "$folder")
done <<<"${CORRECTED:-}:"
[ -z "${DOCUMENTS:-}" ] || from+=(--documents "$DOCUMENTS")
[ -z "${SHARE:-}" ] || from+=(--share "$SHARE")
[ -z "${KEEP:-}" ] || from+=(--keep "$KEEP" --keeper "${START:?KEEP stays with the network that START names}")
new=$work/receipts.lstm
say "training for $minutes minutes in all; the log is $run/log.txt"
"$python" "$here/train.py" --data "$work" --out "$run" --total "$minutes" "${from[@]}"
"$python" "$here/export.py" "$run/model.pt" "$new" --int8

# ---------------------------------------------------------------- is it right, is it better, write it
"$python" "$here/verify.py" "$new" --data "$work" --lines 60
models=(debian)
[ -e "$shipped" ] && models+=("$shipped")
verdict=0
"$python" "$here/compare.py" "${models[@]}" "$new" --data "$work" --only kinds,letters --lines 30 --last-wins | tee "$work/comparison.md" || verdict=$?
if [ "$verdict" -ne 0 ] && [ "${FORCE:-}" != 1 ] && [ "$output" = "$shipped" ]; then
  say "$new reads the drawn lines worse than the network that is there, which stays (FORCE=1 replaces it)"
  exit 0
fi
"$python" "$here/traineddata.py" "$new" "$output"
say "wrote $output"
