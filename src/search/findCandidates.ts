/**
 * The first steps of a search, before anything is selected: finds candidates in one view, and adds
 * neighbours of the best hits in the graph of references.
 */

import { addTo, dot } from '../base/lists.ts';
import { fileNameOf } from '../base/patterns.ts';
import type { ChunkRow, Embedder } from '../base/types.ts';
import { stem } from '../base/words.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { findNeighbours } from '../graph/findNeighbours.ts';
import { pathWordsOf } from '../graph/pathWords.ts';
import type { Seed } from '../graph/referenceGraph.ts';
import { GRAPH_COLUMNS } from '../graph/referenceGraph.ts';
import { relateNeighbours } from '../graph/related.ts';
import {
  askedKinds,
  asksForTestsOf,
  fileFeaturesOf,
  type Penalised,
  packageFolders,
} from '../languages/fileFeatures.ts';
import { languageNamed } from '../languages/languages.ts';
import type { CallerView } from '../view/callerView.ts';
import { placeOfChunk, rowsById } from '../view/chunkIds.ts';
import { isInView, type RowCache, SCORED_COLUMNS, type ScoredRow, type SearchedView } from '../view/searchedView.ts';
import { type Anchored, chunksAt, NO_ANCHORS, termsOfPlaces } from './anchors.ts';
import type { SearchContext } from './members.ts';
import {
  isQuestion,
  type Outright,
  type Query,
  type Question,
  type Quoted,
  type Report,
  shareIn,
  type WrittenPath,
} from './question.ts';
import type { FuseOptions } from './rank/fuse.ts';
import { createNameScorer, createWordScorer, NO_DEFINITION, termsAsked } from './rank/scoreRows.ts';
import type { FusedFiles } from './rank/select.ts';
import { REPORT_WEIGHTS, weightsOf } from './rank/weights.ts';
import {
  addPaths,
  type Reading,
  type Retrieved,
  type RetrievedChunk,
  type RetrieveOptions,
  rankingOf,
  retrieve,
  rowsOfFiles,
} from './retrieve.ts';
import type { SearchRequest } from './searchRequest.ts';
import type { FileLines } from './show/placeChunk.ts';

export interface AskedQuery extends Reading {
  /** The beginning of a report, which is searched for separately. */
  lead: Reading | null;
  report: Report | null;
  /** The paths in a question that is no report. */
  paths: readonly WrittenPath[];
  outright: Outright;
}

/**
 * The number of rows of the view that each retriever finds, whatever the limit. 200 and 500 rank no
 * better on any set, and 200 takes a third more time. If these give too few results, deeper ones
 * follow below them: see rankInTiers.ts.
 */
const DEPTH = 100;
const DEEPER = 8;

/**
 * An embedder of hashed words. Its vectors prove nothing alone, and beside words they get little
 * weight.
 */
const LEXICAL_EMBEDDER = /^hash\b/;
/**
 * This embedder's vectors of paths take microseconds, and can be compared with those of its
 * documents.
 */
const PATHS_EMBEDDER = /^builtin$/;

