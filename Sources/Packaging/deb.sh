#!/usr/bin/env bash
# deb.sh OUT   builds hanscan_VERSION_ARCH.deb into the folder OUT; `make deb` calls it when everything is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(mkdir -p "${1:?a folder for the package}" && cd "$1" && pwd)
swift=${SWIFT:-swift}
packaging=Sources/Packaging
built=.build/static

# One time for all files: that of the last commit, or of the changelog where there is no repository.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null ||
  date -d "$(sed -nE 's/^ -- .*>  (.*)/\1/p' $packaging/changelog | head -1)" +%s)}
export SOURCE_DATE_EPOCH
# As `hanscan --version` says it; nothing where there is no repository.
HANSCAN_COMMIT=${HANSCAN_COMMIT:-$($packaging/commit.sh)}
export HANSCAN_COMMIT
[ -n "$HANSCAN_COMMIT" ] || unset HANSCAN_COMMIT

# The package brings its Swift runtime: Debian has none. Without -enable-testing, which the Makefile passes as well, the
# compiler would inline no function of one module into another.
for product in hanscan hanscan-members; do
  "$swift" build -c release --static-swift-stdlib --product "$product" --scratch-path "$built" \
    -Xswiftc -enable-testing -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=." -Xlinker --build-id=sha1
done
program=$built/release/hanscan

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
stage=$root/stage
put() { install -D -m "$1" "$2" "$stage/$3"; }

put 755 "$program" usr/bin/hanscan
put 755 "$built/release/hanscan-members" usr/lib/hanscan/hanscan-members
# The compiler's digests of its modules know the folder that was built in, and the linker's build ID knows them: they are
# left out, and the ID is made anew of what remains.
# Debian's strip and objcopy lose the segment that is read-only after the start (RELRO); those of LLVM come with Swift.
objcopy=$(dirname "$(readlink -f "$(command -v "$swift")")")/llvm-objcopy
for file in "$stage/usr/bin/hanscan" "$stage/usr/lib/hanscan/hanscan-members"; do
  "$objcopy" --strip-all --remove-section=.comment --remove-section=.swift_modhash "$file"
  "$objcopy" --remove-section=.note.gnu.build-id "$file" "$root/without"
  { printf '\4\0\0\0\24\0\0\0\3\0\0\0GNU\0'
    sha1sum <"$root/without" | cut -c1-40 | perl -ne 'chomp; print pack("H*", $_)'; } >"$root/note"
  "$objcopy" --update-section .note.gnu.build-id="$root/note" "$file"
  readelf -lW "$file" | grep -q GNU_RELRO || { echo "deb.sh: $file has no RELRO" >&2; exit 70; }
done
for model in hanscan text-detection; do "$program" model verify "$model" >/dev/null; done

$packaging/documentation.sh "$program" "$stage/usr" vendor-completions
for unit in "$packaging"/hanscan*@.*; do put 644 "$unit" "lib/systemd/system/$(basename "$unit")"; done

document=usr/share/doc/hanscan
put 644 $packaging/copyright $document/copyright
put 644 README.md $document/README.md
put 644 $packaging/README.md $document/README.Debian
"$program" schema >"$root/page.schema.json"
put 644 "$root/page.schema.json" usr/share/hanscan/page.schema.json
gzip -9nc $packaging/changelog >"$root/changelog.Debian.gz"
put 644 "$root/changelog.Debian.gz" $document/changelog.Debian.gz
gzip -9nc $packaging/CHANGELOG.md >"$root/changelog.gz"
put 644 "$root/changelog.gz" $document/changelog.gz
put 644 samples/hanscan.conf $document/examples/hanscan.conf
for folder in monitoring container slurm; do
  for sample in samples/$folder/*; do put 644 "$sample" "$document/examples/$folder/$(basename "$sample")"; done
done
put 644 $packaging/lintian-overrides usr/share/lintian/overrides/hanscan

# dpkg-shlibdeps looks for the sources' control file.
mkdir -p "$root/debian"
printf 'Source: hanscan\n\nPackage: hanscan\nArchitecture: any\n' >"$root/debian/control"
depends=$(cd "$root" && dpkg-shlibdeps -O --ignore-missing-info "$stage/usr/bin/hanscan" \
  "$stage/usr/lib/hanscan/hanscan-members" 2>/dev/null |
  sed -n 's/^shlibs:Depends=//p')
version=$(sed -nE '1s/.*\(([^)]*)\).*/\1/p' $packaging/changelog)
said=$("$program" --version | sed -nE '1s/^hanscan ([^ ]*).*/\1/p')
[ "${version%-*}" = "$said" ] || { echo "deb.sh: the changelog says $version, the program $said" >&2; exit 70; }
grep -q "^## \[$said\]" $packaging/CHANGELOG.md || { echo "deb.sh: CHANGELOG.md lacks $said" >&2; exit 70; }
"$packaging/sbom.py" "$version" "$stage/usr/bin/hanscan" "$stage/usr/lib/hanscan/hanscan-members" >"$root/sbom.json"
put 644 "$root/sbom.json" $document/hanscan.cdx.json
arch=$(dpkg --print-architecture)
mkdir -p "$stage/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/$(du -k -s --apparent-size "$stage/usr" | cut -f1)/" \
  -e "s/@DEPENDS@/$depends/" $packaging/control >"$stage/DEBIAN/control"
(cd "$stage" && find lib usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
find "$stage" -type d -exec chmod 755 {} +
chmod 644 "$stage/DEBIAN/"*
dpkg-deb --root-owner-group --uniform-compression -Zxz --build "$stage" "$out/hanscan_${version}_$arch.deb" >/dev/null
cp "$stage/$document/hanscan.cdx.json" "$out/hanscan_${version}_$arch.cdx.json"
echo "$out/hanscan_${version}_$arch.deb"
