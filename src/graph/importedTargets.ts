/** Finds the definition that an imported name, or a member of one, means. Pure. */

import { groupBy } from '../base/groupBy.ts';
import type { Reference } from '../base/types.ts';
import { fromModule, memberOfModule, onlyWithin } from './moduleMembers.ts';
import type { Certainty, Imported, Resolution, Resolved, Site, Target } from './referenceModel.ts';
import { holderOf } from './targetKeys.ts';
import type { TargetSet, TargetSets } from './targetSet.ts';

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
  const target = within === undefined ? fromModule(paths, targets) : onlyWithin(paths, targets.part(holderOf, within));
  return found(target, 'import');
}

const byLocal = new WeakMap<readonly Imported[], Map<string, Imported[]>>();

/** The imports of a file that bind a name. */
export function importsOf({ imports }: Site, local: string): readonly Imported[] {
  let known = byLocal.get(imports);
  if (known === undefined) {
    known = groupBy(imports, (entry) => entry.local);
    byLocal.set(imports, known);
  }
  return known.get(local) ?? [];
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
  if (owner === null) return found(fromModule(paths, fitting), 'import');
  return found(memberOfModule(paths, fitting.part(holderOf, owner)), 'import');
}

export function firstOf<T extends Target>(answers: readonly Resolution<T>[]): Resolution<T> {
  return answers.find((answer) => answer !== null && answer !== 'elsewhere') ?? answers[0] ?? null;
}

export function found<T extends Target>(target: T | null, by: Certainty): Resolved<T> | null {
  return target === null ? null : { target, by };
}
