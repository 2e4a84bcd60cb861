#!/bin/bash
# parallel.sh INPUT SHARDS OUT COUNT HOST,HOST...   reads scans on several machines by GNU parallel, and joins them
#
# All machines see INPUT and SHARDS under the same paths, and have hanscan on PATH; ":" as a host is this one.
# The same call again goes on: shards that are whole are looked through for new scans alone.
set -euo pipefail
input=$1 shards=$2 out=$3 count=$4 hosts=$5
mkdir -p "$shards"
# One task on each machine at a time, which uses all of its cores. A task whose machine is gone is tried on others.
# 65: some pages failed, and the joined store says which.
run=$(printf 'hanscan run %q --shard {}/%q --out %q' "$input" "$count" "$shards")
seq "$count" | parallel --sshlogin "$hosts" --jobs 1 --retries 3 --joblog "$shards/jobs" --workdir "$PWD" \
  "$run --scratch \"\${TMPDIR:-/tmp}\" --quiet || test \$? -eq 65"
hanscan merge "$shards" --out "$out"
