/**
 * Finds candidates and computes what speaks for each: words, vectors, symbols, paths. The store
 * only finds rows; all numbers are computed from the caller's view. Ranking is elsewhere.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { dot, getOrMake } from '../base/lists.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, ChunkRow, Embedder } from '../base/types.ts';
import type { SearchReader, WordRanking } from '../engine/rowReader.ts';
import { withRowWords } from '../engine/rowWords.ts';
import { filesLike, type PathWords, pathWordsOf } from '../graph/pathWords.ts';
import {
  isInView,
  type RowCache,
  SCORED_COLUMNS,
  type ScoredRow,
  type SearchedFile,
  type SearchedView,
} from '../view/searchedView.ts';
import type { Frequencies } from '../view/statistics.ts';
import type { Anchors } from './anchors.ts';
import type { Query } from './question.ts';
import {
  createNameScorer,
  createWordScorer,
  type DefinitionScore,
  definitionScores,
  idf,
  NO_DEFINITION,
  termsAsked,
  type WordScore,
} from './rank/scoreRows.ts';

export interface RetrievedChunk extends DefinitionScore {
  row: ScoredRow;
  path: string;
  status: FileStatus;
  /** BM25F, ≥ 0. */
  words: number;
  /** The share of the query that its text holds, 0 to 1. */
  coverage: number;
  /** The cosine with the query, −1 to 1; 0 without vectors. */
  cosine: number;
  /** The score of the file's name, 0 to 1. */
  name: number;
  /** The scores of its commentary, if it has any: see addProse.ts. */
  prose?: { coverage: number; cosine: number };
  /**
   * Its nearness to better hits, see findCandidates.ts; and its relation to them, '' if none
   * resolves.
   */
  near?: { score: number; reason: string };
  /** This chunk, scored for the beginning of a report. */
  lead?: RetrievedChunk;
  /** Names and paths in the question that lead to its file: see anchors.ts. */
  anchors?: Anchors;
  /** Tells how much of a quoted message or route one of its strings is, 0 to 1. */
  quoted?: number;
  /** Tells how strongly a stack frame or a written line leads to it, 0 to 1. */
  place?: number;
}

export interface RetrieveOptions {
  words: boolean;
  /** The query's unit vector; null to ignore vectors. */
  vector: Float32Array | null;
  /** True if vectors only score what words find: they know nothing more. */
  lexical: boolean;
  /**
   * True to look for words of the query in names of files, which adds candidates, and of functions.
   */
  names: boolean;
  /** The number of rows of the view that each retriever finds. */
  depth: number;
}

export interface Retrieved {
  chunks: RetrievedChunk[];
  /** The chunks in this order, scored for each of the further readings. */
  others: RetrievedChunk[][];
  /** True if a greater depth may find more. */
  more: boolean;
}

const MOST_FILES_BY_PATH = 30;

/** A text that is searched for: the question, or the beginning of a report. */
export interface Reading {
  query: Query;
  /** The query's unit vector; null to ignore vectors. */
  vector: Float32Array | null;
}

/**
 * @param readings the first one and further ones; each adds candidates and scores all of them
 * @param beside further rows that become candidates
 */
export async function retrieve(
  store: SearchReader,
  cache: RowCache,
  readings: readonly Reading[],
  view: SearchedView,
  options: RetrieveOptions,
  beside: readonly ScoredRow[] = [],
): Promise<Retrieved> {
  await store.readTerms(readings.flatMap(({ query }) => termsAsked(query)));
  const gathered = await Promise.all(readings.map((reading) => gather(store, cache, reading, view, options)));
  const rows = new Map<string, ScoredRow>();
  for (const row of [...gathered.flatMap(({ rows }) => rows), ...beside]) {
    if (view.wantedKind(row.kind)) rows.set(row.chunkId, row);
  }
  const scored: RetrievedChunk[][] = [];
  for (const reading of readings) scored.push(await scoreAll(store, rows, reading, view, options));
  const floors = gathered.map(({ floor }) => floor);
  const isBeside = new Set(beside.map(({ chunkId }) => chunkId));
  const isEvident = (chunk: RetrievedChunk, floor: number): boolean =>
    chunk.words > 0 || chunk.symbol > 0 || chunk.name > 0 || chunk.cosine > floor || isBeside.has(chunk.row.chunkId);
  const [first, ...others] = scored as [RetrievedChunk[], ...RetrievedChunk[][]];
  const evident = first.flatMap((_, at) => (scored.some((all, of) => isEvident(all[at]!, floors[of]!)) ? [at] : []));
  return {
    chunks: evident.map((at) => first[at]!),
    others: others.map((all) => evident.map((at) => all[at]!)),
    more: gathered.some(({ more }) => more),
  };
}

