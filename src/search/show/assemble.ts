/**
 * Turns ranked chunks into results: text with its lines, in the order of select. Chunks whose lines
 * a better result shows are left out, and the end of the list is cut. Pure.
 */

import type { CutBy, Explanation, SearchHit } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import type { Definition } from '../../base/types.ts';
import { tokensOfPlaced, withFrame } from '../fitResult.ts';
import type { QueryWords } from '../queryWords.ts';
import { bestScore, identicalTo, type Selected, type Selection } from '../rank/select.ts';
import { FEATURES, type Weights } from '../rank/weights.ts';
import { createElider } from './elide.ts';
import {
  createPlacer,
  type FileLines,
  type LinesOfFile,
  type Placed,
  type Placer,
  type ShownRow,
  type ShownText,
} from './placeChunk.ts';

/** Everything that is known about one repository's chunks. */
export interface ChunkSource {
  commit: string | null;
  lines: LinesOfFile;
  /** By chunk id. Its text is used if the caller has no files, and for pieces of overlong lines. */
  shown: ReadonlyMap<string, ShownRow>;
  /** Commentary by chunk id. */
  prose: ReadonlyMap<string, string>;
  /** For saying what each feature added to a score; null to leave that out. */
  weights: Weights | null;
}

export interface AssembleOptions {
  /** The most results, not counting those that were asked for by name. */
  limit: number;
  /** True to leave out results that are far less relevant than the best. */
  onlyRelevant: boolean;
  /** The fewest lines that a result shows, if the file has them; 0 for the chunk alone. */
  lines: number;
  /** The fewest lines of a result whose file has a better one. */
  furtherLines: number;
  /** Lines shown before and after each chunk. */
  context: number;
  /** The words of the query; lines that have nothing to do with them may be elided. */
  words: QueryWords;
  /** False to show everything. */
  elide: boolean;
  /** Returns the definition of a chunk that the question asks for; by default the chunk's own. */
  asked?: AskedDefinition;
}

interface Assembled {
  results: SearchHit[];
  /** The limit that cut the list, null if it is complete. */
  cutBy: CutBy | null;
  tokens: number;
}

/**
 * With a budget, a result below this share of the best score is not worth its tokens. A tenth of
 * all lines lie below it, but only 2 of 1,097 right files among the ten best of the benchmarks.
 */
const LEAST_SHARE = 0.4;

/** @param sources by repository */
export function assemble(
  { ranked, more }: Selection,
  sources: ReadonlyMap<string, ChunkSource>,
  options: AssembleOptions,
): Assembled {
  const tools = new Map(
    [...sources].map(([repository, source]) => {
      const elider = options.elide ? createElider(options.words) : null;
      return [repository, { ...source, placer: createPlacer(source.lines, options), elider }];
    }),
  );
  const results: SearchHit[] = [];
  const least = options.onlyRelevant ? leastScore(ranked) : Number.NEGATIVE_INFINITY;
  let tokens = 0;
  let wanted = options.limit;
  let cutBy: CutBy | null = more ? 'limit' : null;
  for (const one of ranked) {
    const { path, row } = one.chunk;
    const source = tools.get(one.repository)!;
    const { placer, elider } = source;
    const isFound = one.included === undefined;
    const known = one.included ?? namedRow(source.shown.get(row.chunkId)!, path, placer, options.asked);
    const whole = placer.place(path, row.startLine, known, isFound);
    if (whole === null) continue;
    if (!isFound) wanted += 1;
    else if (one.score < least) {
      cutBy = 'relevance';
      continue;
    }
    if (results.length === wanted) return { results, cutBy: 'limit', tokens };
    // What was asked for by name is shown unchanged.
    const file = { language: row.language, lines: placer.linesOf(path) };
    const elided = isFound ? (elider?.elide(whole, file, known.signature) ?? []) : [];
    const placed = elided.length === 0 ? whole : { ...whole, elided };
    placer.take(path, placed, isFound);
    elider?.add(placed);
    const hit = hitOf(one, known, placed, source, isFound ? (source.prose.get(row.chunkId) ?? '') : '');
    tokens += hit.tokens;
    results.push({ rank: results.length + 1, ...hit });
  }
  return { results, cutBy, tokens };
}

/** Returns the row with the name of the definition that is asked for. */
function namedRow(row: ShownRow, path: string, { linesOf }: Placer, asked: AskedDefinition | undefined): ShownText {
  const definition = asked?.(row, path) ?? null;
  return definition === null ? row : nameAsked(row, definition, linesOf(path));
}

