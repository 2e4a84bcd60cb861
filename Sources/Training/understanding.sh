#!/usr/bin/env bash
# understanding.sh   fits what receipts are understood by, on drawn receipts and on real ones (`make understanding`).
#
# Environment:
#   WORK   where everything is kept: PyPI's packages, the drawn receipts, the weights of each fold (default out/understanding)
#   COUNT  how many receipts are drawn (default 2000)
#   REAL   folders of pictures of real receipts, each with NAME.fields.json beside NAME.jpg; read anew by `hanscan run`
#   MEAN   weights of an earlier fit, with which the new ones are averaged
#   ALIAS  further names of a source, such as NAME=SOURCE
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${WORK:-$root/out/understanding}
python=$work/venv/bin/python
mkdir -p "$work"
if ! cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then
  python3 -m venv "$work/venv"
  grep -E '^(faker|wordfreq|numpy|python-crfsuite)=' "$here/requirements.txt" | xargs "$python" -m pip install -q
  cp "$here/requirements.txt" "$work/venv/requirements.txt"
fi

real=()
for folder in ${REAL:-}; do
  pages=$work/read/${#real[@]}
  rm -rf "$pages"
  "$root/.build/release/hanscan" run "$folder" --exclude '*.json' --exclude '*.txt' --format json --out "$pages" >/dev/null ||
    [ $? -eq 65 ]
  real+=(--real "$folder,$pages")
done
"$python" "$here/understanding.py" "$work" "$root/Sources/Understanding/Receipts/tagger.weights" \
  --bench "$root/.build/release/hanscan-bench" --count "${COUNT:-2000}" "${real[@]}" ${MEAN:+--mean "$MEAN"} \
  $(for alias in ${ALIAS:-}; do echo --alias "$alias"; done)
