/**
 * Scores a row for a query, by its words and path and by the asked names that it defines. Words are
 * scored by BM25F with the statistics of the caller's view (Robertson, Zaragoza: The Probabilistic
 * Relevance Framework, 2009), with one saturation for all fields.
 */

import { getOrMake } from '../../base/lists.ts';
import type { ChunkRow, Definition } from '../../base/types.ts';
import { DEFINES, joinedName, STOP_WORDS, splitIdentifier, termsOf } from '../../base/words.ts';
import type { SearchReader, SearchRowOf } from '../../engine/rowReader.ts';
import type { RowWords } from '../../engine/rowWords.ts';
import type { PathWords } from '../../graph/pathWords.ts';
import { languageNamed } from '../../languages/languages.ts';
import type { Frequencies } from '../../view/statistics.ts';
import type { Query, WeightedTerm } from '../question.ts';

/**
 * NDCG changes by less than 0.006 for k1 from 0.9 to 1.6, b from 0.5 to 0.9, and field weights ×
 * 0.5 to × 2.
 */
const K1 = 1.2;
const B = 0.75;
const FILE_NAME = 2;
const FOLDER = 1;

export function idf(statistics: Frequencies, term: string): number {
  const frequency = Math.max(0, statistics.frequency(term));
  return Math.log(1 + (Math.max(statistics.chunks, frequency) - frequency + 0.5) / (frequency + 0.5));
}

interface WordScorer {
  /** @param words of the row; words of defined names count three times */
  score(words: RowWords, tokens: number, path: PathWords): WordScore;
}

export interface WordScore {
  /** BM25F, ≥ 0. */
  words: number;
  /**
   * The share of the query that the text holds: the inverse document frequencies of the found
   * words, divided by those of all words; 0 to 1.
   */
  coverage: number;
}

/** Computes everything that depends only on the query and the view. */
export function createWordScorer(query: Query, statistics: Frequencies): WordScorer {
  const prepare = ({ term, weight, isOther = false }: WeightedTerm) => ({
    term,
    factor: weight * idf(statistics, term),
    isAsked: !isOther,
  });
  const terms = query.terms.map(prepare);
  const joined = query.joined.map(prepare);
  const all = [...terms, ...joined];
  const inRows = termsAsked(query);
  const places = all.map(({ term }) => inRows.indexOf(term));
  const pathCounts = new Map<PathWords, PathCounts>();
  const asked = terms.reduce((sum, { factor, isAsked }) => sum + (isAsked ? factor : 0), 0) || 1;
  const average = statistics.averageTokens || 1;
  return {
    score(words, tokens, path) {
      const norm = 1 - B + (B * tokens) / average;
      const { names, folders } = getOrMake(pathCounts, path, () => ({
        names: [
          ...terms.map(({ term }) => (path.stem.includes(term) ? FILE_NAME : 0)),
          ...joined.map(({ term }) => (path.joined === term ? FILE_NAME : 0)),
        ],
        folders: all.map(({ term }, at) => (at < terms.length && path.folders.has(term) ? FOLDER : 0)),
      }));
      const counts = words.counts(inRows);
      let total = 0;
      let covered = 0;
      for (let at = 0; at < all.length; at++) {
        const { factor, isAsked } = all[at]!;
        const inText = counts[places[at]!]! / norm;
        if (at < terms.length && isAsked && inText > 0) covered += factor;
        const count = inText + names[at]! + folders[at]!;
        total += (factor * count) / (count + K1);
      }
      return { words: total, coverage: covered / asked };
    },
  };
}

/** For each term, how often it occurs in a path, weighted. */
interface PathCounts {
  names: readonly number[];
  folders: readonly number[];
}

/**
 * A common word of the repository says less of a file: `page.go` for "render no alias of a page".
 */
const RARITY = 0.3;

/**
 * Returns a function that scores a file's name from 0 to 1: the share of its words that the query
 * has, squared, and less if they are more common than the query's rarest word or identifier. A name
 * or a type in the query that is the file's name may be common.
 */
export function createNameScorer(
  { terms, joined, names, types }: Pick<Query, 'terms' | 'joined' | 'names' | 'types'>,
  statistics: Frequencies,
): (path: PathWords) => number {
  const worth = new Map(terms.map(({ term, weight }) => [term, weight * idf(statistics, term)]));
  const named = new Set([...names, ...types].map(({ name }) => name));
  const identifiers = joined.filter(({ term }) => named.has(term) && statistics.frequency(term) > 0);
  const rarest = Math.max(...worth.values(), ...identifiers.map(({ term }) => idf(statistics, term)));
  return ({ stem, joined }) => {
    const words = new Set(stem);
    const found = [...words].flatMap((word) => worth.get(word) ?? []);
    const share = (found.length / Math.max(1, words.size)) ** 2;
    const sum = found.reduce((total, value) => total + value, 0);
    return named.has(joined) || sum === 0 ? share : share * Math.min(1, sum / rarest) ** RARITY;
  };
}

type DefiningRow = SearchRowOf<'chunkId' | 'blobSha' | 'language' | 'words'>;

