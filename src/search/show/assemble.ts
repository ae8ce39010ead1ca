/**
 * Ranked chunks to what a caller sees: text with its lines, in the order of select. Chunks whose lines a better one shows
 * are left out, and the tail is cut. Pure.
 */

import type { CutBy, Explanation, IdenticalChunk, SearchHit } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { type Fitted, fitTokens, tokensOfPlaced } from '../fitResult.ts';
import type { QueryWords } from '../queryWords.ts';
import type { Selected, Selection } from '../rank/select.ts';
import { FEATURES, type Weights } from '../rank/weights.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import { createElider } from './elide.ts';
import { createPlacer, type FileText, type ShownRow, type ShownText } from './placeChunk.ts';

export interface AssembleOptions {
  repository: string;
  commit: string | null;
  /** Results at most, beside those that were asked for by name. */
  limit: number;
  /** Tokens at most, null for any number. */
  budget: number | null;
  /** Leave out what is far less relevant than the best. */
  onlyRelevant: boolean;
  /** Lines shown of a result, at least, as far as the file has them; 0 for the chunk alone. */
  lines: number;
  /** Lines shown before and after each chunk. */
  context: number;
  /** The query's: what they do not ask for is elided, and where a budget cuts the only result, a line that has them stays. */
  words: QueryWords;
  /** False to show everything. */
  elide: boolean;
  /** To say what each feature added to a score; null to leave that out. */
  weights: Weights | null;
  /** Commentary by chunk id: shown where there is room for it beside the whole text. */
  prose?: ReadonlyMap<string, string>;
}

export interface Assembled {
  results: SearchHit[];
  /** What cut the tail, null where there is no more. */
  cutBy: CutBy | null;
  /** Whether it would be no longer if more had been ranked. */
  isCut: boolean;
  tokens: number;
}

/**
 * Where tokens count, what scores less than this share of the best is not worth its tokens: of 1,097 right files among the ten
 * best of the benchmarks 2 lie below it, and a tenth of all lines.
 */
const LEAST_SHARE = 0.4;

/** @param shown by chunk id; its text serves those who have the index without the blobs, and pieces of overlong lines */
export function assemble(
  { ranked, more }: Selection,
  textOf: FileText,
  shown: ReadonlyMap<string, ShownRow>,
  options: AssembleOptions,
): Assembled {
  const { limit, budget } = options;
  const placer = createPlacer(textOf, options);
  const elider = options.elide ? createElider(options.words) : null;
  const results: SearchHit[] = [];
  const least = options.onlyRelevant ? leastScore(ranked) : Number.NEGATIVE_INFINITY;
  let tokens = 0;
  let wanted = limit;
  let cutBy: CutBy | null = more ? 'limit' : null;
  for (const one of ranked) {
    const { path, row } = one.chunk;
    const known = one.included ?? shown.get(row.chunkId)!;
    const whole = placer.place(path, row.startLine, known, one.included === undefined);
    if (whole === null) continue;
    // What was asked for by name is shown as it is.
    const elided =
      one.included === undefined
        ? elider?.elide(whole, { path, language: row.language, lines: placer.linesOf(path) }, known.signature)
        : [];
    const placed = elided === undefined || elided.length === 0 ? whole : { ...whole, elided };
    if (one.included !== undefined) wanted += 1;
    else if (one.score < least) {
      cutBy = 'relevance';
      continue;
    }
    if (results.length === wanted) return { results, cutBy: 'limit', isCut: true, tokens };
    const room = budget === null ? Number.POSITIVE_INFINITY : budget - tokens;
    const must = results.length === 0 ? options.words : null;
    const fitted = fitTokens(placed, known.signature, room, must, (some) => tokensOfPlaced(path, some));
    if (fitted === null) return { results, cutBy: 'budget', isCut: true, tokens };
    placer.take(path, fitted.placed);
    elider?.add(fitted.placed);
    const commentary = one.included === undefined ? (options.prose?.get(row.chunkId) ?? '') : '';
    const cost = commentary === '' ? 0 : estimateTokens(commentary);
    const isShown = cost > 0 && fitted.placed === placed && fitted.tokens + cost <= room;
    const shownAs = isShown ? { ...fitted, tokens: fitted.tokens + cost, commentary } : fitted;
    tokens += shownAs.tokens;
    results.push(hitOf(one, known, shownAs, results.length + 1, options));
    if (fitted.placed !== placed) return { results, cutBy: 'budget', isCut: true, tokens };
  }
  return { results, cutBy, isCut: cutBy === 'relevance', tokens };
}

/** Nothing is known about a reranker's scores, or about those below 0. */
function leastScore(ranked: readonly Selected[]): number {
  const best = ranked.reduce((most, { score }) => Math.max(most, score), 0);
  return best === 0 || ranked.some(({ fused }) => fused !== undefined) ? Number.NEGATIVE_INFINITY : LEAST_SHARE * best;
}

function hitOf(
  one: Selected,
  shown: ShownText,
  { placed, tokens, commentary }: Fitted & { commentary?: string },
  rank: number,
  options: AssembleOptions,
): SearchHit {
  const { chunk, score } = one;
  const { row, path, status } = chunk;
  const { elided, fileLines, isPiece } = placed;
  return {
    rank,
    score: rounded(score),
    repository: options.repository,
    commit: options.commit,
    path,
    startLine: placed.startLine,
    endLine: placed.endLine,
    definition: placed.definition,
    chunk: placed.chunk,
    frame: placed.frame,
    language: row.language,
    kind: row.kind,
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
    ...(one.alike === undefined ? {} : { identical: one.alike.map((other) => identicalTo(chunk, other)) }),
    ...(chunk.near === undefined || chunk.near.reason === '' ? {} : { reason: chunk.near.reason }),
    ...(options.weights === null ? {} : { explain: explain(one, options.weights) }),
    tokens,
    text: placed.text,
    ...(elided === undefined ? {} : { elided }),
    ...(fileLines === undefined ? {} : { fileLines }),
    ...(isPiece === undefined ? {} : { isPiece }),
    ...(commentary === undefined ? {} : { commentary }),
  };
}

/** @param other what is folded into the first one */
export function identicalTo({ row: own }: RetrievedChunk, { path, row }: RetrievedChunk): IdenticalChunk {
  const { startLine, endLine } = row;
  return { path, startLine, endLine, nearly: row.searchText !== own.searchText };
}

/** Every feature that said something, then what the chunk lost behind better ones of its file. */
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

/** Four digits: what is shown is what two machines agree on. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
