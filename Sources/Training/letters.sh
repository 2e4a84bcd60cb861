#!/usr/bin/env bash
# letters.sh   fits the model of characters that corrects letters, from Debian packages and PyPI alone (`make letters`).
#
# Some minutes, 1 GB of memory. Environment:
#   WORK    where everything is kept: packages, lists, PyPI's packages (default out/training; 1 GB)
#   OUTPUT  what is written (default Sources/Recognition/Resources/receipts.letters)
#   PYTHON  an interpreter with faker, numpy and wordfreq installed, instead of an environment of our own
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${WORK:-$root/out/training}
minutes=1 # environment.sh wants a number; this recipe ends by itself
name=letters
. "$here/environment.sh"
fetched text "words and sentences, some 60 MB"
if [ -z "${PYTHON:-}" ]; then
  python=$work/letters-venv/bin/python
  if ! cmp -s "$here/requirements.txt" "$work/letters-venv/requirements.txt"; then
    python3 -m venv "$work/letters-venv"
    grep -E '^(faker|numpy|wordfreq)=' "$here/requirements.txt" | xargs "$python" -m pip install -q
    cp "$here/requirements.txt" "$work/letters-venv/requirements.txt"
  fi
fi
lists
"$python" "$here/letters.py" "$work/lists" "$root/Sources/Recognition/Resources/hanscan.traineddata" \
  "${OUTPUT:-$root/Sources/Recognition/Resources/receipts.letters}"
