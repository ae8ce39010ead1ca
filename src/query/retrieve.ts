/**
 * Candidates and what speaks for each: words, vectors, symbols, paths. The store only brings rows; every number that
 * leaves this module is computed from the caller's view.
 */

import { blobKeyOf } from '../identity.ts';
import type { Candidate, ChunkStore, ViewPath } from '../store-port.ts';
import type { BlobKey, ChunkRow, FileStatus } from '../types.ts';
import { DEFINES, joinedName } from '../words.ts';
import { namePrecision, type PathWords, pathWordsOf } from './pathWords.ts';
import type { Query } from './readQuery.ts';
import { createWordScorer, type Frequencies, idf } from './scoreWords.ts';

export const SCORED_COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'signature',
  'nodeType',
  'startLine',
  'endLine',
  'startByte',
  'endByte',
  'part',
  'parts',
  'parentChunk',
  'defines',
  'tokens',
  'contentHash',
  'searchText',
  'vector',
] as const;
export type ScoredRow = Pick<ChunkRow, (typeof SCORED_COLUMNS)[number]>;

export interface RetrievedChunk {
  row: ScoredRow;
  path: string;
  status: FileStatus;
  /** BM25F, ≥ 0. */
  words: number;
  /** Cosine with the query, −1 to 1; 0 where vectors are not asked for. */
  cosine: number;
  /** 1 a type, 0.8 a function, 0.6 another definition of a name in the query; else 0. */
  symbol: number;
  /** Of the file's name, 0 to 1. */
  name: number;
}

/** The caller's view as retrieval sees it. Filters by path and language are applied before. */
export interface SearchedView {
  files: readonly SearchedFile[];
  byBlob: ReadonlyMap<BlobKey, readonly SearchedFile[]>;
  statistics: Frequencies;
  /** Rows of blobs that the table does not hold: uncommitted edits, chunked in memory. */
  overlay: readonly ChunkRow[];
  wantedKind(kind: ChunkRow['kind']): boolean;
}

export type SearchedFile = ViewPath & { status: FileStatus };

/** Rows by chunk id. A chunk id names its content, so what was read once stays right. */
export type RowCache = Map<string, ScoredRow>;

export interface RetrieveOptions {
  words: boolean;
  /** The query's unit vector, null to leave vectors out. */
  vector: Float32Array | null;
  /** Let vectors only score what the words bring: they know nothing more. */
  lexical: boolean;
  /** How many rows of the view each retriever brings. */
  depth: number;
}

const MOST_FILES_BY_PATH = 30;
/** Growth of the fetch when too few of its rows are in the view. */
const OVERFETCH = 4;

export async function retrieve(
  store: ChunkStore,
  cache: RowCache,
  query: Query,
  view: SearchedView,
  options: RetrieveOptions,
): Promise<RetrievedChunk[]> {
  const { words, vector, depth } = options;
  const names = words ? filesByName(view.files, query) : [];
  const inView = (candidate: Candidate): boolean => view.byBlob.has(`${candidate.blobSha}:${candidate.language}`);
  const terms = lookupTerms(query, view.statistics);
  const [byWords, byVectors] = await Promise.all([
    words ? overfetch((limit) => store.searchWords(terms, limit), inView, depth) : [],
    vector === null || options.lexical ? [] : overfetch((limit) => store.searchVectors(vector, limit), inView, depth),
  ]);
  const ids = new Set([...byWords, ...byVectors].map(({ chunkId }) => chunkId));
  const rows = await rowsOf(store, cache, ids, names.map(blobKeyOf));
  const score = createScorer(query, view.statistics, options);
  const out: RetrievedChunk[] = [];
  for (const row of [...rows, ...view.overlay]) {
    if (!view.wantedKind(row.kind)) continue;
    for (const file of view.byBlob.get(`${row.blobSha}:${row.language}`) ?? []) out.push(score(row, file));
  }
  return out.filter(isEvident(options.lexical));
}

/** Something must speak for a chunk. */
function isEvident(lexical: boolean): (chunk: RetrievedChunk) => boolean {
  return ({ words, cosine, symbol, name }) => words > 0 || symbol > 0 || name > 0 || (!lexical && cosine > 0);
}

export function groupByBlob(files: readonly SearchedFile[]): Map<BlobKey, SearchedFile[]> {
  const out = new Map<BlobKey, SearchedFile[]>();
  for (const file of files) {
    const key: BlobKey = `${file.blob}:${file.language}`;
    const list = out.get(key);
    if (list === undefined) out.set(key, [file]);
    else list.push(file);
  }
  return out;
}

