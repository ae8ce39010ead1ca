/**
 * Candidates from LanceDB. Its full-text and vector searches say which rows come near; where an
 * order decides about what is left out, the rows are scored again here, and more are fetched until
 * no other row can belong to the best.
 */

import {
  type Candidate,
  compareScored,
  dotProduct,
  type FoundRow,
  type IsWanted,
  scoreRow,
  type WordRanking,
} from './rankRows.ts';
import type { ReadTable, TableSelection } from './readTable.ts';
import { decodeRows, numbersOf, type RowColumn } from './schema.ts';

const CANDIDATE = ['chunkId', 'blobSha', 'language'] as const;
/** The full-text index splits here, so a term with one of these cannot be in it. */
const SPACE = /[\t\n\v\f\r ]/;

/**
 * LanceDB's order differs a little from ours: so many more than the limit are fetched at once, and
 * then times so much.
 */
const SURPLUS = 24;
const GROWTH = 4;
/**
 * So many rows are fetched at most. Where more than these have the same score, which of them come
 * is LanceDB's choice.
 */
const MOST_FETCHED = 30_000;
/** Looks at a table that changes all the time. */
const MOST_ATTEMPTS = 5;
/** The weight of a word that 90 % of the rows hold. */
const IN_NEARLY_ALL = 0.1;
/** More than rounding can take from a product of three. */
const ROUNDED_UP = 1 + 1e-6;
/**
 * LanceDB rounds the query's components to 11 bits, which moves a cosine by 2^-11 at most, and adds
 * in float32.
 */
const VECTORS_SLACK = 2 ** -11 + 1e-4;

/** Keeps what is known of the rows outside the full-text index. */
export interface TailCache {
  tail: WordTail | null;
}

/** Terms that can be words of a row. */
export function indexable(terms: Iterable<string>): Set<string> {
  return new Set([...terms].filter((term) => term !== '' && !SPACE.test(term)));
}

/**
 * Returns rows with any of the terms: `most` of the index at most, and all that it does not cover
 * yet.
 */
export async function rowsWithTerms<C extends RowColumn>(
  table: ReadTable,
  cache: TailCache,
  terms: ReadonlySet<string>,
  most: number,
  columns: readonly C[],
): Promise<FoundRow<C>[]> {
  const { indexed, tail } = await searchBoth(table, cache, terms, most, columns);
  const found = new Map(indexed.map((row) => [row.chunkId, row]));
  for (const row of matchWordTail<C>(tail, terms)) found.set(row.chunkId, row);
  return [...found.values()];
}

/**
 * The index and the rows outside it, of one version: a writer that folds rows into the index must
 * not hide them from both.
 */
async function searchBoth<C extends RowColumn>(
  table: ReadTable,
  cache: TailCache,
  terms: ReadonlySet<string>,
  limit: number,
  columns: readonly C[],
): Promise<{ indexed: FoundRow<C>[]; tail: WordTail }> {
  for (let attempt = 1; ; attempt++) {
    const before = await table.version();
    const [indexed, tail] = await Promise.all([
      searchIndex(table, terms, limit, columns),
      readWordTail(table, cache.tail, columns),
    ]);
    cache.tail = tail;
    const isOne = tail.version === before && (await table.version()) === before;
    if (isOne || attempt === MOST_ATTEMPTS) return { indexed, tail };
  }
}

async function searchIndex<C extends RowColumn>(
  table: ReadTable,
  terms: ReadonlySet<string>,
  limit: number,
  columns: readonly C[],
): Promise<FoundRow<C>[]> {
  if (!(await table.hasIndex(WORD_INDEX))) return [];
  const words = { column: 'searchText', text: [...terms].join(' ') };
  return foundBy(table, { words, limit }, '_score', (score) => score, columns);
}

export async function bestByWords<C extends RowColumn>(
  table: ReadTable,
  cache: TailCache,
  ranking: WordRanking,
  isWanted: IsWanted,
  limit: number,
  columns: readonly C[],
): Promise<FoundRow<C>[]> {
  const terms = indexable(ranking.weights.keys());
  const wanted = [...new Set<RowColumn>(['searchText', ...columns])] as (C | 'searchText')[];
  // Such words weigh so little that the table's other rows change all their order.
  const isEverywhere = Math.max(0, ...ranking.weights.values()) < IN_NEARLY_ALL;
  for (let fetched = isEverywhere ? MOST_FETCHED : limit + SURPLUS; ; fetched *= GROWTH) {
    const { indexed, tail: rows } = await searchBoth(table, cache, terms, fetched, wanted);
    const tail = matchWordTail<C | 'searchText'>(rows, terms);
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    const best = new Map<string, FoundRow<C>>();
    for (const row of indexed) {
      const score = scoreRow(row.searchText, ranking);
      least = Math.min(least, score / row.score);
      most = Math.max(most, score / row.score);
      if (isWanted(row)) best.set(row.chunkId, { ...row, score });
    }
    for (const row of tail) {
      if (isWanted(row)) best.set(row.chunkId, { ...row, score: scoreRow(row.searchText, ranking) });
    }
    const sorted = [...best.values()].sort(compareScored);
    // What was not fetched may gain by the caller's statistics more than any row that was: by as
    // much as those differ. The bound is rounded up: a row of the same score must not seem worse.
    const others = indexed.length < fetched ? 0 : indexed.at(-1)!.score * most * (most / least) * ROUNDED_UP;
    const isCertain = others === 0 || (sorted[limit - 1]?.score ?? 0) > others;
    if (isCertain || fetched >= MOST_FETCHED) return sorted.slice(0, limit);
  }
}

