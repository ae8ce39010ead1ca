/** The choice among definitions that fit a reference: one, or none where several fit equally well. Pure. */

import { fileNameOf, folderOf } from '../base/pathParts.ts';
import { languageRules } from '../languages/referenceRules.ts';
import type { Target } from './referenceModel.ts';

/** The one element, or null for none or several different ones. Overloads of one name in one file are one. */
export function only<T extends Target>(targets: readonly (T | null)[]): T | null {
  const all = targets.filter((target) => target !== null);
  const bodies = all.length > 1 ? all.filter(({ path }) => !/\.(h|hh|hpp|hxx|d\.ts)$/.test(path)) : all;
  const left = bodies.length > 0 ? bodies : all;
  const [first] = left;
  if (first === undefined) return null;
  return left.every(({ path, scope }) => path === first.path && scope.join('\0') === first.scope.join('\0'))
    ? first
    : null;
}

/** The only one; or the only one in the smallest folder around the place that holds any. */
export function nearest<T extends Target>(targets: readonly T[], path: string): T | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const inside = targets.filter((target) => folder === '' || target.path.startsWith(`${folder}/`));
    if (inside.length > 0 || folder === '') return only(inside);
  }
}

export function pathOf({ path }: Target): string {
  return path;
}

export function isTopLevel(target: Target): boolean {
  const { namespaces, classFiles } = languageRules(target.language);
  if (isMember(target) || target.scope.length > namespaces) return false;
  return !classFiles || target.scope.at(-1) !== /[^.]+/.exec(fileNameOf(target.path))?.[0];
}

export function isMember({ kind, language, scope }: Target): boolean {
  if (kind === 'method') return true;
  // Types and constants of an impl or a trait, whose name a module's is not like.
  if (language === 'rust' && (kind === 'type' || kind === 'constant')) return /^\p{Lu}/u.test(scope.at(-1) ?? '');
  return kind === 'function' && scope.length > 0 && languageRules(language).functionsAreMembers;
}
