/** The names that a view defines, as matchNames looks them up: each once, with its usual spelling and its letters. Pure. */

import type { Definition } from '../../base/types.ts';
import { joinedName, splitIdentifier, stem } from '../../base/words.ts';

export interface KnownName {
  /** Joined, lower case. */
  name: string;
  /** As it is most often written; of equals the first in code units. */
  spelling: string;
  /** How many definitions there are. */
  count: number;
  /** One bit for each letter of a to z and one for all digits: two edits change at most four of them. */
  letters: number;
}

export interface NameList {
  names: readonly KnownName[];
  has(name: string): boolean;
  /** The distinct parts of all names: `lossMask` → loss, mask. Made when first asked for. */
  words(): readonly KnownWord[];
}

export interface KnownWord extends KnownName {
  stem: string;
}

/** Headings are sentences, not names. */
const NOT_NAMED: ReadonlySet<Definition['kind']> = new Set(['section', 'text']);

export function createNameList(definitions: Iterable<Pick<Definition, 'name' | 'kind'>>): NameList {
  const spellings = new Map<string, number>();
  for (const { name, kind } of definitions) {
    if (!NOT_NAMED.has(kind)) spellings.set(name, (spellings.get(name) ?? 0) + 1);
  }
  const names = new Map<string, KnownName & { most: number }>();
  for (const [spelling, count] of spellings) {
    const name = joinedName(spelling);
    if (name === '') continue;
    const known = names.get(name);
    if (known === undefined) names.set(name, { name, spelling, count, letters: lettersOf(name), most: count });
    else {
      known.count += count;
      if (count > known.most || (count === known.most && spelling < known.spelling)) {
        known.most = count;
        known.spelling = spelling;
      }
    }
  }
  const list = [...names.values()];
  let words: readonly KnownWord[] | undefined;
  return {
    names: list,
    has: (name) => names.has(name),
    words: () => {
      words ??= wordsOf(list);
      return words;
    },
  };
}

function wordsOf(names: readonly KnownName[]): KnownWord[] {
  const counts = new Map<string, number>();
  for (const { spelling, count } of names) {
    for (const part of splitIdentifier(spelling)) counts.set(part, (counts.get(part) ?? 0) + count);
  }
  return [...counts].map(([name, count]) => ({
    name,
    spelling: name,
    count,
    letters: lettersOf(name),
    stem: stem(name),
  }));
}

const DIGITS = 26;

export function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) letters |= 1 << DIGITS;
  }
  return letters;
}