async function gather(
  store: SearchReader,
  cache: RowCache,
  { query, vector }: Reading,
  view: SearchedView,
  options: RetrieveOptions,
): Promise<{ rows: ScoredRow[]; floor: number; more: boolean }> {
  const { words, names, depth } = options;
  const inView = isInView(view);
  const columns = vector === null ? SCORED_COLUMNS : ([...SCORED_COLUMNS, 'vector'] as const);
  const [byWords, near] = await Promise.all([
    words ? store.bestByWords(rankingOf(query, view.statistics), inView, depth, columns, view.overlay) : [],
    vector === null || options.lexical ? [] : store.bestByVector(vector, inView, depth, columns, view.overlay),
  ]);
  const found: ScoredRow[] = [...byWords, ...near];
  const seen = new Set(found.map(rowKeyOf));
  const unseen = words && names ? filesByName(view, query).filter((file) => !seen.has(blobKeyOf(file))) : [];
  found.push(...(await rowsOfFiles(store, cache, unseen, view.overlay, columns)));
  const floor = leastCosine(options, query, view);
  const furthest: Partial<Pick<ChunkRow, 'vector'>> | undefined = near[depth - 1];
  const isNear = vector !== null && furthest?.vector !== undefined && dot(vector, furthest.vector) > floor;
  return { rows: found, floor, more: byWords.length >= depth || isNear };
}

async function scoreAll(
  store: SearchReader,
  rows: ReadonlyMap<string, ScoredRow>,
  { query, vector }: Reading,
  view: SearchedView,
  options: RetrieveOptions,
): Promise<RetrievedChunk[]> {
  // Names and unit tests need further requests, and a first answer without vectors comes quickly.
  const isWhole = (store.afar?.missing() ?? 0) === 0;
  const wanted = { names: options.names && isWhole, unitTests: isWhole };
  const symbols = await definitionScores(store, rows, query, wanted, view.overlay, (row) =>
    view.byBlob.ofRow(row).map(({ path }) => path),
  );
  const score = createScorer(query, view.statistics, { ...options, vector }, symbols);
  const out: RetrievedChunk[] = [];
  for (const row of rows.values()) {
    for (const file of view.byBlob.ofRow(row)) out.push(score(row, file));
  }
  return out;
}

/**
 * Returns the least cosine that makes a chunk a candidate by its vector alone. Among 20,000 chunks,
 * unrelated texts reach .3 for real words and .4 for made-up ones.
 */
function leastCosine({ words, lexical }: RetrieveOptions, query: Query, view: SearchedView): number {
  const known = query.terms.some(({ term }) => view.statistics.frequency(term) > 0);
  return lexical ? Number.POSITIVE_INFINITY : !words ? 0 : known ? 0.35 : 0.45;
}

/**
 * Returns the words by which rows are found: those of the query that the view knows, the rarest
 * first, and the definitions of its names.
 */
export function rankingOf(query: Query, statistics: Frequencies & { averageWords: number }): WordRanking {
  const known = termsAsked(query).filter((term) => statistics.frequency(term) > 0);
  const weights = known.map((term): [string, number] => [term, idf(statistics, term)]);
  weights.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { weights: new Map(weights), averageWords: statistics.averageWords };
}

/** Returns the files whose names the query has most of. */
function filesByName({ files, statistics }: SearchedView, query: Query): SearchedFile[] {
  // A stem may end in another letter than its word, so only the letters before must occur.
  const probes = query.terms.map(({ term }) => (term.length > 3 ? term.slice(0, -1) : term));
  const nameOf = createNameScorer(query, statistics);
  const found = filesLike(files, probes)
    .map((file) => ({ file, name: nameOf(pathWordsOf(file.path)) }))
    .filter(({ name }) => name > 0);
  found.sort((a, b) => b.name - a.name || (a.file.path < b.file.path ? -1 : 1));
  return found.slice(0, MOST_FILES_BY_PATH).map(({ file }) => file);
}

/** The most blobs that are kept in memory. */
const MOST_CACHED = 2000;