/** Scores for the asked names that a chunk defines; all ≥ 0. */
export interface DefinitionScore {
  /**
   * 1 for a type, 0.8 for a function, 0.6 for others. Half of it if spelling or scope differ, twice
   * if the name is the whole question.
   */
  symbol: number;
  /**
   * ln(1 + lines) / 6 of the longest definition, if its name is the whole question: a body says
   * more than a declaration.
   */
  symbolSize: number;
  /** 1 for a type that a capitalised word in a sentence names, 0.7 if that is the first word. */
  typeName: number;
  /**
   * The share of a function's name that the query has, squared: the share of the name's words
   * without stop words, if at least two are in the query; 0 to 1. It is 0 for `test_…`, unless the
   * query says "test".
   */
  functionName: number;
  /** True for a unit test in a file of other code that defines none of the asked names. */
  isUnitTest: boolean;
}

export const NO_DEFINITION: DefinitionScore = {
  symbol: 0,
  symbolSize: 0,
  typeName: 0,
  functionName: 0,
  isUnitTest: false,
};

interface WantedDefinitions {
  /** True to look for the query's words in names of functions. */
  names: boolean;
  /** True to tell unit tests from other code, which reads more rows. */
  unitTests: boolean;
}

const TEST = 'test';
/** Too many names have a single word in common with a query. */
const LEAST_NAME_WORDS = 2;

const TYPES: ReadonlySet<ChunkRow['kind']> = new Set(['class', 'interface', 'type', 'enum', 'module']);
const FUNCTIONS: ReadonlySet<ChunkRow['kind']> = new Set(['function', 'method']);
const FUNCTION_SCORE = 0.8;
const OTHER_KIND = 0.6;
/** In headings and keys, the length of what follows says nothing. */
const PROSE: ReadonlySet<ChunkRow['kind']> = new Set(['section', 'object', 'text']);
const OTHER_SPELLING = 0.5;

/** Returns the `def:` tokens of all wanted names. */
function definitionTokens({ names, types }: Pick<Query, 'names' | 'types'>): string[] {
  return [...new Set([...names, ...types].map(({ name }) => DEFINES + name))];
}

/** Returns all terms that are looked up in rows: tokens of names, then words. */
export function termsAsked(query: AskedTerms): readonly string[] {
  return getOrMake(termsOfQueries, query, () => {
    const terms = [...query.terms, ...query.joined].map(({ term }) => term);
    return [...new Set([...definitionTokens(query), ...terms])];
  });
}

type AskedTerms = Pick<Query, 'names' | 'types' | 'terms' | 'joined'>;

/** One list for each query: rows remember what they counted for a list. */
const termsOfQueries = new WeakMap<AskedTerms, readonly string[]>();

/** @param pathsOf returns a row's paths in the view; folders and files count as scopes */
export async function definitionScores(
  store: SearchReader,
  rows: ReadonlyMap<string, DefiningRow>,
  query: AskedTerms,
  wanted: WantedDefinitions,
  overlay: readonly ChunkRow[],
  pathsOf: (row: DefiningRow) => readonly string[],
): Promise<ReadonlyMap<string, DefinitionScore>> {
  const scores = new Map<string, DefinitionScore>();
  const asked = termsAsked(query);
  const tokens = definitionTokens(query).length;
  const terms = wanted.names ? query.terms : [];
  const defining = [...rows.values()].filter(
    ({ language, words }) =>
      (wanted.unitTests && languageNamed(language).isUnitTest !== undefined) ||
      mayDefine(words.counts(asked), tokens, tokens + terms.length),
  );
  const fresh = new Map(overlay.map((row) => [row.chunkId, row]));
  const stored = defining.filter(({ chunkId }) => !fresh.has(chunkId)).map(({ chunkId }) => chunkId);
  const columns = ['chunkId', 'language', 'kind', 'nodeType', 'symbol', 'signature', 'defines', 'scope'] as const;
  const found = stored.length === 0 ? [] : await store.rows({ chunkIds: stored }, columns);
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  for (const row of [...found, ...defining.flatMap(({ chunkId }) => fresh.get(chunkId) ?? [])]) {
    const paths = pathsOf(rows.get(row.chunkId)!);
    const score = scoreOf(row, query, paths);
    const isUnitTest = wanted.unitTests && score.symbol === 0 && languageNamed(row.language).isUnitTest?.(row) === true;
    scores.set(row.chunkId, { ...score, functionName: bestFunctionName(row, weights), isUnitTest });
  }
  return scores;
}

/** Each word of a defined name occurs at least so often in the search text: see searchTextOf. */
const TIMES_OF_DEFINED = 2;

/**
 * False if none of the names is defined, and no definition can have two of the words in its name.
 * @param counts of the names' tokens, followed by those of words, which end at `end`
 */
function mayDefine(counts: readonly number[], tokens: number, end: number): boolean {
  let held = 0;
  for (let at = 0; at < end; at++) {
    if (at < tokens && counts[at]! > 0) return true;
    if (at >= tokens && counts[at]! >= TIMES_OF_DEFINED && ++held === LEAST_NAME_WORDS) return true;
  }
  return false;
}

