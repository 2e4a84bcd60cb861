#!/usr/bin/env bash
# try.sh DEB [OLDER_DEB] [ROOT]   tries the package in a Debian of its own; `make debtest` calls it, as root.
# Installs, reads samples, upgrades while a run is under way, reads on with the same store, removes and purges. ROOT is
# the folder of a Debian that is there; without one it is made by debootstrap and removed at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."
new=$(realpath "${1:?a package}")
old=${2:+$(realpath "$2")}
root=${3:-}
[ "$(id -u)" -eq 0 ] || { echo "try.sh: chroot needs root" >&2; exit 77; }

fail() { printf 'try.sh: %s\n' "$1" >&2; exit 1; }
step() { printf '== %s\n' "$1"; }
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  chroot "$root" "$@"; }
apt() { inside apt-get -qq -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1 || { tail -20 "$log" >&2; fail "apt-get $1 failed"; }; }
# Every file of the system but what packages of others and the system itself keep.
list() { inside find / -xdev \( -path /proc -o -path /dev -o -path /sys -o -path /tmp -o -path /var/cache -o -path /var/log \
  -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /root -o -path /run \) -prune -o -print | sort; }

log=$(mktemp)
made=
if [ -z "$root" ]; then
  step 'a bare Debian'
  root=$(mktemp -d)
  made=$root
  debootstrap --variant=minbase bookworm "$root" >>"$log" 2>&1 || fail 'debootstrap failed'
fi
mounted=()
finish() {
  for place in "${mounted[@]}"; do umount -l "$place" || true; done
  [ -z "$made" ] || rm -rf --one-file-system "$made"
  rm -f "$log"
}
trap finish EXIT
mount -t proc proc "$root/proc" && mounted+=("$root/proc")
mount --bind /dev "$root/dev" && mounted+=("$root/dev")
work=$root/tmp/try
rm -rf "$work"
mkdir -p "$work/in"
cp "$new" "$work/new.deb"
cp samples/scans/cafe-en.png samples/scans/mart-ko.png "$work/in/"
cp samples/scans/repeated-mart-ko.png "$work/in/copy.png"
run() { inside hanscan run /tmp/try/in --out /var/lib/hanscan/try --settle 0 --quiet "$@"; }
pages() { inside hanscan list --out /var/lib/hanscan/try "$@" | wc -l; }

inside apt-get -qq update >>"$log" 2>&1 || true
if inside dpkg -s hanscan >/dev/null 2>&1; then apt purge -y hanscan; fi
rm -rf "$root/var/lib/hanscan"
# The needs of both packages are installed beforehand, so that files that the packages leave can be told from theirs.
depends=$(for package in "$new" ${old:+"$old"}; do dpkg-deb -f "$package" Depends; done | sed -E 's/\([^)]*\)//g; s/,//g')
# shellcheck disable=SC2086 # Each is a word.
apt install -y --no-install-recommends $depends
list >"$work/before"

if [ -n "$old" ]; then
  step "version $(dpkg-deb -f "$old" Version), and a store of its"
  cp "$old" "$work/old.deb"
  apt install -y --no-install-recommends /tmp/try/old.deb
  run
  before=$(pages)
  [ "$before" -eq 3 ] || fail "$before pages, not 3"
  step 'an upgrade in the midst of a run'
  mkdir "$work/many"
  for number in $(seq 30); do
    { cat samples/scans/cafe-en.png; echo "$number"; } >"$work/many/$number.png"
  done
  inside hanscan run /tmp/try/many --out /var/lib/hanscan/many --settle 0 --quiet --jobs 1 &
  running=$!
  until [ -s "$root/var/lib/hanscan/many/1.png.p0001.txt" ]; do sleep 0.1; kill -0 $running || break; done
  apt install -y --no-install-recommends /tmp/try/new.deb
  wait $running || fail "the run that was under way exited with $?"
  # It has left a store of its own version, which the next run brings up to date.
  inside hanscan run /tmp/try/many --out /var/lib/hanscan/many --settle 0 --log json 2>"$work/log"
  grep -q '"read":0,' "$work/log" || fail 'pages were read again'
  [ "$(inside hanscan list --out /var/lib/hanscan/many --state recognised | wc -l)" -eq 30 ] || fail 'pages were lost'
  step 'the new version goes on with the old store'
  { cat samples/scans/cafe-en.png; echo new; } >"$work/in/new.png"
  inside hanscan run /tmp/try/in --out /var/lib/hanscan/try --settle 0 --log json 2>"$work/log"
  grep -q '"read":1,' "$work/log" || fail 'it read more than what is new'
  [ "$(pages)" -eq 4 ] || fail 'pages were lost'
else
  step 'install'
  apt install -y --no-install-recommends /tmp/try/new.deb
  run
  [ "$(pages)" -eq 3 ] || fail 'pages are missing'
fi
inside hanscan check --out /var/lib/hanscan/try >/dev/null || fail 'the store is not sound'
inside hanscan --version | sed 's/^/   /'
said=$(inside hanscan --version | sed -nE '1s/^hanscan ([^ ]*).*/\1/p')
[ "$said" = "$(dpkg-deb -f "$new" Version | sed 's/-.*//')" ] || fail "the program says $said"
for model in hanscan text-detection; do
  inside hanscan model verify "$model" >/dev/null || fail "the model $model is not sound"
done

step 'removed and purged: the results stay, and nothing else'
apt remove -y hanscan
# Apt does not know a package of nobody's that is gone.
inside dpkg --purge hanscan >>"$log" 2>&1 || fail 'dpkg --purge failed'
list >"$work/after"
left=$(comm -13 "$work/before" "$work/after" | grep -v '^/var/lib/hanscan' || true)
[ -z "$left" ] || fail "left behind: $left"
[ -s "$root/var/lib/hanscan/try/hanscan.sqlite" ] || fail 'the results are gone'
rm -rf "$root/var/lib/hanscan" "$work"
step 'passed'
