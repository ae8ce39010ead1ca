/** Questions that a repository's own code answers, for one who does not know what to ask. Pure. */

import type { RepositoryMap } from '../../server/pageTypes.ts';

type CentralFile = RepositoryMap['central'][number];

export interface OwnQuestion {
  text: string;
  /** Says what answers such a question. */
  tells: string;
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);
const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum']);

/** Names that say something: not `i`, `id`, `T` or a macro. */
const TELLING = /^(?![A-Z\d_]+$)[\p{L}_$][\p{L}\p{M}\p{N}_$]{3,39}$/u;
/** Two words or more: `openStore`, `open_store`. */
const WORDS = /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u;
/** Names that every program has. */
const USUAL =
  /^(?:toString|equals|hashCode|main|init|constructor|__\w+__)$|assert|panic|debug|print|^log|log(?:ger)?$/i;

/** The most definitions of a file that are worth a question. */
const MOST_MENTIONED = 6;

/**
 * Makes questions of a repository's own names.
 * @param hasHistory false where nothing behind the page knows commits
 * @returns three, each about another file where there are as many; fewer of a small repository
 */
export function ownQuestions({ central }: Pick<RepositoryMap, 'central'>, hasHistory = true): OwnQuestion[] {
  const asked: OwnQuestion[] = [];
  const told = new Set<CentralFile>();
  /** Takes a name of the first kind that there is, one of two words where there is one. */
  const ask = (kinds: readonly ReadonlySet<string>[], question: (name: string) => OwnQuestion): void => {
    for (const fits of [WORDS, TELLING]) {
      for (const kind of kinds) {
        const found = firstOf(central, told, kind, fits);
        if (found === null) continue;
        told.add(found.file);
        asked.push(question(found.name));
        return;
      }
    }
  };
  const work = (name: string): OwnQuestion => ({
    text: `how does ${name} work`,
    tells: 'the definition, and what belongs to it',
  });
  const uses = (name: string): OwnQuestion => ({ text: `who uses ${name}`, tells: 'the code that refers to it' });
  ask([FUNCTIONS, TYPES], work);
  ask([TYPES, FUNCTIONS], uses);
  if (!hasHistory) {
    ask([FUNCTIONS, TYPES], work);
    return asked;
  }
  const [first] = central;
  // Beside the file that matters most: code of others has no changes that anybody asks about.
  const others = central.filter((file) => !told.has(file));
  const other = others.find(({ path }) => topOf(path) === topOf(first!.path)) ?? others[0] ?? first;
  if (other !== undefined)
    asked.push({ text: `what changed in ${calledShort(other.path)}`, tells: 'its commits, and the code' });
  return asked;
}

function firstOf(
  central: readonly CentralFile[],
  without: ReadonlySet<CentralFile>,
  kinds: ReadonlySet<string>,
  fits: RegExp,
): { file: CentralFile; name: string } | null {
  for (const file of central) {
    if (without.has(file)) continue;
    for (const { name, kind } of file.defines.slice(0, MOST_MENTIONED))
      if (kinds.has(kind) && TELLING.test(name) && !USUAL.test(name) && fits.test(name)) return { file, name };
  }
  return null;
}

function topOf(path: string): string {
  return path.slice(0, path.indexOf('/') + 1);
}

/** The most characters of a path that leave a question readable. */
const LONGEST = 40;

function calledShort(path: string): string {
  return path.length <= LONGEST ? path : path.slice(path.lastIndexOf('/') + 1);
}