export async function findCandidates(
  context: SearchContext,
  searched: SearchedView,
  { query, vector, lead, outright }: AskedQuery,
  options: RetrieveOptions,
  anchored: Anchored | null,
): Promise<Pick<Retrieved, 'chunks' | 'more'>> {
  const { embedder, rows, paths } = context;
  const store = await context.store;
  const withPaths = async (chunks: RetrievedChunk[], own: Float32Array | null): Promise<RetrievedChunk[]> =>
    own === null || !PATHS_EMBEDDER.test(embedder.id) ? chunks : addPaths(chunks, own, embedder, paths);
  const readings = [{ query, vector }, ...(lead === null ? [] : [lead])];
  const columns = vector === null ? SCORED_COLUMNS : COLUMNS;
  const ofAnchors = anchored === null ? [] : rowsOfAnchors(store, rows, anchored, searched.overlay, columns);
  const ofMessage = rowsOfMessage(store, searched, query, outright.quoted, columns);
  // Starts reading terms now: in a far index both reads then share a round of requests.
  const terms = readings.flatMap(({ query }) => termsAsked(query));
  const [beside, worded] = await Promise.all([
    ofAnchors,
    ofMessage,
    store.readTerms(anchored === null ? terms : [...terms, ...termsOfPlaces(anchored)]),
  ]);
  const found = await retrieve(store, rows, readings, searched, options, [...beside, ...worded]);
  const chunks = await withPaths(found.chunks, vector);
  if (anchored === null) return { ...found, chunks };
  const places = await chunksAt(store, anchored, beside, searched.overlay);
  const leading = lead === null ? null : await withPaths(found.others[0]!, lead.vector);
  return {
    more: found.more,
    chunks: chunks.map((chunk, at): RetrievedChunk => {
      const anchors = anchored.byPath.get(chunk.path);
      const lead = leading?.[at];
      const place = places.get(chunk.row.chunkId);
      return {
        ...chunk,
        ...(lead === undefined ? {} : { lead }),
        ...(anchors === undefined ? {} : { anchors }),
        ...(place === undefined ? {} : { place }),
      };
    }),
  };
}

/** The number of rows that the words of a message find. */
const MOST_OF_MESSAGE = 50;

/**
 * Finds rows by the words around a value: a rare value leaves no room for the rest of a message.
 */
async function rowsOfMessage(
  store: SearchReader,
  view: SearchedView,
  query: Query,
  quoted: readonly Quoted[],
  columns: readonly (keyof ScoredRow)[],
): Promise<ScoredRow[]> {
  const message = quoted.find(({ isFilled }) => isFilled === true);
  if (message === undefined) return [];
  const stems = new Set(message.words.map(stem));
  const terms = query.terms.filter(({ term }) => stems.has(term));
  const ranking = rankingOf({ ...query, terms, joined: [], names: [], types: [] }, view.statistics);
  return store.bestByWords(ranking, isInView(view), MOST_OF_MESSAGE, columns as typeof SCORED_COLUMNS, view.overlay);
}

async function rowsOfAnchors(
  store: SearchReader,
  cache: RowCache,
  { files, rows }: Anchored,
  overlay: readonly ChunkRow[],
  columns: readonly (keyof ScoredRow)[],
): Promise<ScoredRow[]> {
  const named = await rowsOfFiles(store, cache, files, overlay, columns);
  const defining = await rowsById(store, overlay, rows, columns as typeof SCORED_COLUMNS);
  return [...defining.values(), ...named];
}

/** @param tier 0 for the candidates that are ranked first */
export function retrievingOf(
  embedder: Embedder,
  vector: Float32Array | null,
  request: SearchRequest,
  tier: number,
): RetrieveOptions {
  const lexical = isLexical(embedder, request);
  // Some words of a report occur in every name. Scoring the files that they find takes a quarter of
  // its time.
  const names = request.question.report === null;
  return { words: request.mode !== 'vectors', vector, lexical, names, depth: depthOf(request) * DEEPER ** tier };
}

/**
 * @param meanVector the mean of all rows that are searched
 * @param files all files of the member's view
 */
