#!/usr/bin/env bash
# commit.sh   the commit that the tree stands on, `+changes` where it differs from it; nothing where that is not known.
set -euo pipefail
cd "$(dirname "$0")/../.."
# A repository of somebody else's, above this tree, says nothing of it.
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] || exit 0
commit=$(git rev-parse --short=12 HEAD 2>/dev/null) || exit 0
[ -z "$(git status --porcelain 2>/dev/null)" ] || commit+=+changes
echo "$commit"