export async function bestByVector<C extends RowColumn>(
  table: ReadTable,
  vector: Float32Array,
  isWanted: IsWanted,
  limit: number,
  columns: readonly C[],
): Promise<FoundRow<C>[]> {
  const wanted = [...new Set<RowColumn>(['vector', ...columns])] as (C | 'vector')[];
  for (let fetched = limit + SURPLUS; ; fetched *= GROWTH) {
    const search = { near: vector, limit: fetched };
    const near = await foundBy(table, search, '_distance', (distance) => 1 - distance, wanted);
    const best = near
      .filter(isWanted)
      .map((row): FoundRow<C> => ({ ...row, score: dotProduct(vector, row.vector, 0) }))
      .sort(compareScored);
    const others = near.length < fetched ? Number.NEGATIVE_INFINITY : near.at(-1)!.score + VECTORS_SLACK;
    const isCertain = (best[limit - 1]?.score ?? Number.NEGATIVE_INFINITY) > others || near.length < fetched;
    if (isCertain || fetched >= MOST_FETCHED) return best.slice(0, limit);
  }
}

async function foundBy<C extends RowColumn>(
  table: ReadTable,
  search: Omit<TableSelection, 'columns'>,
  scoreColumn: string,
  scoreOf: (value: number) => number,
  columns: readonly C[],
): Promise<FoundRow<C>[]> {
  const wanted = [...new Set<RowColumn>([...CANDIDATE, ...columns])];
  const found: FoundRow<C>[] = [];
  for await (const batch of table.select({ ...search, columns: [...wanted, scoreColumn] })) {
    const values = numbersOf(batch, scoreColumn);
    decodeRows(batch, wanted).forEach((row, i) => {
      found.push({ ...(row as unknown as FoundRow<C>), score: scoreOf(values[i]!) });
    });
  }
  return found.sort(compareScored);
}

// Words in the rows that the full-text index does not cover yet. LanceDB searches such rows too,
// but scores them by other statistics, so that they sink below rows that the index knows and would
// be lost at the limit. They are few (see optimizeTable.ts), so they are read whole and matched
// here, and each list of candidates is cut by itself.

/** The index's name is LanceDB's: column + `_idx`. */
export const WORD_INDEX = 'searchText_idx';

const COLUMNS = ['chunkId', 'blobSha', 'language', 'searchText'] as const;

interface WordTail {
  version: number;
  columns: readonly RowColumn[];
  rows: { row: Omit<Candidate, 'score'>; words: string[] }[];
}

/** The number of rows outside the index; all of them where there is no index. */
export async function countUnindexed(table: ReadTable): Promise<number> {
  return (await table.unindexedRows(WORD_INDEX)) ?? (await table.countRows());
}

/**
 * Rows are appended behind the indexed ones and compaction keeps their order, so the uncovered rows
 * are the last ones.
 *
 * @param known the tail read before; given back when the table has not changed since
 */
async function readWordTail(
  table: ReadTable,
  known: WordTail | null,
  columns: readonly RowColumn[],
): Promise<WordTail> {
  const version = await table.version();
  const knows = (column: RowColumn): boolean => known?.columns.includes(column) === true;
  if (known?.version === version && (known.rows.length === 0 || columns.every(knows))) return known;
  const unindexed = await countUnindexed(table);
  if (unindexed === 0) return { version, columns, rows: [] };
  // Two kinds of queries take turns with the columns that they want.
  const wanted = [...new Set<RowColumn>([...COLUMNS, ...(known?.columns ?? []), ...columns])];
  const first = (await table.countRows()) - unindexed;
  const offsets = Array.from({ length: unindexed }, (_, i) => first + i);
  const rows: WordTail['rows'] = [];
  for await (const batch of table.select({ offsets, columns: wanted })) {
    for (const row of decodeRows(batch, wanted)) rows.push({ row, words: row.searchText.split(' ') });
  }
  return { version, columns: wanted, rows };
}

/** Returns the rows of the tail that hold any of the terms. */
export function matchWordTail<C extends RowColumn>(tail: WordTail, terms: ReadonlySet<string>): FoundRow<C>[] {
  return tail.rows.flatMap(({ row, words }) =>
    words.some((word) => terms.has(word)) ? [{ ...row, score: 0 } as FoundRow<C>] : [],
  );
}
