/** What one definition has to do with another, in words, and which relation of several says most. Pure. */

import type { ChunkKind, ReferenceKind } from '../base/types.ts';

/** What one use of each kind is worth to a reader. */
export const KIND_WEIGHTS: Readonly<Record<ReferenceKind, number>> = {
  call: 1,
  inherit: 1,
  type: 0.7,
  link: 0.5,
  import: 0.5,
};

/** What the one that refers does: `calls Store.open`. @param target what is referred to: a constant may stand where types do */
export function useOf(kind: ReferenceKind, name: string, target: ChunkKind): string {
  return kind === 'type' && target === 'constant' ? `uses ${name}` : USES[kind](name);
}

/** What is said of the one that is referred to: `called by Store.open`. */
export function usedBy(kind: ReferenceKind, user: string, target: ChunkKind): string {
  return kind === 'type' && target === 'constant' ? `used by ${user}` : USED_BY[kind](user);
}

const USES: Readonly<Record<ReferenceKind, (name: string) => string>> = {
  call: (name) => `calls ${name}`,
  inherit: (name) => `inherits from ${name}`,
  type: (name) => `uses the type ${name}`,
  import: (name) => `imports ${name}`,
  link: (name) => `links to ${name}`,
};

const USED_BY: Readonly<Record<ReferenceKind, (user: string) => string>> = {
  call: (user) => `called by ${user}`,
  inherit: (user) => `base of ${user}`,
  type: (user) => `used as a type by ${user}`,
  import: (user) => `imported by ${user}`,
  link: (user) => `linked from ${user}`,
};

/** `Store.open` */
export function titleOf({ name, scope }: { name: string; scope: readonly string[] }): string {
  return [...scope.slice(-1), name].join('.');
}
