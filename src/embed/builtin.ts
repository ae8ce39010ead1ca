/**
 * The built-in embedder, a static model that is trained by model/ and shipped with the package. A
 * text's vector is the sum over its distinct tokens of (1 + ln tf) · weight · row, at unit length;
 * queries and documents weigh tokens differently.
 *
 * Float64 additions and multiplications in a fixed order (tokens by first occurrence), one square
 * root, one division: the same bits on every machine. If you change the arithmetic or the words,
 * vectors change: raise BUILTIN_VERSION.
 */

import { CoraError } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import { TermTable } from '../base/termTable.ts';
import type { Embedder } from '../base/types.ts';
import { embedEach, toUnit } from './batches.ts';

const BUILTIN_VERSION = 1;

export function createBuiltinEmbedder(model: BuiltinModel): Embedder {
  const pooling = new Pooling(model);
  return {
    id: 'builtin',
    dimensions: model.dimensions,
    fingerprint: fingerprintOf(['builtin', BUILTIN_VERSION, model.digest]),
    embed: (texts, kind, signal) => embedEach(texts, (text) => pooling.embed(text, kind), signal),
  };
}

/** Turns texts into vectors. It has working memory, so it embeds one text at a time. */
class Pooling {
  readonly #model: BuiltinModel;
  readonly #tokens: BuiltinTokens;
  /** The number of times that each token occurs in the current text; all zero between texts. */
  readonly #counts: Uint32Array;
  readonly #sums: Float64Array;
  /** The factor of each distinct token of the current text. */
  #factors = new Float64Array(1 << 10);

  constructor(model: BuiltinModel) {
    this.#model = model;
    this.#tokens = new BuiltinTokens(model);
    this.#counts = new Uint32Array(model.size);
    this.#sums = new Float64Array(model.dimensions);
  }

  embed(text: string, kind: 'document' | 'query'): Float32Array {
    const { tfWeights, weights: all } = this.#model.tables();
    const weights = all[kind];
    const counts = this.#counts;
    const lastTf = tfWeights.length - 1;
    const distinct = this.#count(text);
    if (distinct.length > this.#factors.length) this.#factors = new Float64Array(2 * distinct.length);
    const factors = this.#factors;
    for (let at = 0; at < distinct.length; at++) {
      const token = distinct[at]!;
      factors[at] = tfWeights[Math.min(counts[token]!, lastTf)]! * weights[token]!;
      counts[token] = 0;
    }
    return toUnit(this.#sum(distinct, factors));
  }

  /**
   * Adds rows times factors from left to right, four at a time, which is faster and keeps the
   * order.
   */
  #sum(tokens: number[], factors: Float64Array): Float64Array {
    const { dimensions } = this.#model;
    const rows = this.#model.rowsWith(tokens);
    const sums = this.#sums.fill(0);
    const fours = tokens.length & ~3;
    for (let four = 0; four < fours; four += 4) {
      const a = tokens[four]! * dimensions;
      const b = tokens[four + 1]! * dimensions;
      const c = tokens[four + 2]! * dimensions;
      const d = tokens[four + 3]! * dimensions;
      const ofA = factors[four]!;
      const ofB = factors[four + 1]!;
      const ofC = factors[four + 2]!;
      const ofD = factors[four + 3]!;
      for (let at = 0; at < dimensions; at++) {
        sums[at] = sums[at]! + ofA * rows[a + at]! + ofB * rows[b + at]! + ofC * rows[c + at]! + ofD * rows[d + at]!;
      }
    }
    for (let rest = fours; rest < tokens.length; rest++) {
      const row = tokens[rest]! * dimensions;
      const factor = factors[rest]!;
      for (let at = 0; at < dimensions; at++) sums[at]! += factor * rows[row + at]!;
    }
    return sums;
  }

  /** Counts tokens and returns the distinct ones, in order of first occurrence. */
  #count(text: string): number[] {
    const counts = this.#counts;
    const distinct: number[] = [];
    this.#tokens.eachRun(text, (tokens) => {
      for (let at = 0; at < tokens.length; at++) {
        const token = tokens[at]!;
        if (counts[token]!++ === 0) distinct.push(token);
      }
    });
    return distinct;
  }
}

// Turns a text into token numbers. Words are those of words.ts, unstemmed, but only of the letters
// A to Z and digits. A word that is not in the vocabulary is split into the cheapest pieces that
// are.
//
//   HTTPServer2     → http server 2
//   12345           → nothing: long numbers are data
//   quuxlogging     → quux logging, if the vocabulary has these

const WORD_IN_RUN = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

