/** Holds each relation that an answer shows ("called by Store.open") against what `cora refs` resolves. */

import { findReferences, openSearcher, type ReferenceHit, type RelatedHit } from '../../../src/index.ts';
import { type Answers, optionsOf, type Place, surroundingsOf } from './answers.ts';
import type { Difference } from './differences.ts';

/** The place shown refers to the one that is named, */
const REFERS = /^(?:calls|inherits from|uses the type|uses|imports|links to|test of) (.+)$/s;
/** or is referred to by it. */
const IS_REFERRED_TO = /^(?:called by|base of|used as a type by|used by|imported by|linked from) (.+)$/s;

type Shown = Pick<RelatedHit, 'path' | 'startLine' | 'endLine' | 'symbol' | 'reason'>;

/** @returns relations that `refs` does not know */
export async function falseRelations(place: Place, answers: Answers): Promise<Difference[]> {
  const searcher = await openSearcher(optionsOf(place), surroundingsOf(place));
  try {
    const context = await searcher.symbols();
    const known = new Map<string, Promise<ReferenceHit[]>>();
    const refs = (name: string): Promise<ReferenceHit[]> => {
      const found = known.get(name) ?? findReferences(context, name);
      known.set(name, found);
      return found;
    };
    const found: Difference[] = [];
    for (const [what, answer] of Object.entries(answers)) {
      for (const shown of relationsIn(answer)) {
        if (await isResolved(shown, refs)) continue;
        found.push({
          what,
          at: `${shown.path}:${shown.startLine} ${shown.symbol}: "${shown.reason}" is not among its refs`,
        });
      }
    }
    return found;
  } finally {
    searcher.close();
  }
}

function relationsIn(answer: unknown): Shown[] {
  const hits = Array.isArray(answer) ? answer : ((answer as { related?: unknown[] } | null)?.related ?? []);
  return (hits as Partial<Shown>[]).filter((hit): hit is Shown => hit.reason !== undefined);
}

async function isResolved(
  { path, startLine, endLine, symbol, reason }: Shown,
  refs: (name: string) => Promise<ReferenceHit[]>,
): Promise<boolean> {
  const holds = (where: string, line: number): boolean => where === path && startLine <= line && line <= endLine;
  const referred = REFERS.exec(reason)?.[1];
  if (referred !== undefined)
    return (await refs(lastOf(referred))).some((ref) => ref.target !== null && holds(ref.path, ref.line));
  const user = IS_REFERRED_TO.exec(reason)?.[1];
  if (user === undefined) return true;
  return (await refs(symbol)).some(
    ({ target, path: from, symbol: holder }) =>
      target !== null && holds(target.path, target.startLine) && (from === user || holder === lastOf(user)),
  );
}

const lastOf = (title: string): string => title.slice(title.lastIndexOf('.') + 1);
