/** Lists places to read next beside the results: their tests, who uses them, what they use. The graph of references
 * only says where to look; what is said of a neighbour is resolved. */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { RelatedHit, SearchHit } from '../base/searchTypes.ts';
import type { BlobKey } from '../base/types.ts';
import { DEFINES, joinedName } from '../base/words.ts';
import type { ChunkStore } from '../store/openStore.ts';
import type { CallerView } from '../view/callerView.ts';
import type { SearchedView } from '../view/searchedView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { findNeighbours, type Neighbour, type Seed } from './findNeighbours.ts';
import { focusesOf } from './findPlace.ts';
import { findRelations, type Relation } from './findRelations.ts';
import { namedTests, pairTests } from './findTests.ts';
import { inShares, inTurns, type RelatedPlace, relatedHits } from './listRelated.ts';
import type { GraphRow } from './referenceGraph.ts';
import type { SymbolContext } from './rowsOfName.ts';

/** How many results it starts from. */
const SEEDS = 5;
/** Tests have three places of five. */
const PATTERN = ['test', 'test', 'other', 'test', 'other'] as const;

/** The columns of a result's row that name its definitions and references. */
type ReferringRow = Omit<GraphRow, 'language' | 'kind' | 'startLine'>;

/**
 * @param shown rows of the results, by chunk id
 * @param limit 0 asks for none and costs nothing
 */
export async function relatedToHits(
  table: Promise<ChunkStore>,
  { view, searched }: { view: CallerView; searched: SearchedView },
  results: readonly SearchHit[],
  shown: ReadonlyMap<string, ReferringRow>,
  limit: number,
): Promise<RelatedHit[]> {
  if (limit === 0 || results.length === 0) return [];
  const context = { store: await table, view };
  const seeds = seedsOf(results.slice(0, SEEDS), shown);
  const near = (await findNeighbours(context.store, searched, seeds)).filter(({ isSeed }) => !isSeed);
  const named = namedTests(seeds, searched.files);
  const files = new Set(named.map(({ file }) => blobKeyOf(file)));
  const found = (await relateNeighbours(context, seeds, near, files)).map(
    ({ relation: { place, reason, isTest }, near: neighbour }): RelatedPlace => ({
      ...{ place, reason, isTest },
      score: neighbour === null ? 1 : neighbour.score,
    }),
  );
  const isNew = ({ place: { path, startLine, endLine, kind } }: RelatedPlace): boolean =>
    fileAt(searched, path) !== undefined &&
    searched.wantedKind(kind) &&
    !results.some((hit) => hit.path === path && hit.startLine <= startLine && endLine <= hit.endLine);
  const tests = await pairTests(context, found.filter(isNew), named);
  const others = found.filter((one) => !one.isTest && isNew(one));
  const places = inShares(inTurns(tests.filter(isNew), others, PATTERN), 1);
  return relatedHits(context, places.slice(0, limit));
}

/** A reranker's scores may be below zero, and the walk needs proportions. */
function seedsOf(results: readonly SearchHit[], shown: ReadonlyMap<string, ReferringRow>): Seed[] {
  const lowest = Math.min(...results.map(({ score }) => score), 0);
  return results.map(({ path, score, chunkId, language, kind, chunk }) => ({
    path,
    score: score - lowest + 0.01,
    row: { ...shown.get(chunkId)!, language, kind, startLine: chunk.startLine },
  }));
}

// What neighbours in the graph of references truly have to do with the hits: the graph only says where to look.

/** Neighbours that are looked at, best first, and of these the files that are read. */
const MOST_NEIGHBOURS = 12;
const MOST_FILES = 4;
/** What more chunks than these define is not looked up for its users: it is left to `cora related`. */
const MOST_DEFINERS = 50;

interface RelatedNeighbour {
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
