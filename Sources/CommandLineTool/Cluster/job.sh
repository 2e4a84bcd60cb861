#!/bin/bash
# Reads scans in {{count}} shards, up to {{nodes}} at a time, and joins them.  Submit with: bash hanscan.sbatch
#SBATCH --job-name=hanscan
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
set -u
inputs=({{inputs}})
shards={{shards}}
joined={{joined}}
count={{count}}
nodes={{nodes}}
cores={{cores}}
options=({{options}})
# The disk of the node; where it has none, the shard's store is written below $shards.
scratch=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}
hanscan=${HANSCAN:-hanscan}

# Starts this task again, later and perhaps on another node; a task that always fails must not do so for ever. One that
# does not run any more was cancelled, or Slurm puts it back by itself.
again() {
  if [ "$(squeue -h -j "$SLURM_JOB_ID" -o %T)" = RUNNING ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 50 ]; then
    echo "hanscan.sbatch: status $1: once more" >&2
    scontrol requeue "$SLURM_JOB_ID" && sleep 300
  fi
  exit "$1"
}

# A signal of Slurm's goes to this script alone: it is passed on, so that what was read is kept.
guarded() {
  "$@" &
  child=$!
  trap 'kill -TERM "$child" 2>/dev/null' TERM
  wait "$child"
  status=$?
  while [ "$status" -gt 128 ] && kill -0 "$child" 2>/dev/null; do wait "$child"; status=$?; done
  trap - TERM
  return "$status"
}

# Submits the tasks of these numbers, and behind them the job that joins the shards, or has read what is missing.
submit() {
  mkdir -p "$shards/log"
  array=$(sbatch --parsable --array="$1%$nodes" --nodes=1 --ntasks=1 --cpus-per-task="$cores" \
    --output="$shards/log/%a.txt" "$0" read) || return
  sbatch --parsable --dependency="afterany:${array%%;*}" --nodes=1 --ntasks=1 --cpus-per-task=1 \
    --output="$shards/log/merge.txt" "$0" merge "$2" || return
  echo "hanscan.sbatch: 'scancel --name=hanscan' stops both, 'hanscan status $shards' tells how far they are" >&2
}

case "${1:-submit}" in
  submit) submit "1-$count" 1 ;;
  read)
    guarded "$hanscan" run "${inputs[@]}" --shard "slurm/$count" --out "$shards" --scratch "$scratch" \
      --jobs "$cores" --quiet "${options[@]}"
    status=$?
    if [ "$status" -eq 73 ]; then
      echo 'hanscan.sbatch: no room on the disk of this node: the store is written where all see it' >&2
      guarded "$hanscan" run "${inputs[@]}" --shard "slurm/$count" --out "$shards" --jobs "$cores" --quiet \
        "${options[@]}"
      status=$?
    fi
    case $status in
      0 | 65) exit 0 ;;  # 65: some pages failed, and the joined store says which and why
      64 | 66 | 69) exit "$status" ;;  # the same everywhere: a person has to look
      *) again "$status" ;;
    esac
    ;;
  merge)
    guarded "$hanscan" merge "$shards" --out "$joined"
    status=$?
    missing=
    for ((shard = 1; shard <= count; shard++)); do
      [ -e "$shards/shard-$shard-of-$count/manifest.json" ] || missing+=${missing:+,}$shard
    done
    case $status in
      0) exit 0 ;;
      66)
        # Tasks that were killed for good, such as by a node that ran out of memory; where none is missing, scans were
        # added while the shards were read, and all are looked through again.
        [ "$2" -lt 5 ] && submit "${missing:-1-$count}" $(($2 + 1)) && exit 0
        exit 66
        ;;
      70 | 73 | 74 | 75 | 137 | 143) again "$status" ;;
      *) exit "$status" ;;
    esac
    ;;
esac
