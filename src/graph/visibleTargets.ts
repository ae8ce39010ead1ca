/** Which definitions a bare name may mean where it stands: by nesting, by what files hide, by Ruby's modules. Pure. */

import { type LanguageRules, languageRules } from '../languages/referenceRules.ts';
import { isMember, pathOf } from './chooseTarget.ts';
import { basesOf } from './inheritance.ts';
import type { Site, Target } from './referenceModel.ts';
import { holderOf, keyOfScope, scopeKey } from './targetKeys.ts';
import { TargetSet } from './targetSet.ts';

/**
 * The innermost that are visible by nesting: their scope encloses the place. A member needs a receiver, unless the language
 * adds one.
 */
export function visibleFrom<T extends Target>(
  { path, scope, owner }: Site,
  fitting: TargetSet<T>,
  { implicitReceiver, outerMembers }: LanguageRules,
): TargetSet<T> | null {
  const here = fitting.part(pathOf, path);
  if (here.isEmpty) return null;
  for (let depth = scope.length; depth >= 0; depth--) {
    const inScope = here.part(scopeKey, keyOfScope(scope.slice(0, depth)));
    const asMembers = implicitReceiver && (outerMembers || (depth > 0 && scope[depth - 1] === owner));
    const visible = asMembers || inScope.isEmpty ? inScope : inScope.where(isNoMember);
    if (!visible.isEmpty) return visible;
  }
  return null;
}

/** What other files don't hide. */
export function seenFrom<T extends Target>({ path, sees }: Site, targets: TargetSet<T>): TargetSet<T> {
  const open = targets.where(isNeverHidden);
  if (open.all.length === targets.all.length) return open;
  return targets.remember(seenFrom, path, () => {
    const isSeen = (target: T): boolean => {
      if (target.path === path) return true;
      const rules = languageRules(target.language);
      return !rules.isPrivate(target) && (!rules.needsInclude(target) || sees(target.path));
    };
    return new TargetSet(targets.all.filter(isSeen));
  });
}

/** A constant without its module is one of a module around, or of one that is included. */
export function reachedFrom<T extends Target>(
  site: Site,
  targets: TargetSet<T>,
  { lexicalConstants }: LanguageRules,
): TargetSet<T> {
  if (!lexicalConstants) return targets;
  const { path, scope, owner } = site;
  const constants = targets.where(isBoundToModule);
  if (constants.isEmpty) return targets;
  return targets.remember(site.heads, [path, owner ?? '', keyOfScope(scope)].join('\0'), () => {
    const around = scope.map((_, at) => keyOfScope(scope.slice(0, at + 1)));
    const reached = new Set(['0\0', ...around].flatMap((key) => constants.part(scopeKey, key).all));
    for (const { name } of owner === null ? [] : basesOf(site.heads, owner))
      for (const target of constants.part(holderOf, name).all) reached.add(target);
    return new TargetSet(targets.all.filter((target) => !isBoundToModule(target) || reached.has(target)));
  });
}

function isNeverHidden(target: Target): boolean {
  const rules = languageRules(target.language);
  return !rules.isPrivate(target) && !rules.needsInclude(target);
}

function isBoundToModule({ kind }: Target): boolean {
  return kind !== 'function' && kind !== 'method';
}

function isNoMember(target: Target): boolean {
  return !isMember(target);
}

/** Without those of the file that stand in a block of statements which does not hold the place. */
export function standing<T extends Target>(name: string, site: Site, all: TargetSet<T>): TargetSet<T> {
  const { path } = site;
  const beyond = site.outOfReach(name);
  if (beyond.size === 0) return all;
  return all.remember(
    beyond,
    path,
    () => new TargetSet(all.all.filter((target) => target.path !== path || !beyond.has(target.startLine))),
  );
}

/** Those of the file that begin on the lines. */
export function beginningAt<T extends Target>(
  lines: ReadonlySet<number>,
  { path }: Site,
  fitting: TargetSet<T>,
): TargetSet<T> {
  return fitting.remember(
    lines,
    path,
    () => new TargetSet(fitting.part(pathOf, path).all.filter(({ startLine }) => lines.has(startLine))),
  );
}