/** Reads all rows of files whose names the query has. */
export async function rowsOfFiles(
  store: SearchReader,
  cache: RowCache,
  files: readonly SearchedFile[],
  overlay: readonly ChunkRow[],
  columns: readonly (keyof ScoredRow)[],
): Promise<ScoredRow[]> {
  const found = new Map(files.map((file): [BlobKey, ScoredRow[]] => [blobKeyOf(file), []]));
  const isNew = new Set<BlobKey>();
  for (const row of overlay) {
    found.get(rowKeyOf(row))?.push(withRowWords(row));
    isNew.add(rowKeyOf(row));
  }
  const missing = [...found.keys()].filter((key) => {
    if (isNew.has(key)) return false;
    const known = cache.get(key);
    if (known === undefined || (known[0]?.vector === undefined && columns.includes('vector'))) return true;
    found.set(key, known);
    return false;
  });
  if (missing.length > 0) {
    const read: ScoredRow[] = await store.rows({ blobs: missing }, columns as typeof SCORED_COLUMNS);
    for (const row of read) found.get(rowKeyOf(row))!.push(row);
    // Cleared only now, because other searches may have used it meanwhile.
    if (cache.size + missing.length > MOST_CACHED) cache.clear();
    for (const key of missing) cache.set(key, found.get(key)!);
  }
  return [...found.values()].flat();
}

/** @param symbols by chunk id; missing for rows that define nothing */
export function createScorer(
  query: Query,
  statistics: Frequencies,
  options: RetrieveOptions,
  symbols: ReadonlyMap<string, DefinitionScore>,
): (row: ScoredRow, file: SearchedFile) => RetrievedChunk {
  const words = createWordScorer(query, statistics);
  const nameOf = createNameScorer(query, statistics);
  const paths = new Map<string, { path: PathWords; name: number }>();
  return (row, file) => {
    const known = getOrMake(paths, file.path, () => {
      const path = pathWordsOf(file.path);
      return { path, name: options.words ? nameOf(path) : 0 };
    });
    const { words: own, coverage } = options.words ? words.score(row.words, row.tokens, known.path) : NO_WORDS;
    const found = symbols.get(row.chunkId) ?? NO_DEFINITION;
    const defined = options.words ? found : NO_DEFINITION;
    // Each name is written out: this makes more objects than anything else.
    return {
      row,
      path: file.path,
      status: file.status,
      words: own,
      coverage,
      cosine: options.vector === null || row.vector === undefined ? 0 : dot(options.vector, row.vector),
      symbol: defined.symbol,
      symbolSize: defined.symbolSize,
      typeName: defined.typeName,
      functionName: defined.functionName,
      isUnitTest: found.isUnitTest,
      name: known.name,
    };
  };
}

const NO_WORDS: WordScore = { words: 0, coverage: 0 };

// Adds paths to vectors. Rows know no paths, so a path's unit vector × 0.3 is added when a view is
// scored.

/** With vectors alone this gains .03 to .05 of NDCG for files; × 0.5 is no better. */
const PATH_SHARE = 0.3;
/** The number of vectors of paths that are remembered, 1 kB each. */
const MOST_PATHS = 20_000;

export type PathVectors = Map<string, Float32Array>;

/**
 * @param query the query's unit vector
 * @param known vectors of paths from earlier searches
 * @returns the chunks with their new cosines
 */
export async function addPaths(
  chunks: readonly RetrievedChunk[],
  query: Float32Array,
  embedder: Embedder,
  known: PathVectors,
): Promise<RetrievedChunk[]> {
  const paths = await vectorsOf(new Set(chunks.map(({ path }) => path)), embedder, known);
  const asked = new Map(
    [...paths].map(([path, vector]) => [path, { vector, cosine: dot(query, vector), square: dot(vector, vector) }]),
  );
  return chunks.map((chunk) => {
    const own = chunk.row.vector;
    if (own === undefined) return chunk;
    const { vector: path, cosine: pathCosine, square } = asked.get(chunk.path)!;
    let [ownSquare, product] = [0, 0];
    for (let at = 0; at < own.length; at++) {
      ownSquare += own[at]! * own[at]!;
      product += own[at]! * path[at]!;
    }
    // |c + sp|² = |c|² + 2s(c·p) + s²|p|². A text without any known word has a zero vector.
    const length = Math.sqrt(ownSquare + 2 * PATH_SHARE * product + PATH_SHARE ** 2 * square);
    return { ...chunk, cosine: length === 0 ? 0 : (chunk.cosine + PATH_SHARE * pathCosine) / length };
  });
}

/** Copied to a map of its own: while the embedder works, another search may clear `known`. */
async function vectorsOf(paths: ReadonlySet<string>, embedder: Embedder, known: PathVectors): Promise<PathVectors> {
  const vectors: PathVectors = new Map();
  const missing: string[] = [];
  for (const path of paths) {
    const vector = known.get(path);
    if (vector === undefined) missing.push(path);
    else vectors.set(path, vector);
  }
  if (missing.length === 0) return vectors;
  const embedded = await embedder.embed(missing, 'document');
  if (known.size + missing.length > MOST_PATHS) known.clear();
  missing.forEach((path, at) => {
    vectors.set(path, embedded[at]!);
    known.set(path, embedded[at]!);
  });
  return vectors;
}
