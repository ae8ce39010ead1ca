/**
 * Finds what to read next. For one place: its tests, what uses it, what it uses and what is
 * similar, as a list or as nodes and edges. For the results of a search: neighbours in the graph of
 * references. The graph only says where to look; what is said of a neighbour is resolved.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { dot } from '../base/lists.ts';
import { comparePaths } from '../base/patterns.ts';
import type { Filters, LineRange, RelatedHit, SearchHit } from '../base/searchTypes.ts';
import type { BlobKey, ChunkKind } from '../base/types.ts';
import { DEFINES, joinedName, REFERS } from '../base/words.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import type { CallerView } from '../view/callerView.ts';
import { checkFilters } from '../view/checkFilters.ts';
import { placeOfChunk, withPublicIds } from '../view/chunkIds.ts';
import { isInView, type SearchedView, searchedView } from '../view/searchedView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { findNeighbours, type Neighbour, namedTests, pairTests } from './findNeighbours.ts';
import { type Focus, findPlace, focusesOf, type NamedPlace } from './findPlace.ts';
import {
  findRelations,
  type RelatedPlace,
  type Relation,
  type RelationBounds,
  type RelationPlace,
  strongestFirst,
  withChunks,
} from './findRelations.ts';
import { rowsOfName, type SymbolContext } from './readFiles.ts';
import { GRAPH_COLUMNS, type GraphChunk, type GraphRow, type Seed } from './referenceGraph.ts';

export interface RelatedRequest extends Filters {
  place: NamedPlace;
  limit: number;
}

/** Tests come first; more than these are rarely of use. */
const MOST_TESTS = 2;
/**
 * The strongest relation, or the best neighbour in the graph, adds this share to its cosine with
 * the place. docs/retrieval.md says how it was measured.
 */
const GRAPH_SHARE = 0.3;
/** The most places of one file: a file with many callers must not fill the list. */
const SHARE_OF_A_FILE = 2;

export interface RelatedPlaces {
  related: RelatedHit[];
  /** Says what of a large file was not looked at. */
  note?: string;
}

/**
 * With a limit that is large enough, the list has everything that uses the place or that the place
 * uses, before places that are only similar.
 *
 * @returns at most `limit` places, best first; ties are ordered by path, then line. The place
 * itself is left out
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export async function related(
  context: SymbolContext,
  { place, limit, ...filters }: RelatedRequest,
): Promise<RelatedPlaces> {
  checkFilters(filters);
  const { store, view } = context;
  const searched = searchedView(view, filters);
  const { seeds, focus, vector } = await findPlace(store, view, place);
  const isWhole = focus.ofAll !== undefined;
  const bounds = isWhole ? await boundsOf(context, focus) : undefined;
  const [relations, alike, near] = await Promise.all([
    findRelations(context, [focus], bounds),
    findAlike(store, searched, vector),
    findNeighbours(store, searched, seeds),
  ]);
  const isOwn = ({ path, startLine, endLine }: LineRange & { path: string }): boolean =>
    path === focus.path && (isWhole || (startLine <= focus.endLine && focus.startLine <= endLine));
  const isWanted = ({ path, kind }: RelatedPlace['place']): boolean =>
    fileAt(searched, path) !== undefined && searched.wantedKind(kind) && !(isWhole && path === focus.path);
  const wanted = relations.filter((relation) => isWanted(relation.place));
  const held = await withChunks(context, strongestFirst(view, wanted), ['vector']);
  const ranks = new Map(near.map(({ chunk, score }) => [placeOfChunk(chunk), score]));
  const found = held
    .map(({ one, row }): RelatedPlace => {
      const share = Math.max(one.share, ranks.get(placeOfChunk({ path: one.place.path, row })) ?? 0);
      return { ...one, score: dot(vector, row.vector) + GRAPH_SHARE * share };
    })
    .sort(byScore);
  const claimed = new Set(held.map(({ one: { place: there }, row }) => placeOfChunk({ path: there.path, row })));
  const similar = alike
    .map((one) => ({ ...one, score: one.score + GRAPH_SHARE * (ranks.get(placeOfChunk(one.chunk)) ?? 0) }))
    .filter(({ chunk: { path, row } }) => !claimed.has(placeOfChunk({ path, row })) && !isOwn({ ...row, path }));
  const tests = await pairTests(context, found, namedTests(seeds.slice(0, 1), searched.files));
  const first = tests.filter((test) => isWanted(test.place)).slice(0, MOST_TESTS);
  const others = [...tests.slice(MOST_TESTS), ...found, ...similar.map(similarPlace)].sort(byScore);
  const all = inShares([...first, ...others], SHARE_OF_A_FILE);
  const isSure = (one: RelatedPlace): boolean => first.includes(one) || isResolved(one);
  const list = [...all.filter(isSure), ...all.filter((one) => !isSure(one))];
  const hits = await relatedHits(context, list.slice(0, limit));
  return { related: hits, ...notLookedAt(focus, bounds) };
}

/** Says what of a large file was not looked at. */
function notLookedAt({ path, endLine, definitions: { length }, ofAll = length }: Focus, bounds?: UserBounds) {
  const own =
    length < ofAll
      ? [`Only the first ${length} of ${ofAll} definitions of ${path} were looked at, those to line ${endLine}.`]
      : [];
  const others =
    bounds === undefined
      ? []
      : [`Only the first ${bounds.files.size} of ${bounds.ofAll} files that name its definitions were looked at.`];
  const said = [...own, ...others];
  return said.length === 0 ? {} : { note: [...said, 'With a line, one definition is asked about.'].join(' ') };
}

