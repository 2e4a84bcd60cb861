# The common part of this folder's recipes: their tools and data from Debian, PyTorch from PyPI. Sourced; wants `name`, `here`,
# `root`, `work` and `minutes`, and leaves `debian`, where packages are unpacked, and `python`.
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1

say() { echo "$name: $*" >&2; }
fail() {
  say "$@"
  exit 69
}

[[ $minutes =~ ^[0-9]+([.][0-9]+)?$ ]] || fail "MINUTES is a number, not '$minutes'"
command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || fail "this recipe takes what it draws with from Debian 12"
debian=$work/debian
python=${PYTHON:-$work/venv/bin/python}
mkdir -p "$work/packages" "$debian"

part() { awk -F'\t' -v part="$1" '$1 == part { print $2 }' "$here/packages.txt"; }

# tools PART: stops where a package of this part is not installed.
tools() {
  local missing=() package
  for package in $(part "$1"); do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ "${#missing[@]}" -eq 0 ] || fail "these packages are missing: apt-get install ${missing[*]}"
}

# fetched PART WHAT: fetches the packages of this part and unpacks them in `debian`, without installing them.
fetched() {
  local wanted=() package
  for package in $(part "$1"); do
    [ -e "$work/packages/$package.done" ] || wanted+=("$package")
  done
  [ "${#wanted[@]}" -gt 0 ] || return 0
  say "fetching ${#wanted[@]} packages with $2"
  cd "$work/packages"
  rm -f -- *.deb
  apt-get -qq -o APT::Sandbox::User="$(id -un)" download "${wanted[@]}" || fail "they cannot be fetched: apt-get update, or see above"
  for package in "${wanted[@]}"; do
    dpkg-deb -x "${package}"_*.deb "$debian"
    (echo "${package}"_*.deb) >"$package.done" # which version it was
    rm -f -- "${package}"_*.deb
  done
  cd "$root"
}

# pytorch: makes an environment with requirements.txt, where PYTHON names none.
pytorch() {
  if [ -n "${PYTHON:-}" ] || cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then return 0; fi
  say "PyTorch and the rest of requirements.txt go into $work/venv"
  python3 -m venv "$work/venv"
  local index=()
  command -v nvidia-smi >/dev/null || index=(--extra-index-url https://download.pytorch.org/whl/cpu)
  "$python" -m pip install -q "${index[@]}" "$(grep ^torch= "$here/requirements.txt")"
  "$python" -m pip install -q -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$work/venv/requirements.txt"
}

# lists: writes the lists of words and sentences, from the packages of the part `text`. They go to a folder of another name
# first, so that an interrupted start does not leave half of them.
lists() {
  [ ! -d "$work/lists" ] || return 0
  say "writing the lists of words and sentences"
  rm -rf "$work/lists.part"
  "$python" "$here/lists.py" "$debian" "$work/lists.part"
  mv "$work/lists.part" "$work/lists"
}
