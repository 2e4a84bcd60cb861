#!/bin/bash
# ssh.sh INPUT SHARDS OUT COUNT HOST...   reads scans on several machines by nothing but ssh, and joins them
#
# All machines see INPUT and SHARDS under the same paths, and have hanscan on PATH. Every machine goes through all
# shards, each from another one on, and leaves out those that are whole since this call or that another machine holds
# (75): a machine that is done early takes over from the others, and the shards of one that is gone are read by those that
# are left. The same call again looks for new scans.
set -euo pipefail
input=$1 shards=$2 out=$3 count=$4
shift 4
mkdir -p "$shards"
touch "$shards/started"

# The commands of a machine; it needs no file there.
work='
input=$1 shards=$2 count=$3 first=$4
for ((number = 0; number < count; number++)); do
  shard=$(((first + number) % count + 1))
  [ "$shards/shard-$shard-of-$count/manifest.json" -nt "$shards/started" ] && continue
  hanscan run "$input" --shard "$shard/$count" --out "$shards" --scratch "${TMPDIR:-/tmp}" --quiet
  case $? in 0 | 65 | 75) ;; *) echo "$HOSTNAME: shard $shard: status $?" >&2 ;; esac
done'

# Three times: what a machine leaves that goes away in the midst of a shard is there for the next time.
for ((attempt = 1; attempt <= 3; attempt++)); do
  machines=0
  for host; do
    words=$(printf '%q ' bash -c "$work" work "$input" "$shards" "$count" $((machines * count / $#)))
    ssh -o BatchMode=yes -o ServerAliveInterval=30 "$host" "cd $(printf '%q' "$PWD") && $words" </dev/null &
    machines=$((machines + 1))
  done
  wait
  whole=$(find "$shards" -path "*/shard-*-of-$count/manifest.json" -newer "$shards/started" | wc -l)
  [ "$whole" -eq "$count" ] && break
done
hanscan merge "$shards" --out "$out"
