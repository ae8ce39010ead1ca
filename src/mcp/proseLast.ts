/** Code before documentation: a budget cuts the tail, and what follows next begins at the head. Pure. */

/** @param prose the kind that documentation has; otherwise the order stays */
export function proseLast<T extends { kind: string }>(items: readonly T[], prose: 'section' | 'link'): T[] {
  return [...items.filter(({ kind }) => kind !== prose), ...items.filter(({ kind }) => kind === prose)];
}