/** Rarest first: LanceDB matches any of them, so the order only helps a reader of logs. */
function lookupTerms(query: Query, statistics: Frequencies): string[] {
  const terms = [...query.terms, ...query.joined]
    .map(({ term }) => term)
    .filter((term) => statistics.frequency(term) > 0);
  terms.sort((a, b) => idf(statistics, b) - idf(statistics, a) || (a < b ? -1 : 1));
  return [...new Set([...query.identifiers.map((name) => DEFINES + name), ...terms])];
}

/** Asks for more until `wanted` candidates are in the view or the store has no more. */
async function overfetch(
  fetch: (limit: number) => Promise<Candidate[]>,
  inView: (candidate: Candidate) => boolean,
  wanted: number,
): Promise<Candidate[]> {
  for (let limit = wanted; ; limit *= OVERFETCH) {
    const found = await fetch(limit);
    const kept = found.filter(inView);
    if (kept.length >= wanted || found.length < limit) return kept.slice(0, wanted);
  }
}

/** The files whose names the query spells best. */
function filesByName(files: readonly SearchedFile[], query: Query): SearchedFile[] {
  const terms = new Set(query.terms.map(({ term }) => term));
  // A stem may end in another letter than its word: all but the last letter of it must be there.
  const probes = [...terms].map((term) => (term.length > 3 ? term.slice(0, -1) : term));
  const found: { file: SearchedFile; name: number }[] = [];
  for (const file of files) {
    const lower = file.path.toLowerCase();
    if (!probes.some((probe) => lower.includes(probe))) continue;
    const name = namePrecision(pathWordsOf(file.path), terms);
    if (name > 0) found.push({ file, name });
  }
  found.sort((a, b) => b.name - a.name || (a.file.path < b.file.path ? -1 : 1));
  return found.slice(0, MOST_FILES_BY_PATH).map(({ file }) => file);
}

/** More rows than this are not kept in memory: about 75 MB. */
const MOST_CACHED = 30_000;

async function rowsOf(
  store: ChunkStore,
  cache: RowCache,
  ids: ReadonlySet<string>,
  blobs: readonly BlobKey[],
): Promise<ScoredRow[]> {
  const unique = new Map<string, ScoredRow>();
  const missing: string[] = [];
  for (const id of ids) {
    const known = cache.get(id);
    if (known === undefined) missing.push(id);
    else unique.set(id, known);
  }
  const [byId, byBlob] = await Promise.all([
    missing.length === 0 ? [] : store.rows({ chunkIds: missing }, SCORED_COLUMNS),
    blobs.length === 0 ? [] : store.rows({ blobs }, SCORED_COLUMNS),
  ]);
  if (cache.size + byId.length > MOST_CACHED) cache.clear();
  for (const row of byId) cache.set(row.chunkId, row);
  for (const row of [...byId, ...byBlob]) unique.set(row.chunkId, row);
  return [...unique.values()];
}

function createScorer(
  query: Query,
  statistics: Frequencies,
  options: RetrieveOptions,
): (row: ScoredRow, file: SearchedFile) => RetrievedChunk {
  const words = createWordScorer(query, statistics);
  const terms = new Set(query.terms.map(({ term }) => term));
  const identifiers = new Set(query.identifiers);
  const paths = new Map<string, { path: PathWords; name: number }>();
  return (row, file) => {
    let known = paths.get(file.path);
    if (known === undefined) {
      const path = pathWordsOf(file.path);
      known = { path, name: options.words ? namePrecision(path, terms) : 0 };
      paths.set(file.path, known);
    }
    return {
      row,
      path: file.path,
      status: file.status,
      words: options.words ? words.score(row.searchText, row.tokens, known.path) : 0,
      cosine: options.vector === null ? 0 : dot(options.vector, row.vector),
      symbol: options.words ? definitionOf(row, identifiers) : 0,
      name: known.name,
    };
  };
}

const SYMBOL_SCORE: Partial<Record<ChunkRow['kind'], number>> = {
  class: 1,
  interface: 1,
  type: 1,
  enum: 1,
  module: 1,
  function: 0.8,
  method: 0.8,
};

function definitionOf(row: ScoredRow, identifiers: ReadonlySet<string>): number {
  if (identifiers.size === 0 || row.part > 1) return 0;
  let best = 0;
  for (const { name, kind } of row.defines) {
    if (identifiers.has(joinedName(name))) best = Math.max(best, SYMBOL_SCORE[kind] ?? 0.6);
  }
  return best;
}

/** In float64 and in one order, so that every machine gets the same last digit. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