/** True if a reference connects it, not only similar words or names. */
function isResolved({ reason }: RelatedPlace): boolean {
  return reason !== 'similar' && !reason.startsWith('named as ');
}

function similarPlace({ chunk: { path, status, row }, score }: Alike): RelatedPlace {
  const { language, kind, symbol, scope, startLine, endLine } = row;
  const place = { path, status, language, kind, symbol, scope, startLine, endLine };
  return { place, reason: 'similar', score, isTest: false };
}

function byScore({ place: a, score }: RelatedPlace, { place: b, score: other }: RelatedPlace): number {
  return other - score || comparePaths(a, b) || a.startLine - b.startLine;
}

/** The number of similar rows that are read. */
const DEPTH = 100;
/** Unrelated texts have cosines of about .3. */
const LEAST_COSINE = 0.4;

interface Alike {
  chunk: GraphChunk;
  score: number;
}

/** @returns similar chunks with their cosines; the chunk itself is among them */
export async function findAlike(store: SearchReader, view: SearchedView, vector: Float32Array): Promise<Alike[]> {
  const found = await store.bestByVector(vector, isInView(view), DEPTH, [...GRAPH_COLUMNS, 'vector'], view.overlay);
  return found.flatMap((row) => {
    const cosine = dot(vector, row.vector);
    if (cosine < LEAST_COSINE || !view.wantedKind(row.kind)) return [];
    return view.byBlob
      .get(rowKeyOf(row))!
      .map(({ path, status }): Alike => ({ chunk: { path, status, row }, score: cosine }));
  });
}

/** The number of results to start from. */
const SEEDS = 5;
/** Three of five places are for tests. */
const PATTERN = ['test', 'test', 'other', 'test', 'other'] as const;

/** The columns of a result's row that tell its definitions and references. */
type ReferringRow = Omit<GraphRow, 'language' | 'kind' | 'startLine'>;

/**
 * @param shown the rows of the results, by chunk id
 * @param limit 0 asks for none and does nothing
 */
export async function relatedToHits(
  table: Promise<SearchReader>,
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
  const places = inShares(inTurns(tests.filter(isNew), others), 1);
  return relatedHits(context, places.slice(0, limit));
}

/** Scores of a reranker may be negative; the walk needs positive proportions. */
function seedsOf(results: readonly SearchHit[], shown: ReadonlyMap<string, ReferringRow>): Seed[] {
  const lowest = Math.min(...results.map(({ score }) => score), 0);
  return results.map(({ path, score, chunkId, language, kind, chunk }) => ({
    path,
    score: score - lowest + 0.01,
    row: { ...shown.get(chunkId)!, language, kind, startLine: chunk.startLine },
  }));
}

// Resolves how the graph's neighbours are related to the hits.

/**
 * The most neighbours that are looked at, best first, and the most of their files that are read.
 */
const MOST_NEIGHBOURS = 12;
const MOST_FILES = 4;
/**
 * Users of a name are looked up only if at most this many chunks may define it; for other names
 * there is `cora related`.
 */
const MOST_DEFINERS = 50;

interface RelatedNeighbour {
  relation: Relation;
  /** Null in a file of `tests` without a neighbour. */
  near: Neighbour | null;
}

/**
 * @param near best first
 * @param tests more files to look at
 * @returns in the order of the neighbours; places without a neighbour come last
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

/**
 * Returns the index of the neighbour that refers or is referred to. If the reference is elsewhere
 * in a file, it is the file's first neighbour.
 */
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

/**
 * Merges both lists in the repeated order of PATTERN. The first places do not depend on how many
 * are wanted.
 */