const MAX_WORD = 24;
const MAX_DIGITS = 4;
const MIN_SPLIT = 3;
const MIN_PIECE = 2;
/** The cost of skipping a letter that no piece covers; no piece costs more. */
const SKIP_COST = 18 * 1024;

/**
 * The most runs of letters and digits that are remembered. With more, all are forgotten, which
 * changes no result.
 */
const CACHE_LIMIT = 50_000;

const NONE = new Int32Array(0);

/** Splits texts into tokens, and remembers the tokens of runs, which often repeat. */
export class BuiltinTokens {
  readonly #model: BuiltinModel;
  #runs = new TermTable();
  /** The tokens of each run, by its number. */
  #tokens: Int32Array[] = [];

  constructor(model: BuiltinModel) {
    this.#model = model;
  }

  /**
   * Calls `use` with the tokens of each run of letters and digits, in order. No word goes beyond a
   * run. The arrays are shared: do not change them.
   */
  eachRun(text: string, use: (tokens: Int32Array) => void): void {
    if (this.#tokens.length >= CACHE_LIMIT) {
      this.#runs = new TermTable();
      this.#tokens = [];
    }
    this.#runs.eachRun(text, (run) => {
      this.#tokens[run] ??= this.#learn(this.#runs.names[run]!);
      use(this.#tokens[run]);
    });
  }

  #learn(run: string): Int32Array {
    const tokens: number[] = [];
    for (const word of run.match(WORD_IN_RUN) ?? []) {
      if (word.length > MAX_WORD || (word.length > MAX_DIGITS && isDigit(word))) continue;
      this.#addWord(word.toLowerCase(), tokens);
    }
    return tokens.length === 0 ? NONE : Int32Array.from(tokens);
  }

  #addWord(word: string, tokens: number[]): void {
    const tables = this.#model.tables();
    const token = tables.vocabulary.tokenOf(word);
    if (token >= 0) tokens.push(token);
    else if (word.length >= MIN_SPLIT) tokens.push(...piecesOf(word, tables));
  }
}

function isDigit(word: string): boolean {
  return word.charCodeAt(0) < 58;
}

/**
 * Splits a word with the Viterbi algorithm. A piece's cost follows from how often it occurs. Costs
 * are integers, so ties are exact: skipping wins, then the earliest start.
 */
