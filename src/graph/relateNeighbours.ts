/** What neighbours in the graph of references truly have to do with the hits: the graph only says where to look. */

import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey } from '../base/types.ts';
import { DEFINES, joinedName } from '../base/words.ts';
import type { Neighbour, Seed } from './expand.ts';
import { findRelations, type Relation } from './findRelations.ts';
import { focusesOf } from './focusOf.ts';
import type { SymbolContext } from './rowsOfName.ts';

/** Neighbours that are looked at, best first, and of these the files that are read. */
const MOST_NEIGHBOURS = 12;
const MOST_FILES = 4;
/** What more chunks than these define is not looked up for its users: it is left to `cora related`. */
const MOST_DEFINERS = 50;

export interface RelatedNeighbour {
  relation: Relation;
  /** Null in a file of `tests` that is none of the neighbours. */
  near: Neighbour | null;
}

/**
 * @param near best first
 * @param tests files that are looked at too
 * @returns in the order of the neighbours, those without one last
 */
export async function relateNeighbours(
  context: SymbolContext,
  seeds: readonly Seed[],
  near: readonly Neighbour[],
  tests: ReadonlySet<BlobKey>,
): Promise<RelatedNeighbour[]> {
  const candidates = near.filter(({ links }) => links.length > 0).slice(0, MOST_NEIGHBOURS);
  const users = candidates.filter(({ links }) => links.some(({ isUser }) => isUser));
  const files = new Set([...tests, ...users.map(({ chunk }) => rowKeyOf(chunk.row))]);
  const focuses = await focusesOf(context, seeds);
  const { statistics } = context.view;
  const isRare = (name: string): boolean => statistics.frequency(DEFINES + joinedName(name)) <= MOST_DEFINERS;
  const relations = await findRelations(context, focuses, {
    files: new Set([...files].slice(0, MOST_FILES)),
    names: new Set(focuses.flatMap(({ definitions }) => definitions.map(({ name }) => name)).filter(isRare)),
    used: new Set(candidates.flatMap(({ links }) => links.flatMap(({ name, isUser }) => (isUser ? [] : [name])))),
  });
  const found = relations.flatMap((relation) => {
    const at = placeAmong(candidates, relation);
    return at === -1 && !relation.isTest ? [] : [{ relation, near: candidates[at] ?? null, at }];
  });
  const last = candidates.length;
  return found.sort((a, b) => (a.at === -1 ? last : a.at) - (b.at === -1 ? last : b.at));
}

/** The neighbour that refers or is referred to; of a file that refers from elsewhere, its first one. */
function placeAmong(candidates: readonly Neighbour[], { isUser, line, place }: Relation): number {
  const inFile = ({ chunk }: Neighbour): boolean => chunk.path === place.path;
  if (!isUser)
    return candidates.findIndex(
      (one) =>
        inFile(one) &&
        one.chunk.row.defines.some(({ name, startLine }) => name === place.symbol && startLine === place.startLine),
    );
  const exact = candidates.findIndex(
    (one) => inFile(one) && one.chunk.row.startLine <= line && line <= one.chunk.row.endLine,
  );
  return exact === -1 ? candidates.findIndex((one) => inFile(one) && one.links.some((link) => link.isUser)) : exact;
}
