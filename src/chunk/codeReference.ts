/** A captured mention of a name to a reference. */

import type { Reference, ReferenceKind } from '../base/types.ts';

const MAX_NAME = 120;

/**
 * @param name as written; of an import without `from` it is the module itself, quotes and brackets included
 * @param from the receiver of a call or the module of an import, '' where there is none
 * @param separator between the parts of a qualified name, which is its own `from`: `A::B`
 * @returns null for what is no name (a computed member, a text that goes on for lines) or means nothing elsewhere (`T`)
 */
export function referenceOf(kind: ReferenceKind, name: string, from: string, separator?: string): Reference | null {
  const bare = unquoted(name);
  if (kind === 'import' && from === '') return moduleReference(bare, bare !== name.trim());
  if (bare === '' || bare.length > MAX_NAME || /\s/.test(bare) || (kind === 'type' && /^[A-Z]\d?$/.test(bare)))
    return null;
  const cut = from === '' && separator !== undefined ? bare.lastIndexOf(separator) : -1;
  if (cut > 0) return { name: bare.slice(cut + separator!.length), kind, from: bare.slice(0, cut) };
  const origin = originOf(unquoted(from));
  return origin === '' ? { name: bare, kind } : { name: bare, kind, from: origin };
}

/** `os.path` → path from os.path; `<sys/types.h>` → types from sys/types.h; `./a/b.js` → b from ./a/b.js. */
function moduleReference(path: string, isFile: boolean): Reference | null {
  if (path === '' || path.length > MAX_NAME * 2 || /\n/.test(path)) return null;
  const parts = path
    .split(isFile || path.includes('/') ? '/' : /::|[.\\]/)
    .filter((part) => part !== '' && part !== '*');
  const last = parts.at(-1) ?? path;
  const name = isFile || path.includes('/') ? last.replace(/(?<=.)\.\w+$/, '') : last;
  return { name, kind: 'import', from: path };
}

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^["'`<]+/, '')
    .replace(/(?<!["'`>])["'`>]+$/, '');
}

/** A receiver that is an expression of its own is told by its last name: `a.b(c).d` → d, and `f(x)` → f. */
function originOf(from: string): string {
  if (from.length <= MAX_NAME && /^[^\s()[\]{}]*$/.test(from)) return from;
  const names = from
    .slice(-4 * MAX_NAME)
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .match(/[\p{L}_$][\p{L}\p{N}_$]*(?=[\s)\]}]*$)/u);
  return names?.[0] ?? '';
}