function bestFunctionName({ defines }: Pick<ChunkRow, 'defines'>, weights: ReadonlyMap<string, number>): number {
  let best = 0;
  for (const { name, kind } of defines) {
    if (!FUNCTIONS.has(kind)) continue;
    const { words } = termsOf(name);
    if (!words.some((word) => weights.has(word))) continue;
    // A unit test is named after the function that it tests.
    if (words[0] === TEST && !weights.has(TEST)) continue;
    const distinct = new Set(words.filter((word) => !STOP_WORDS.has(word)));
    const asked = [...distinct].flatMap((word) => weights.get(word) ?? []);
    if (asked.length < LEAST_NAME_WORDS) continue;
    best = Math.max(best, (asked.reduce((sum, weight) => sum + weight, 0) / distinct.size) ** 2);
  }
  return best;
}

/**
 * Returns the definition of a chunk that a question asks for, by name, by the name of a type, or by
 * words of a function's name. Null if the definition after which the chunk is named fits as well.
 */
export function askedDefinition(
  row: Pick<ChunkRow, 'defines' | 'scope' | 'symbol' | 'part'>,
  query: Pick<Query, 'names' | 'types' | 'terms'>,
  path: string,
): Definition | null {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const own = row.defines.find(({ name }) => name === row.symbol);
  const worth = (definition: Definition): number[] => {
    const { symbol, typeName } = scoreOf(row, query, [path], [definition]);
    // A definition inside of a function counts only if the question has exactly its name.
    const isInner =
      row.part > 1 || (own !== undefined && own !== definition && FUNCTIONS.has(own.kind) && holds(own, definition));
    return [symbol, typeName, isInner ? 0 : bestFunctionName({ defines: [definition] }, weights)];
  };
  const isBetter = (a: readonly number[], b: readonly number[]): boolean => {
    const at = a.findIndex((value, place) => value !== b[place]);
    return at !== -1 && a[at]! > b[at]!;
  };
  let best: Definition | null = null;
  let most = own === undefined ? [0, 0, 0] : worth(own);
  for (const definition of row.defines) {
    const value = worth(definition);
    if (!isBetter(value, most)) continue;
    best = definition;
    most = value;
  }
  return best;
}

function holds(outer: Definition, inner: Definition): boolean {
  return outer.startLine <= inner.startLine && outer.endLine >= inner.endLine;
}

/** @param among the definitions of the row that count */
function scoreOf(
  { defines, scope }: Pick<ChunkRow, 'defines' | 'scope'>,
  { names, types }: Pick<Query, 'names' | 'types'>,
  paths: readonly string[],
  among: readonly Definition[] = defines,
): DefinitionScore {
  const score = { ...NO_DEFINITION };
  for (const definition of among) {
    const joined = joinedName(definition.name);
    for (const asked of names) {
      if (asked.name !== joined) continue;
      const inScope = asked.scope.length === 0 || isInside(asked.scope, definition, defines, scope, paths);
      const fit = spellingFit(asked.written, definition.name) * (inScope ? asked.weight : asked.elsewhere);
      const size = Math.log(1 + definition.endLine - definition.startLine + 1) / 6;
      score.symbol = Math.max(score.symbol, fit * kindScore(definition.kind));
      if (asked.alone && !PROSE.has(definition.kind)) score.symbolSize = Math.max(score.symbolSize, fit * size);
    }
    if (!TYPES.has(definition.kind)) continue;
    for (const { written, weight } of types) {
      if (written === definition.name) score.typeName = Math.max(score.typeName, weight);
    }
  }
  return score;
}

function kindScore(kind: ChunkRow['kind']): number {
  return TYPES.has(kind) ? 1 : FUNCTIONS.has(kind) ? FUNCTION_SCORE : OTHER_KIND;
}

/**
 * Compares spellings: `FromRequest` is not `from_request`, but a plain `router` may mean either.
 */
function spellingFit(written: string, name: string): number {
  const plain = written === written.toLowerCase() && splitIdentifier(written).length === 1;
  return plain || written === name ? 1 : OTHER_SPELLING;
}

/**
 * True if the innermost qualifier is the definition around, or at the top level the folder or file.
 */
export function isInside(
  wanted: readonly string[],
  { startLine, endLine }: Definition,
  defines: readonly Definition[],
  scope: readonly string[],
  paths: readonly string[],
): boolean {
  const innermost = wanted.at(-1)!;
  const lines = endLine - startLine;
  const around = defines
    .filter(
      (other) => other.startLine <= startLine && other.endLine >= endLine && other.endLine - other.startLine > lines,
    )
    .sort((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  const encloser = [...scope, ...around.map(({ name }) => name)].at(-1);
  if (encloser !== undefined) return joinedName(encloser.split(/::|\./).at(-1)!) === innermost;
  return paths.some((path) => path.split('/').some((part) => joinedName(part.split('.')[0]!) === innermost));
}
