/** By what definitions are grouped: functions that a TargetSet knows by their identity. Pure. */

import { familyOf } from '../languages/referenceRules.ts';
import type { Target } from './referenceModel.ts';

export function familyKey({ language }: Target): string {
  return familyOf(language);
}

/** Its owner: the definition it is a member of or stands in. */
export function holderOf({ scope }: Target): string | undefined {
  return scope.at(-1);
}

export function scopeKey({ scope }: Target): string {
  return keyOfScope(scope);
}

export function keyOfScope(scope: readonly string[]): string {
  return `${scope.length}\0${scope.join('\0')}`;
}

const packageKeys = new Map<(path: string) => string, (target: Target) => string>();

/** One function for each rule: a set of targets knows its parts by it. */
export function packageKey(packageOf: (path: string) => string): (target: Target) => string {
  let key = packageKeys.get(packageOf);
  if (key === undefined) {
    key = ({ path }) => packageOf(path);
    packageKeys.set(packageOf, key);
  }
  return key;
}