function piecesOf(word: string, { vocabulary, costs }: BuiltinTables): number[] {
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

// The weights of the built-in embedder in builtin.bin. model/train.py writes the file and
// model/model.py describes it.

export interface BuiltinModel {
  dimensions: number;
  /** 16 hex digits that change with every byte of the weights. */
  digest: string;
  /** The number of tokens. They are numbered from 0, in the order of the rows. */
  size: number;
  tables(): BuiltinTables;
  /**
   * The rows of all tokens, `dimensions` numbers each. Only the rows of these tokens are sure to be
   * filled.
   */
  rowsWith(tokens: readonly number[]): Int8Array;
}

interface BuiltinTables {
  vocabulary: BuiltinVocabulary;
  /** The cost of each token as a piece of an unknown word, in 1024ths of a nat. */
  costs: Uint16Array;
  /**
   * 1 + ln tf for each tf; larger ones use the last value. It is a table, because Math.log may
   * round differently on other machines.
   */
  tfWeights: Float64Array;
  /** The weight of each token, including the scale of its row. */
  weights: Readonly<Record<'document' | 'query', Float32Array>>;
}

/** The file or memory that holds the weights. */
interface WeightsFile {
  size: number;
  /** Fills the target with the bytes from `at` on. */
  readInto(at: number, target: Uint8Array): void;
}

const MAGIC = new TextEncoder().encode('CORAEMB1');
const HEADER_BYTES = 32;
/** The most rows that are read one by one. Whoever needs more gets all of them. */
const MOST_SINGLE = 1000;

export function weightsIn(bytes: Uint8Array): WeightsFile {
  return { size: bytes.length, readInto: (at, target) => target.set(bytes.subarray(at, at + target.length)) };
}

/**
 * Reads the head of the weights first, and other parts when they are needed: the digest alone
 * identifies the embedder, and a query needs only a few rows.
 *
 * @throws CoraError EMBEDDER if the weights are cut short or have another format
 */
export function builtinModelOf(file: WeightsFile): BuiltinModel {
  const head = new Uint8Array(Math.min(HEADER_BYTES, file.size));
  file.readInto(0, head);
  if (head.length < HEADER_BYTES || !MAGIC.every((code, at) => head[at] === code)) throw damagedWeights();
  const [dimensions, size, tfs, vocabularyBytes] = new Uint32Array(head.buffer, 8, 4) as unknown as Four;
  const costBytes = Math.ceil((2 * size) / 8) * 8;
  const rowsAt = HEADER_BYTES + 8 * tfs + 8 * size + costBytes + vocabularyBytes;
  if (file.size !== rowsAt + size * dimensions) throw damagedWeights();
  let known: BuiltinTables | undefined;
  const readTables = (): BuiltinTables => {
    const bytes = new Uint8Array(rowsAt);
    file.readInto(0, bytes);
    const { buffer } = bytes;
    let at = HEADER_BYTES;
    const next = (length: number) => {
      at += length;
      return at - length;
    };
    const tfWeights = new Float64Array(buffer, next(8 * tfs), tfs);
    const query = new Float32Array(buffer, next(4 * size), size);
    const document = new Float32Array(buffer, next(4 * size), size);
    const costs = new Uint16Array(buffer, next(costBytes), size);
    const vocabulary = new BuiltinVocabulary(new Uint8Array(buffer, next(vocabularyBytes), vocabularyBytes), size);
    return { vocabulary, costs, tfWeights, weights: { document, query } };
  };
  const isRead = new Uint8Array(size);
  let read = 0;
  let rows: Int8Array | undefined;
  return {
    ...{ dimensions, size },
    digest: Array.from(head.subarray(24, 32), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    tables() {
      known ??= readTables();
      return known;
    },
    rowsWith(tokens) {
      rows ??= new Int8Array(size * dimensions);
      for (const token of read > MOST_SINGLE ? [] : tokens) {
        if (isRead[token] === 1) continue;
        const isLast = read === MOST_SINGLE;
        const [from, to] = isLast ? [0, rows.length] : [token * dimensions, (token + 1) * dimensions];
        file.readInto(rowsAt + from, new Uint8Array(rows.buffer, from, to - from));
        isRead[token] = 1;
        read += 1;
        if (isLast) break;
      }
      return rows;
    },
  };
}

type Four = [number, number, number, number];

export function damagedWeights(): CoraError {
  const message = 'The weights of the built-in embedder are damaged or of another version.';
  return new CoraError('EMBEDDER', message, { hint: WEIGHTS_HINT });
}

export const WEIGHTS_HINT = 'install Cora again, or choose another embedder with --embedder';

// Maps words to token numbers, directly on the bytes of the vocabulary. Filling a Map with 25,000
// strings takes ten times as long as loading the rest of the model, and a query asks for a few
// words.

const NEWLINE = 10;
/** At least so many slots for each token: half of them stay empty, so that look-ups are short. */
const SPARSE = 2;

class BuiltinVocabulary {
  /** The number of tokens. */
  readonly size: number;
  /** All words in ASCII, by number, each followed by a newline. */
  readonly bytes: Uint8Array;
  /** Where each token's word starts, and where the last one ends. */
  readonly #starts: Uint32Array;
  /** A hash table with linear probing: token + 1, or 0 for an empty slot. */
  readonly #slots: Uint32Array;
  readonly #mask: number;

  constructor(bytes: Uint8Array, size: number) {
    const starts = new Uint32Array(size + 1);
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(size * SPARSE + 1)));
    const mask = slots.length - 1;
    // Local variables take half the time here, because this runs before V8 has optimised anything.
    let at = 0;
    for (let token = 0; token < size; token++) {
      let hash = SEED;
      for (let byte = bytes[at++]; byte !== undefined && byte !== NEWLINE; byte = bytes[at++]) {
        hash = Math.imul(hash ^ byte, PRIME);
      }
      starts[token + 1] = at;
      let slot = finish(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = token + 1;
    }
    this.size = size;
    this.bytes = bytes;
    this.#starts = starts;
    this.#slots = slots;
    this.#mask = mask;
  }

  /**
   * @returns the number of the word text.slice(start, end), -1 if it is unknown; only words of a to
   * z and digits are known
   */
  tokenOf(text: string, start = 0, end = text.length): number {
    let hash = SEED;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    for (let slot = finish(hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const token = this.#slots[slot]! - 1;
      if (token < 0 || this.#is(token, text, start, end)) return token;
    }
  }

  #is(token: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[token]!;
    if (this.#starts[token + 1]! - from - 1 !== end - start) return false;
    for (let at = start; at < end; at++) if (this.bytes[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }
}

/** FNV-1a, with its high bits mixed into the low ones. */
const SEED = 0x811c_9dc5;
const PRIME = 0x0100_0193;
const finish = (hash: number) => hash ^ (hash >>> 15);