export function fusingOf(
  embedder: Embedder,
  { query, vector, lead }: AskedQuery,
  request: SearchRequest,
  meanVector: (fingerprint: string) => Float32Array,
  files: readonly { path: string }[],
): FuseOptions {
  const meanOf = (own: Float32Array | null): number => (own === null ? 0 : dot(own, meanVector(embedder.fingerprint)));
  const ofMode = weightsOf(request.mode, isLexical(embedder, request));
  // A report about a failing test does not ask for tests.
  const asked =
    lead === null ? askedKinds(new Set(query.terms.map(({ term }) => term)), query.text) : new Set<Penalised>();
  const weights = { ...ofMode, ...(lead === null ? {} : REPORT_WEIGHTS), ...request.weights };
  const leadMean = lead === null ? null : meanOf(lead.vector);
  const { scope } = request;
  // The first word of a sentence has a capital anyway.
  const named = [...query.names, ...query.types.filter(({ weight }) => weight === 1)].map(({ written }) => written);
  const wantsTests = !request.question.isLong && asksForTestsOf(query.text, named);
  return {
    meanCosine: meanOf(vector),
    leadMean,
    weights,
    asked,
    isQuestion: lead === null && isQuestion(query.text),
    wantsTests,
    scope,
    packages: packageFolders(files),
  };
}

export async function queryVector(
  embedder: Embedder,
  { subject }: Pick<Question, 'subject'>,
  { mode }: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Float32Array | null> {
  if (mode === 'words') return null;
  const [vector] = await embedder.embed([subject], 'query', signal);
  return vector === undefined || vector.every((value) => value === 0) ? null : vector;
}

function isLexical({ id }: Embedder, { mode }: SearchRequest): boolean {
  return mode === 'hybrid' && LEXICAL_EMBEDDER.test(id);
}

/** A filter by kind applies to rows, so more rows are read. */
function depthOf({ kinds }: SearchRequest): number {
  return DEPTH * (kinds.length === 0 ? 1 : 4);
}

/**
 * The number of files whose best chunks the walk starts from, and of neighbours that become
 * candidates.
 */
const SEEDS = 5;
const MOST_NEIGHBOURS = 20;

const COLUMNS = [...SCORED_COLUMNS, 'vector'] as const;

/** A file whose best chunk the walk may start from. */
interface BestFile {
  path: string;
  score: number;
  /** The id of its best chunk. */
  id: string;
}

/** @returns the best files over all repositories, by repository */
export function bestFilesOf(found: readonly FusedFiles[]): Map<string, BestFile[]> {
  const best = found.flatMap(({ repository, files }) =>
    files.slice(0, SEEDS).map(({ path, score, chunks }) => ({
      repository,
      file: { path, score, id: chunks[0]!.chunk.row.chunkId },
    })),
  );
  // The candidates of a single repository are in order already.
  if (found.length > 1)
    best.sort(
      (a, b) => b.file.score - a.file.score || (a.repository < b.repository ? -1 : a.repository > b.repository ? 1 : 0),
    );
  const byRepository = new Map<string, BestFile[]>();
  for (const { repository, file } of best.slice(0, SEEDS)) if (file.score > 0) addTo(byRepository, repository, file);
  return byRepository;
}

/** @returns the candidates, raised by references, and further ones that only references find */
export async function expandHits(
  store: SearchReader,
  { view: caller, searched: view }: { view: CallerView; searched: SearchedView },
  found: readonly RetrievedChunk[],
  best: readonly BestFile[],
  { query, vector }: AskedQuery,
): Promise<RetrievedChunk[]> {
  const seeds = await seedsOf(store, view, best);
  const near = (await findNeighbours(store, view, seeds)).slice(0, MOST_NEIGHBOURS);
  const resolved = await relateNeighbours({ store, view: caller }, seeds, near, new Set());
  const reasons = new Map(resolved.reverse().map((one) => [one.near, one.relation.reason]));
  const relations = new Map(
    near.map((one) => [placeOfChunk(one.chunk), { score: one.score, reason: reasons.get(one) ?? '' }]),
  );
  const known = new Set(found.map(placeOfChunk));
  const missing = near.filter(({ chunk }) => !known.has(placeOfChunk(chunk))).map(({ chunk }) => chunk.row.chunkId);
  const rows = await rowsById(store, view.overlay, missing, COLUMNS);
  const words = createWordScorer(query, view.statistics);
  const nameOf = createNameScorer(query, view.statistics);
  const brought = near.flatMap(({ chunk: { path, status, row } }): RetrievedChunk[] => {
    const scored = rows.get(row.chunkId);
    if (scored === undefined || known.has(placeOfChunk({ path, row }))) return [];
    const pathWords = pathWordsOf(path);
    const cosine = vector === null || scored.vector === undefined ? 0 : dot(vector, scored.vector);
    const own = words.score(scored.words, scored.tokens, pathWords);
    return [{ row: scored, path, status, ...own, cosine, ...NO_DEFINITION, name: nameOf(pathWords) }];
  });
  return [...found, ...brought].map((chunk) => {
    const relation = relations.get(placeOfChunk(chunk));
    return relation === undefined ? chunk : { ...chunk, near: relation };
  });
}

async function seedsOf(store: SearchReader, view: SearchedView, best: readonly BestFile[]): Promise<Seed[]> {
  const ids = best.map(({ id }) => id);
  const rows = await rowsById(store, view.overlay, ids, GRAPH_COLUMNS);
  return best.flatMap(({ path, score, id }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ path, score, row }];
  });
}

