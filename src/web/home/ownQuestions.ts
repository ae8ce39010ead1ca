/** Questions that a repository's own code answers, for one who does not know what to ask. Pure. */

import type { RepositoryMap } from '../../server/pageTypes.ts';

type CentralFile = RepositoryMap['central'][number];

export interface OwnQuestion {
  text: string;
  /** What such a question is answered with. */
  tells: string;
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);
const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum']);

/** Names that say something: not `i`, `id`, `T` or a macro. */
const TELLING = /^(?![A-Z\d_]+$)[\p{L}_$][\p{L}\p{N}_$]{3,39}$/u;
/** Two words or more: `openStore`, `open_store`. */
const WORDS = /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u;
/** What every file of the language has. */
const USUAL = /^(?:toString|equals|hashCode|main|init|constructor|__\w+__)$/;

/** @returns three, each about another file where there are as many; fewer of a small repository */
export function ownQuestions({ central }: Pick<RepositoryMap, 'central'>): OwnQuestion[] {
  const asked: OwnQuestion[] = [];
  const told = new Set<CentralFile>();
  const ask = (
    kinds: ReadonlySet<string>,
    fits: (name: string) => boolean,
    question: (name: string) => OwnQuestion,
  ): void => {
    const found = firstOf(central, told, kinds, fits) ?? firstOf(central, new Set(), kinds, fits);
    if (found === null || asked.some(({ text }) => text === question(found.name).text)) return;
    told.add(found.file);
    asked.push(question(found.name));
  };
  ask(
    FUNCTIONS,
    (name) => WORDS.test(name),
    (name) => ({ text: `how does ${name} work`, tells: 'the definition, and what belongs to it' }),
  );
  ask(
    TYPES,
    () => true,
    (name) => ({ text: `who uses ${name}`, tells: 'the code that refers to it' }),
  );
  const other = central.find((file) => !told.has(file)) ?? central[0];
  if (other !== undefined) asked.push({ text: `what changed in ${other.path}`, tells: 'its commits, and the code' });
  return asked;
}

function firstOf(
  central: readonly CentralFile[],
  without: ReadonlySet<CentralFile>,
  kinds: ReadonlySet<string>,
  fits: (name: string) => boolean,
): { file: CentralFile; name: string } | null {
  for (const file of central) {
    if (without.has(file)) continue;
    for (const { name, kind } of file.defines)
      if (kinds.has(kind) && TELLING.test(name) && !USUAL.test(name) && fits(name)) return { file, name };
  }
  return null;
}
