#!/usr/bin/env bash
# detection.sh [MINUTES]   trains the network that finds text, from PP-OCRv4's larger one (`make detection`).
#
# MINUTES of training (default 60). Stopped at any point, the same command goes on; after the end, more MINUTES go on from
# there. `hanscan run --tessdata-dir FOLDER` reads with the network where FOLDER holds it and the other models; the
# program holds the one in Sources/Recognition/Resources, which is put there by hand. Environment:
#   WORK     where everything is kept: packages, drawn pages, PyTorch, the checkpoint (default out/training; 4 GB)
#   TEACHER  the network that is learnt from (default: PP-OCRv4's mobile one, from PyPI)
#   PAGES    how many pages are drawn of each sort (default 300)
#   PYTHON   an interpreter with requirements.txt installed, instead of an environment of our own
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
minutes=${1:-${MINUTES:-60}}
work=${WORK:-$root/out/training}
count=${PAGES:-300}
name=detection
. "$here/environment.sh"
[[ $count =~ ^[1-9][0-9]*$ ]] || fail "PAGES is a number, not '$count'"
tools tool
fetched ground "photographs to lay pages on, some 200 MB"
pytorch
teacher=${TEACHER:-$work/teacher.network}
[ -n "${TEACHER:-}" ] || [ -s "$teacher" ] || "$python" "$here/detection_teacher.py" "$teacher" || fail "the network to learn from cannot be had"
[ -s "$teacher" ] || fail "there is no network to learn from at $teacher"

# ---------------------------------------------------------------- pages
# Each sort goes to a folder of another name first, so that an interrupted start does not leave half of it.
pages=$work/pages
drawn() {
  [ -d "$pages/$1" ] && return 0
  say "drawing $count pages: $1"
  rm -rf "$pages/$1.part"
  "${@:2}" >/dev/null
  mv "$pages/$1.part" "$pages/$1"
}
"$root/.ci/setup" drawing
mkdir -p "$pages"
drawn receipts /usr/bin/python3 "$here/pages.py" "$pages/receipts.part" "$count" 4711
drawn troubles /usr/bin/python3 "$here/signals.py" "$pages/troubles.part" "$count" 4712
drawn kinds /usr/bin/python3 "$here/kinds.py" draw "$pages/kinds.part" "$count" 777 \
  invoice registration document photo drawing screenshot card-slip receipt

# ---------------------------------------------------------------- training
mkdir -p "$work/detection"
"$python" "$here/detection_train.py" "$teacher" "$work/detection/text-detection.network" --minutes "$minutes" \
  --drawing "$(nproc)" --pages "$pages/receipts" "$pages/troubles" "$pages/kinds" --grounds "$debian/usr/share" | tee -a "$work/detection/log.txt"
say "wrote $work/detection/text-detection.network"
