/** Finds the members of a module by name: at its top, inside of it, or passed on by its index file. Pure. */

import { isTopLevel, only, pathOf } from './chooseTarget.ts';
import type { Target } from './referenceModel.ts';
import type { TargetSet } from './targetSet.ts';

type Paths = ReadonlySet<string>;

/** @param paths the module's files; known by the identity of the set */
export function fromModule<T extends Target>(paths: Paths, targets: TargetSet<T>): T | null {
  const named = targets.where(isNoMethod);
  const top = named.where(isTopLevel);
  return named.remember(
    paths,
    'module',
    () => onlyWithin(paths, top) ?? onlyWithin(paths, named) ?? behind(paths, top),
  );
}

/** Whatever its kind. */
export function memberOfModule<T extends Target>(paths: Paths, members: TargetSet<T>): T | null {
  return members.remember(paths, 'member', () => onlyWithin(paths, members) ?? behind(paths, members));
}

export function onlyWithin<T extends Target>(paths: Paths, targets: TargetSet<T>): T | null {
  const { all } = targets;
  return only(
    paths.size < all.length
      ? [...paths].flatMap((path) => targets.part(pathOf, path).all)
      : all.filter(({ path }) => paths.has(path)),
  );
}

const BARREL = /^(.*?)(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.pyi?|mod\.rs|lib\.rs)$/;

/** An index file passes on only what lies below its folder. */
function behind<T extends Target>(paths: Paths, { all }: TargetSet<T>): T | null {
  const folders = [...paths].flatMap((path) => BARREL.exec(path)?.[1] ?? []);
  if (folders.length === 0) return null;
  return only(all.filter(({ path }) => folders.some((folder) => path.startsWith(folder === '' ? '' : `${folder}/`))));
}

function isNoMethod({ kind }: Target): boolean {
  return kind !== 'method';
}
