/**
 * Finds the definition that an imported name, or a member of one, means: at the top of a module,
 * inside of it, or passed on by its index file. Pure.
 */

import { getOrMake, groupBy } from '../base/lists.ts';
import type { Reference } from '../base/types.ts';
import type { Imported, ReferenceCertainty, Resolution, Resolved, Site, Target } from './referenceModel.ts';
import { holderKey, isTopLevel, only, pathKey, type TargetSet, type TargetSets } from './targetSet.ts';

/** @returns the definition that an import statement of the file names */
export function resolveImport<T extends Target>(
  { name }: Reference,
  { imports }: Site,
  named: TargetSets<T>,
): Resolution<T> {
  const targets = named(name);
  return targets.remember(imports, 'import', () => {
    for (const entry of imports) {
      if (entry.name !== name) continue;
      const answer = resolveImported(entry, targets);
      if (answer !== null) return answer;
    }
    return null;
  });
}

/** @param targets those with the entry's name */
function resolveImported<T extends Target>(
  { paths, name, within }: Imported,
  targets: TargetSet<T> | null,
): Resolution<T> {
  if (paths.size === 0) return 'elsewhere';
  if (name === null || targets === null) return null;
  const target = within === undefined ? fromModule(paths, targets) : onlyWithin(paths, targets.part(holderKey, within));
  return resolvedBy(target, 'import');
}

const byLocal = new WeakMap<readonly Imported[], Map<string, Imported[]>>();

/** The imports of a file that bind a name. */
export function importsOf({ imports }: Site, local: string): readonly Imported[] {
  return getOrMake(byLocal, imports, () => groupBy(imports, (entry) => entry.local)).get(local) ?? [];
}

/** @returns undefined where no import of the file binds the name */
export function imported<T extends Target>(
  name: string,
  site: Site,
  fitting: TargetSet<T>,
  aliased: { name: string; targets: TargetSet<T> } | null,
): Resolution<T> | undefined {
  const named = importsOf(site, name);
  if (named.length === 0) return undefined;
  return fitting.remember(site.imports, `bound\0${name}`, () =>
    firstOf(
      named.map((entry) => {
        const isAlias = aliased !== null && entry.name === aliased.name;
        return resolveImported(entry, entry.name === name ? fitting : isAlias ? aliased.targets : null);
      }),
    ),
  );
}

export function memberOfImport<T extends Target>(
  { name, paths }: Imported,
  rest: readonly string[],
  fitting: TargetSet<T>,
): Resolution<T> {
  if (paths.size === 0) return 'elsewhere';
  const owner = rest.at(-1) ?? name;
  if (owner === null) return resolvedBy(fromModule(paths, fitting), 'import');
  return resolvedBy(memberOfModule(paths, fitting.part(holderKey, owner)), 'import');
}

export function firstOf<T extends Target>(answers: readonly Resolution<T>[]): Resolution<T> {
  return answers.find((answer) => answer !== null && answer !== 'elsewhere') ?? answers[0] ?? null;
}

export function resolvedBy<T extends Target>(target: T | null, by: ReferenceCertainty): Resolved<T> | null {
  return target === null ? null : { target, by };
}

// Finds the members of a module by name: at its top, inside of it, or passed on by its index file.
// Pure.

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
function memberOfModule<T extends Target>(paths: Paths, members: TargetSet<T>): T | null {
  return members.remember(paths, 'member', () => onlyWithin(paths, members) ?? behind(paths, members));
}

export function onlyWithin<T extends Target>(paths: Paths, targets: TargetSet<T>): T | null {
  const { all } = targets;
  return only(
    paths.size < all.length
      ? [...paths].flatMap((path) => targets.part(pathKey, path).all)
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