/** For a reranker's scores, and for scores below 0, no limit is known. */
function leastScore(ranked: readonly Selected[]): number {
  const best = bestScore(ranked);
  return best === 0 || ranked.some(({ fused }) => fused !== undefined) ? Number.NEGATIVE_INFINITY : LEAST_SHARE * best;
}

function hitOf(
  one: Selected,
  shown: ShownText,
  placed: Placed,
  { commit, weights }: ChunkSource,
  commentary: string,
): Omit<SearchHit, 'rank'> {
  const { repository, chunk, score } = one;
  const { row, path, status } = chunk;
  const { elided, fileLines, isPiece } = placed;
  const identical = [...(one.alike ?? []).map((other) => identicalTo(chunk, other)), ...(one.elsewhere ?? [])];
  return withFrame(placed.frame, {
    score: rounded(score),
    repository,
    commit,
    path,
    startLine: placed.startLine,
    endLine: placed.endLine,
    definition: placed.definition,
    chunk: placed.chunk,
    language: row.language,
    kind: shown.kind ?? row.kind,
    symbol: shown.symbol,
    scope: shown.scope,
    signature: shown.signature,
    chunkId: row.chunkId,
    status,
    why: {
      words: rounded(chunk.words),
      vectors: rounded(chunk.cosine),
      symbol: chunk.symbol,
      path: rounded(chunk.name),
      references: rounded(chunk.near?.score ?? 0),
      include: one.included !== undefined,
      ...(one.fused === undefined ? {} : { fused: rounded(one.fused) }),
    },
    ...(identical.length === 0 ? {} : { identical }),
    ...(chunk.near === undefined || chunk.near.reason === '' ? {} : { reason: chunk.near.reason }),
    ...(weights === null ? {} : { explain: explain(one, weights) }),
    tokens: tokensOfPlaced(path, placed) + (commentary === '' ? 0 : estimateTokens(commentary)),
    text: placed.text,
    ...(elided === undefined ? {} : { elided }),
    ...(fileLines === undefined ? {} : { fileLines }),
    ...(isPiece === undefined ? {} : { isPiece }),
    ...(commentary === '' ? {} : { commentary }),
  });
}

/** Lists every feature with a value, then what the chunk lost as a further one of its file. */
function explain({ features, score, fused = score }: Selected, weights: Weights): Explanation {
  const said = FEATURES.filter((name) => features[name] !== 0);
  const explanation: Explanation = Object.fromEntries(
    said.map((name) => [
      name,
      { value: rounded(features[name]), weight: weights[name], score: rounded(weights[name] * features[name]) },
    ]),
  );
  const rest = fused - said.reduce((sum, name) => sum + weights[name] * features[name], 0);
  if (Math.abs(rest) > 1e-9) explanation['further'] = { value: rounded(rest), weight: 1, score: rounded(rest) };
  return explanation;
}

/** Rounds to four digits, which are the same on all machines. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

// Names results. A chunk of several small definitions has the name of one; a result has the name of
// the one that is asked for.

/**
 * Returns the definition of a chunk that a question asks for, null if the chunk's own name fits as
 * well.
 */
export type AskedDefinition = (row: ShownRow, path: string) => Definition | null;

/** The most characters of a line that a signature is read from. */
const LONGEST = 300;

/**
 * @param asked one of the row's definitions
 * @param lines of the file; without them the signature is not known
 * @returns the row with the definition's name, scope, signature and lines
 */
function nameAsked(row: ShownRow, asked: Definition, lines: FileLines | null): ShownText {
  const { name, kind, startLine, endLine } = asked;
  const encloses = (from: number, to: number): boolean =>
    from <= startLine && to >= endLine && to - from > endLine - startLine;
  const around = row.defines.filter((other) => encloses(other.startLine, other.endLine)).map((other) => other.name);
  // A container such as `impl Pool {` does not define its name.
  const [from = 0, to = 0] = row.frame.split(':', 1)[0]!.split('-').map(Number);
  const isContainer = encloses(from, to) && !row.defines.some((other) => other.name === row.symbol);
  return {
    ...row,
    kind,
    symbol: name,
    scope: [...row.scope, ...(isContainer ? [row.symbol] : []), ...around],
    signature: lines === null ? '' : signatureIn(lines, asked),
    frame: row.frame.replace(/^[^:]*/, `${startLine}-${endLine}`),
  };
}

/** Returns the line with the name: attributes may stand above it. */
function signatureIn(lines: FileLines, { name, startLine, endLine }: Definition): string {
  const textOf = (line: number): string => lines.slice(line, line).slice(0, LONGEST);
  let line = startLine;
  while (line < endLine && !textOf(line).includes(name)) line += 1;
  return textOf(line)
    .trim()
    .replace(/(?<![\s{:=])[\s{:=]+$/, '');
}
