/**
 * Text to token numbers of the built-in embedder. Words are those of words.ts for the letters A to Z and digits, unstemmed;
 * everything else separates. A word that is not in the vocabulary becomes the cheapest pieces that are.
 *
 *   HTTPServer2     → http server 2
 *   12345           → nothing: long numbers are data
 *   quuxlogging     → quux logging, if the vocabulary has these
 */

import type { BuiltinModel } from './builtinModel.ts';

const RUN = /[A-Za-z0-9]+/g;
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

const MAX_WORD = 24;
const MAX_DIGITS = 4;
const MIN_SPLIT = 3;
const MIN_PIECE = 2;
/** Of a letter that no piece covers; no piece costs more. */
const SKIP_COST = 18 * 1024;

/** Runs of letters and digits that are remembered; beyond it all are forgotten, which changes no result. */
const CACHE_LIMIT = 200_000;

const NONE = new Int32Array(0);

/** Remembers what it has learnt of runs, which repeat themselves. */
export class BuiltinTokens {
  readonly #model: BuiltinModel;
  readonly #tokensOfRun = new Map<string, Int32Array>();

  constructor(model: BuiltinModel) {
    this.#model = model;
  }

  /** The tokens of one of a text's runs, in order. Shared: not to be changed. */
  ofRun(run: string): Int32Array {
    const known = this.#tokensOfRun.get(run);
    if (known !== undefined) return known;
    if (this.#tokensOfRun.size >= CACHE_LIMIT) this.#tokensOfRun.clear();
    const tokens: number[] = [];
    for (const word of run.match(WORD) ?? []) {
      if (word.length > MAX_WORD || (word.length > MAX_DIGITS && isDigit(word))) continue;
      this.#addWord(word.toLowerCase(), tokens);
    }
    const learnt = tokens.length === 0 ? NONE : Int32Array.from(tokens);
    this.#tokensOfRun.set(run, learnt);
    return learnt;
  }

  #addWord(word: string, tokens: number[]): void {
    const token = this.#model.vocabulary.tokenOf(word);
    if (token >= 0) tokens.push(token);
    else if (word.length >= MIN_SPLIT) tokens.push(...piecesOf(word, this.#model));
  }
}

/** Runs of letters and digits, in order. No word reaches over the end of one. */
export function runsOf(text: string): string[] {
  return text.match(RUN) ?? [];
}

function isDigit(word: string): boolean {
  return word.charCodeAt(0) < 58;
}

/** Viterbi: a piece costs what its share of all occurrences says. Integers, so that ties are ties: the skip first, then the earliest start. */
function piecesOf(word: string, { vocabulary, costs }: BuiltinModel): number[] {
  const best = [0];
  const cameFrom = [0];
  const pieces = [-1];
  for (let end = 1; end <= word.length; end++) {
    best[end] = best[end - 1]! + SKIP_COST;
    cameFrom[end] = end - 1;
    pieces[end] = -1;
    for (let start = 0; start <= end - MIN_PIECE; start++) {
      const token = vocabulary.tokenOf(word, start, end);
      if (token < 0) continue;
      const cost = best[start]! + costs[token]!;
      if (cost >= best[end]!) continue;
      best[end] = cost;
      cameFrom[end] = start;
      pieces[end] = token;
    }
  }
  const out: number[] = [];
  for (let end = word.length; end > 0; end = cameFrom[end]!) if (pieces[end]! >= 0) out.push(pieces[end]!);
  return out.reverse();
}
