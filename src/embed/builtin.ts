/**
 * The built-in embedder: a static model of our own, trained by model/ and shipped with the package.
 * A text's vector is the sum over its distinct tokens of (1 + ln tf) · weight · row, at unit
 * length; queries and documents weigh tokens differently.
 *
 * Float64 additions and multiplications in a fixed order (tokens by first occurrence), one square
 * root, one division: the same bits on every machine. A change to the arithmetic here or to the
 * words changes vectors: raise BUILTIN_VERSION.
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

/** Turns texts into vectors. Holds working space, so one text at a time. */
class Pooling {
  readonly #model: BuiltinModel;
  readonly #tokens: BuiltinTokens;
  /** By token: how often it occurs in the text at hand; zero between texts. */
  readonly #counts: Uint32Array;
  readonly #sums: Float64Array;
  /** By place among the tokens of the text at hand. */
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
   * Adds rows times factors from left to right. Four at a time, which saves time and leaves the
   * order as it is.
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

// Text to token numbers of the built-in embedder. Words are those of words.ts for the letters A to
// Z and digits, unstemmed; everything else separates. A word that is not in the vocabulary becomes
// the cheapest pieces that are.
//
//   HTTPServer2     → http server 2
//   12345           → nothing: long numbers are data
//   quuxlogging     → quux logging, if the vocabulary has these

const WORD_IN_RUN = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

const MAX_WORD = 24;
const MAX_DIGITS = 4;
const MIN_SPLIT = 3;
const MIN_PIECE = 2;
/** The cost of a letter that no piece covers; no piece costs more. */
const SKIP_COST = 18 * 1024;

/**
 * Runs of letters and digits that are remembered; beyond it all are forgotten, which changes no
 * result.
 */
const CACHE_LIMIT = 50_000;

const NONE = new Int32Array(0);

/** Remembers what it has learnt of runs, which repeat themselves. */
export class BuiltinTokens {
  readonly #model: BuiltinModel;
  #runs = new TermTable();
  /** By the number of a run. */
  #tokens: Int32Array[] = [];

  constructor(model: BuiltinModel) {
    this.#model = model;
  }

  /**
   * Calls `use` with the tokens of each run of letters and digits, in order. Shared: not to be
   * changed. No word reaches over the end of a run.
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
 * Viterbi: a piece costs what its share of all occurrences says. Integers, so that ties are ties:
 * the skip first, then the earliest start.
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

// The weights of the built-in embedder as they lie in builtin.bin, which model/train.py writes and
// model/model.py describes. Knows nothing of texts.

export interface BuiltinModel {
  dimensions: number;
  /** 16 hex digits that change with any byte of the weights. */
  digest: string;
  /** The number of tokens, which are numbered from 0 in the order of the rows. */
  size: number;
  tables(): BuiltinTables;
  /** Token after token, `dimensions` numbers each; those of these tokens are there. */
  rowsWith(tokens: readonly number[]): Int8Array;
}

interface BuiltinTables {
  vocabulary: BuiltinVocabulary;
  /** By token: what it costs as a piece of an unknown word, in 1024ths of a nat. */
  costs: Uint16Array;
  /**
   * 1 + ln tf by tf; what lies beyond counts as the last. A table, as Math.log need not round alike
   * everywhere.
   */
  tfWeights: Float64Array;
  /** By token, with the scale of its row. */
  weights: Readonly<Record<'document' | 'query', Float32Array>>;
}

/** Where the weights lie. */
interface WeightsFile {
  size: number;
  /** Fills the target with the bytes from there on. */
  readInto(at: number, target: Uint8Array): void;
}

const MAGIC = new TextEncoder().encode('CORAEMB1');
const HEADER_BYTES = 32;
/** Rows that are read one by one: whoever needs more needs many, and gets all of them. */
const MOST_SINGLE = 1000;

export function weightsIn(bytes: Uint8Array): WeightsFile {
  return { size: bytes.length, readInto: (at, target) => target.set(bytes.subarray(at, at + target.length)) };
}

/**
 * Reads the head of the weights, and the rest once it is asked for: an embedder is known by its
 * digest, and a query needs the rows of a handful of words.
 *
 * @throws CoraError EMBEDDER where they are cut short or of another format
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

// Word → token number, straight on the bytes of the vocabulary. A Map of 25,000 strings takes ten
// times as long to fill as the whole model takes to load otherwise, and a command-line query asks
// for a handful of words.

const NEWLINE = 10;
/** Slots per token at least: half of them stay empty, so that a search ends soon. */
const SPARSE = 2;

class BuiltinVocabulary {
  /** The number of tokens. */
  readonly size: number;
  /** ASCII words in order of their numbers, each followed by a newline. */
  readonly bytes: Uint8Array;
  /** By token: where its word starts; at the end where the last one ends. */
  readonly #starts: Uint32Array;
  /** Open addressing, linear probing; token + 1, 0 where empty. */
  readonly #slots: Uint32Array;
  readonly #mask: number;

  constructor(bytes: Uint8Array, size: number) {
    const starts = new Uint32Array(size + 1);
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(size * SPARSE + 1)));
    const mask = slots.length - 1;
    // The first code of a process that is hot: on locals it takes half the time, as it runs before
    // anything is compiled.
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
   * @returns the number of text.slice(start, end), -1 where it is unknown; only a to z and digits
   * are ever known
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

/** FNV-1a, its high bits brought down. */
const SEED = 0x811c_9dc5;
const PRIME = 0x0100_0193;
const finish = (hash: number) => hash ^ (hash >>> 15);