/** A catalog of gettext repeats what code says, and has so much of its value. */
const IN_CATALOG = 0.8;
const CATALOG = /\.pot?$/;
/** The value of a message from which on the files that it names are not asked for. */
const FOUND = 0.9;
/** The most chunks whose text is read. */
const MOST_READ = 80;

/**
 * Reads the best candidates for what the question quotes.
 * @param read returns the lines of their files, by path
 * @returns the candidates; those that hold it in a string have its value, and in each file the one
 * that holds most of it is the place that is meant, but no unit test
 */
export async function withQuoted(
  chunks: readonly RetrievedChunk[],
  quoted: readonly Quoted[],
  read: (chunks: readonly RetrievedChunk[]) => Promise<ReadonlyMap<string, Pick<FileLines, 'slice'>>>,
): Promise<RetrievedChunk[]> {
  const hasRoute = quoted.some(({ isRoute }) => isRoute);
  const least = Math.min(...quoted.map((one) => one.least));
  const isMarkup = (language: string): boolean => languageNamed(language).isMarkup === true;
  const mayHold = ({ path, row: { language }, coverage }: RetrievedChunk): boolean => {
    const { prose, translation } = fileFeaturesOf(path, language);
    return coverage >= least && (!prose || translation !== null || isMarkup(language));
  };
  const best = chunks
    .filter(mayHold)
    .sort((a, b) => (hasRoute ? 0 : b.coverage - a.coverage) || b.words - a.words)
    .slice(0, MOST_READ);
  const files = best.length === 0 ? new Map() : await read(best);
  const values = new Map<RetrievedChunk, number>();
  const most = new Map<string, number>();
  for (const chunk of best) {
    const { startLine, endLine } = chunk.row;
    const lines: string[] = files.get(chunk.path)?.slice(startLine, endLine).split('\n') ?? [];
    const share = Math.max(...quoted.map((one) => shareIn(lines, one, isMarkup(chunk.row.language))));
    const value = CATALOG.test(chunk.path) ? share * IN_CATALOG : share;
    if (value === 0) continue;
    values.set(chunk, value);
    if (!chunk.isUnitTest) most.set(chunk.path, Math.max(value, most.get(chunk.path) ?? 0));
  }
  const isFound = [...values.values()].some((value) => value >= FOUND);
  const isSaid = ({ path, anchors }: RetrievedChunk): boolean =>
    anchors !== undefined && quoted.some(({ isRoute, written }) => !isRoute && written.includes(fileNameOf(path)));
  return chunks.map((one) => {
    const value = values.get(one);
    const chunk = isFound && isSaid(one) ? { ...one, anchors: NO_ANCHORS } : one;
    if (value === undefined) return chunk;
    const share = chunk.isUnitTest ? value : value / most.get(chunk.path)!;
    return { ...chunk, quoted: value, place: Math.max(share, chunk.place ?? 0) };
  });
}
