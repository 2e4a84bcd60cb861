#!/usr/bin/env bash
# model.sh [MINUTES]   trains the network that HanScan ships, from Debian packages and PyPI alone (`make model`).
#
# MINUTES of training (default 180; without a GPU that is enough only to go on from START). Stopped at any point, the same
# command goes on; after the end, more MINUTES go on from there. Environment:
#   WORK    where everything is kept: packages, fonts, lists, PyTorch, checkpoints (default out/training; 6 GB)
#   OUTPUT  what is written at the end (default Sources/Recognition/Resources/receipts.lstm)
#   START   a network to begin with, instead of nothing: the shipped one, say; sensible without a GPU
#   KEEP    a weight, 1 say: stay with START on the lines that it reads right, and learn from the others
#   CORRECTED  folders of lines that people put right (`hanscan corrections export`), separated by colons, to mix in
#   SHARE   of the batches that are such lines (default 0.1)
#   FORCE   1: write it even if it reads the drawn lines worse than the network that is there
#   PYTHON  an interpreter with requirements.txt installed, instead of an environment of our own
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
minutes=${1:-${MINUTES:-180}}
work=${WORK:-$root/out/training}
shipped=$root/Sources/Recognition/Resources/receipts.lstm
output=${OUTPUT:-$shipped}
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1

say() { echo "model: $*" >&2; }
fail() {
  say "$@"
  exit 69
}

[[ $minutes =~ ^[0-9]+([.][0-9]+)?$ ]] || fail "MINUTES is a number, not '$minutes'"
command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || fail "this recipe takes its fonts and texts from Debian 12"
mkdir -p "$work"

# ---------------------------------------------------------------- from Debian
part() { awk -F'\t' -v part="$1" '$1 == part { print $2 }' "$here/packages.txt"; }
missing=()
for package in $(part tool); do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ "${#missing[@]}" -eq 0 ] || fail "these packages are missing: apt-get install ${missing[*]}"

debian=$work/debian
mkdir -p "$work/packages" "$debian"
wanted=()
for package in $(part data); do
  [ -e "$work/packages/$package.done" ] || wanted+=("$package")
done
if [ "${#wanted[@]}" -gt 0 ]; then
  say "fetching ${#wanted[@]} packages with fonts, words and sentences, some 370 MB"
  cd "$work/packages"
  rm -f -- *.deb
  apt-get -qq -o APT::Sandbox::User="$(id -un)" download "${wanted[@]}" || fail "they cannot be fetched: apt-get update, or see above"
  for package in "${wanted[@]}"; do
    dpkg-deb -x "${package}"_*.deb "$debian"
    (echo "${package}"_*.deb) >"$package.done" # which version it was
    rm -f -- "${package}"_*.deb
  done
  cd "$root"
fi

# ---------------------------------------------------------------- from PyPI
python=${PYTHON:-$work/venv/bin/python}
if [ -z "${PYTHON:-}" ] && ! cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then
  say "PyTorch and the rest of requirements.txt go into $work/venv"
  python3 -m venv "$work/venv"
  index=()
  command -v nvidia-smi >/dev/null || index=(--extra-index-url https://download.pytorch.org/whl/cpu)
  "$python" -m pip install -q "${index[@]}" "$(grep ^torch= "$here/requirements.txt")"
  "$python" -m pip install -q -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$work/venv/requirements.txt"
fi

# ---------------------------------------------------------------- lists, fonts, character set
# Each goes to a folder of another name first, so that an interrupted start does not leave half of it.
if [ ! -d "$work/lists" ]; then
  say "writing the lists of words and sentences"
  rm -rf "$work/lists.part"
  "$python" "$here/lists.py" "$debian" "$work/lists.part"
  mv "$work/lists.part" "$work/lists"
fi
if [ ! -e "$work/fonts/coverage.json" ]; then
  say "writing subsets of the fonts (some minutes)"
  "$python" "$here/fonts.py" "$debian/usr/share/fonts" "$work/fonts"
fi
hangul=$(dpkg-query -L tesseract-ocr-script-hang | grep '/Hangul.traineddata$')
mkdir -p "$work/base"
combine_tessdata -u "$hangul" "$work/base/h." >/dev/null 2>&1

# ---------------------------------------------------------------- training
run=$work/run
from=()
[ -n "${START:-}" ] && from=(--start "$START" --rate 2e-4)
[ -e "$run/raw.pt" ] && from=(--resume "$run" "${from[@]:2}")
while IFS= read -r -d: folder; do
  [ -z "$folder" ] || from+=(--corrected "$folder")
done <<<"${CORRECTED:-}:"
[ -z "${SHARE:-}" ] || from+=(--share "$SHARE")
[ -z "${KEEP:-}" ] || from+=(--keep "$KEEP" --keeper "${START:?KEEP stays with the network that START names}")
new=$work/receipts.lstm
say "training for $minutes minutes in all; the log is $run/log.txt"
"$python" "$here/train.py" --data "$work" --base "$work/base/h." --out "$run" --total "$minutes" "${from[@]}"
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
cp "$new" "$output"
say "wrote $output"