function inTurns<T>(tests: readonly T[], others: readonly T[]): T[] {
  const queues = { test: [...tests], other: [...others] };
  const out: T[] = [];
  for (let at = 0; out.length < tests.length + others.length; at++) {
    const next = queues[PATTERN[at % PATTERN.length]!].shift();
    if (next !== undefined) out.push(next);
  }
  return out;
}

/**
 * @param ofFile the most places of one file; further ones go to the end
 * @returns each place once
 */
function inShares<T extends { place: RelationPlace }>(found: readonly T[], ofFile: number): T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const later: T[] = [];
  const kept = found.filter((one) => {
    const { path, startLine, symbol } = one.place;
    const key = [path, startLine, symbol].join('\0');
    if (seen.has(key)) return false;
    seen.add(key);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    if (count > ofFile) later.push(one);
    return count <= ofFile;
  });
  return [...kept, ...later];
}

async function relatedHits(context: SymbolContext, places: readonly RelatedPlace[]): Promise<RelatedHit[]> {
  const hits = (await withChunks(context, places, [])).map(({ one: { place, reason, score }, row }) => ({
    ...place,
    scope: [...place.scope],
    chunkId: row.chunkId,
    reason,
    score: Math.round(score * 10_000) / 10_000,
  }));
  return withPublicIds(context.store, context.view, hits);
}

export interface NeighbourhoodNode {
  /** The chunk's id. The second and later definitions of a chunk also have their number in it. */
  id: string;
  chunkId: string;
  path: string;
  startLine: number;
  endLine: number;
  symbol: string;
  kind: ChunkKind;
}

export interface NeighbourhoodGraph {
  /** The NeighbourhoodNode.id of the place that was asked for. */
  center: string;
  /** The centre first, then the nodes with the most references. */
  nodes: NeighbourhoodNode[];
  /** By id, in the order of the nodes. `reason` says what `from` does: `calls Store.open`. */
  edges: { from: string; to: string; reason: string }[];
  /** True if there are more neighbours than the limit. */
  truncated: boolean;
}

/**
 * The most files in which users are looked for, in the order of their paths. Reading them takes a
 * second.
 */
const MOST_USING_FILES = 1000;

interface UserBounds extends RelationBounds {
  /** The number of files that name a definition. `files` has the first of them. */
  ofAll: number;
}

/** Returns bounds if many files name the definitions. */
async function boundsOf(context: SymbolContext, { definitions }: Focus): Promise<UserBounds | undefined> {
  const names = new Set(definitions.map(({ name }) => name));
  const { keys } = await rowsOfName(context, REFERS, names);
  if (keys.size <= MOST_USING_FILES) return undefined;
  const using = context.view.files.map(blobKeyOf).filter((key) => keys.has(key));
  return { files: new Set(using.slice(0, MOST_USING_FILES)), names, used: null, ofAll: keys.size };
}

/**
 * @param limit the most neighbours
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export async function neighbourhood(
  context: SymbolContext,
  place: NamedPlace,
  limit: number,
): Promise<NeighbourhoodGraph> {
  const { store, view } = context;
  const { seeds, focus } = await findPlace(store, view, place);
  const bounds = await boundsOf(context, focus);
  const relations = strongestFirst(view, await findRelations(context, [focus], bounds));
  const held = await withChunks(context, relations.slice(0, limit), []);
  const found = held.map(({ one: { place: there, use, isUser }, row: { chunkId } }) => ({
    ...there,
    ...{ chunkId, use, isUser },
  }));
  const { path, startLine, endLine, named } = focus;
  const { chunkId, ...row } = seeds[0]!.row;
  const { name: symbol, kind } = named ?? { name: row.symbol, kind: row.kind };
  const middle = { path, startLine, endLine, symbol, kind, chunkId, use: '', isUser: false };
  const shown = await withPublicIds(store, view, [middle, ...found]);
  const ids = new Set<string>();
  const nodes = shown.map((node) => {
    const id = ids.has(node.chunkId) ? [node.chunkId, node.path, node.startLine, node.symbol].join(':') : node.chunkId;
    ids.add(id);
    return { ...node, id };
  });
  const center = nodes[0]!.id;
  return {
    center,
    nodes: nodes.map(nodeOf),
    edges: nodes.slice(1).map(({ id, use, isUser }) => ({
      ...(isUser ? { from: id, to: center } : { from: center, to: id }),
      reason: use,
    })),
    truncated: 'note' in notLookedAt(focus, bounds) || relations.length > limit,
  };
}

function nodeOf({ id, chunkId, path, startLine, endLine, symbol, kind }: NeighbourhoodNode): NeighbourhoodNode {
  return { id, chunkId, path, startLine, endLine, symbol, kind };
}
