/** A file's name as words of a query are looked for in it. Pure. */

import { NAMELESS } from './pathWords.ts';

/** Every query looks at the names of all files, and a view shares its files with the one before. */
const names = new WeakMap<{ path: string }, string>();

/** @returns in lower case, behind its folder's name where its own says nothing: `parser/index.ts`, `openTable.ts` → `opentable.ts` */
export function lowerName(file: { path: string }): string {
  let name = names.get(file);
  if (name === undefined) {
    const { path } = file;
    const lower = path.toLowerCase();
    const start = lower.lastIndexOf('/') + 1;
    const folder = NAMELESS.has(lower.slice(start).split('.', 1)[0]!) ? lower.lastIndexOf('/', start - 2) + 1 : start;
    name = lower.slice(folder);
    names.set(file, name);
  }
  return name;
}
