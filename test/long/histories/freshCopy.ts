/** A repository in the same state as a worktree of a history, which no index of that history has ever seen. */

import { join } from 'node:path';
import { change, type World } from './world.ts';

/**
 * All of the Git directory but indexes and other worktrees, and each file of the working tree as it is. Git looks into a file where its
 * inode is another one, and sees there what new attributes make of it: in the copy it is to believe what it believes in the history.
 */
const COPY = `set -e
rm -rf "$FRESH"; mkdir -p "$FRESH/.git"
own=$(git rev-parse --absolute-git-dir); common=$(cd "$(git rev-parse --git-common-dir)" && pwd -P)
find "$common" -mindepth 1 -maxdepth 1 ! -name cora ! -name worktrees -exec cp -a -t "$FRESH/.git" {} +
if [ "$own" != "$common" ]; then
  rm -rf "$FRESH/.git/"*_HEAD "$FRESH/.git/"rebase-* "$FRESH/.git/"sharedindex.* "$FRESH/.git/index" "$FRESH/.git/sequencer" "$FRESH/.git/config.worktree" "$FRESH/.git/info/sparse-checkout"
  find "$own" -mindepth 1 -maxdepth 1 ! -name commondir ! -name gitdir ! -name locked ! -name info ! -name refs -exec cp -a -t "$FRESH/.git" {} +
  [ ! -e "$own/info/sparse-checkout" ] || { mkdir -p "$FRESH/.git/info"; cp -a "$own/info/sparse-checkout" "$FRESH/.git/info/"; }
fi
find . -mindepth 1 -maxdepth 1 ! -name .git -exec cp -a -t "$FRESH" {} +
git -C "$FRESH" config core.trustctime false; git -C "$FRESH" config core.checkStat minimal
`;

/** Only where nothing but the commit, the rules beside the tree and the settings say what there is. */
const CLONE = `set -e
isEmpty() { [ -z "$("$@")" ] || exit 1; }
isEmpty git status --porcelain --ignored
isEmpty git replace -l
isEmpty git config --get-regexp '^(filter|remote.origin.promisor|core.(autocrlf|ignorecase|precompose|sparsecheckout))'
git ls-files -v | grep -q '^[^H]' && exit 1
git ls-files -s | grep -q '^160000' && exit 1
[ ! -e "$(git rev-parse --git-path info/sparse-checkout)" ] || exit 1
common=$(cd "$(git rev-parse --git-common-dir)" && pwd -P)
rm -rf "$FRESH"
git clone -q --no-local . "$FRESH" 2>/dev/null
[ "$(git -C "$FRESH" rev-parse HEAD)" = "$(git rev-parse HEAD)" ]
mkdir -p "$FRESH/.git/info"
rm -f "$FRESH/.git/info/exclude"
for rules in exclude attributes; do [ ! -e "$common/info/$rules" ] || cp -a "$common/info/$rules" "$FRESH/.git/info/"; done
`;

/** @returns the absolute folder, and whether it is a true clone; null where the state cannot be copied */
export function freshCopy(world: World, where: string, name: string): { dir: string; isClone: boolean } | null {
  const dir = join(world.root, name);
  const run = (script: string): boolean =>
    change(world, { do: 'sh', in: where, at: 0, script: `FRESH=${dir}\n${script}` }).status === 0;
  if (run(CLONE)) return { dir, isClone: true };
  return run(COPY) ? { dir, isClone: false } : null;
}
