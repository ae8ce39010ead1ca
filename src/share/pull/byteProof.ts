/**
 * Proves rows of a packed segment right where their bytes lie: texts are compared with the blob's,
 * words are counted by their numbers, and hardly anything becomes an object. It proves all that
 * verifyBlob and SegmentProof together would, but not every row that they would: what it leaves
 * open is decoded, and they decide.
 */

import { isUtf8 } from 'node:buffer';
import { isFrame } from '../../base/frame.ts';
import { chunkIdOf, contentHashOf, embedTextOf } from '../../base/identity.ts';
import { DEFINES, identifiersIn, joinedNames, REFERS, termsOf } from '../../base/words.ts';
import { ByteReader, textIn } from '../../engine/bytes.ts';
import { signed } from '../../engine/rowColumns.ts';
import type { RowBytes } from '../../engine/segment.ts';
import { REFERENCE_KINDS } from '../../engine/segmentFile.ts';
import { isNamed } from '../../git/repository.ts';
import { decodeText } from '../../secrets/text.ts';
import { BASIS, ByteTable, hashOfRun, MULTIPLIER } from './byteTable.ts';
import { type SegmentProof, UNKNOWN } from './segmentProof.ts';
import { isUnit, lineFinder, MOST_OVERLAP, mostSaid, ODD } from './verifyBlob.ts';

/** A row that is right: the things that others count or show of it. */
export interface ProvenRow {
  chunkId: string;
  contentHash: string;
  tokens: number;
  words: number;
  embedText: string;
}

/** Runs that are kept; and bytes of them. */
const MOST_RUNS = 400_000;
const MOST_BYTES = 2 ** 24;
/** Words of a blob that are looked for one by one. */
const MOST_LOOKED_FOR = 100;
const LARGEST = 2 ** 31 - 1;
const MOST_LENGTH = 2 ** 28;

export class ByteProof {
  readonly #proof: SegmentProof;
  #runs = new RunTable();
  #names = new NameTable();
  /** The number of the blob, plus one. */
  #stamp = 0;
  #lookedFor = 0;
  /** Numbers of the runs of a text, and of the words of a row. */
  readonly #found = new Numbers();
  readonly #sequence = new Numbers();
  /** Numbers of the names that a row mentions. */
  readonly #references = new Numbers();

  readonly #vector: Float32Array;
  /** A number for each row that was looked at; and by word, the one that mentioned it last. */
  #row = 0;
  readonly #mentioned: Uint32Array;

  constructor(proof: SegmentProof) {
    this.#proof = proof;
    this.#vector = new Float32Array(proof.segment.header.dimensions);
    this.#mentioned = new Uint32Array(proof.segment.header.terms);
  }

  /**
   * @param blob its number in the segment
   * @param rows all of it
   * @param content the bytes that the caller's repository holds under its name
   * @returns null where it is not proven
   */
  prove(blob: number, rows: readonly RowBytes[], content: Uint8Array): ProvenRow[] | null {
    const { segment, numbers, vectors } = this.#proof;
    const { kinds, nodeTypes } = segment.header;
    const sha = segment.shaOf(blob);
    if (rows.length === 0 || !isNamed(content, sha) || !isUtf8(content)) return null;
    const decoded = decodeText(content);
    if (decoded === null || decoded.encoding !== 'utf-8' || decoded.secrets.length > 0) return null;
    this.#begin(blob);
    const own: Own = {
      bytes: Buffer.from(content.buffer, content.byteOffset, content.length),
      lines: decoded.lineStarts,
    };
    const [first] = segment.names.rowsOf(blob);
    const ranges = this.#provenRanges(first, rows, own);
    if (ranges === null) return null;
    const language = segment.languageOf(blob);
    const proven: ProvenRow[] = [];
    const isPlain = decoded.text.length === content.length;
    for (const [at, { from, to, runs }] of ranges.entries()) {
      const row = rows[at]!;
      if (!vectors.isSound(first + at) || !isUnit(vectors.at(first + at, this.#vector))) return null;
      const part = numbers.part[first + at]!;
      if (part > LARGEST || numbers.parts[first + at]! > LARGEST) return null;
      if (numbers.kind[first + at]! >= kinds.length || numbers.nodeType[first + at]! >= nodeTypes.length) return null;
      const record = this.#provenRecord(first + at, row, own);
      if (record === null) return null;
      const words = this.#countWords(runs, record);
      if (!this.#proof.holds(first + at, this.#sequence.items, this.#sequence.length, words)) return null;
      const text = isPlain ? decoded.text.slice(from, to) : textIn(row.text, 0, row.text.length);
      const embedText = embedTextOf({ scope: record.scope, signature: part > 1 ? record.signature() : '', part, text });
      proven.push({
        ...{ chunkId: chunkIdOf(sha, language, from, to), contentHash: contentHashOf(embedText), embedText },
        ...{ tokens: words, words: Math.max(1, this.#sequence.length) },
      });
    }
    return proven;
  }

  #begin(blob: number): void {
    this.#stamp = blob + 1;
    this.#lookedFor = 0;
    const { size, bytes } = this.#runs.table;
    const names = this.#names.table;
    if (size + names.size < MOST_RUNS && bytes + names.bytes < MOST_BYTES) return;
    this.#runs = new RunTable();
    this.#names = new NameTable();
  }

  /** The texts are the blob's own, and all of it but blank lines. Their runs are known now. */
  #provenRanges(first: number, rows: readonly RowBytes[], { bytes, lines }: Own): ProvenRange[] | null {
    const { numbers } = this.#proof;
    const lineOf = lineFinder(lines);
    const ranges: ProvenRange[] = [];
    let before = { from: -1, to: -1 };
    let end = 0;
    let total = 0;
    for (const [at, { text }] of rows.entries()) {
      const row = first + at;
      const from = numbers.startByte[row]!;
      const length = numbers.bytes[row]!;
      const to = from + length;
      const line = numbers.startLine[row]!;
      const more = numbers.lines[row]!;
      if (length === 0 || length > MOST_LENGTH || to > bytes.length || more > length || line - 1 > from) return null;
      if (from < before.from || (from === before.from && to <= before.to)) return null;
      if (isWithin(bytes, from) || isWithin(bytes, to) || !isBlank(bytes, end, from)) return null;
      if (lineOf(from) !== line || lineOf(to - 1) !== line + more) return null;
      if (text.length !== length || bytes.compare(text, 0, length, from, to) !== 0) return null;
      before = { from, to };
      ranges.push({ from, to, runs: this.#see(text) });
      end = Math.max(end, to);
      total += length;
    }
    return isBlank(bytes, end, bytes.length) && total <= MOST_OVERLAP * bytes.length ? ranges : null;
  }

  #see(text: Uint8Array): Int32Array {
    const { items, length } = this.#runsIn(text);
    const { seen } = this.#runs;
    for (let at = 0; at < length; at++) seen[items[at]!] = this.#stamp;
    return items.slice(0, length);
  }

  /** Names, signature and comment consist of the blob's own words. */
  #provenRecord(row: number, { record, doc }: RowBytes, own: Own): Outline | null {
    if (record.length + doc.length > mostSaid(own.bytes.length)) return null;
    const { kinds } = this.#proof.segment.header;
    const { numbers } = this.#proof;
    const reader = new ByteReader(record);
    const symbol = this.#ownName(reader.run(), own);
    const signature = reader.run();
    const isOwn = symbol !== NOT_OWN && this.#isOwnText(signature, own) && this.#isOwnText(reader.run(), own);
    if (!isOwn || !this.#isOwnText(doc, own)) return null;
    // The blob shows no secret.
    if (reader.run().length > 0) return null;
    const startLine = numbers.startLine[row]!;
    const code = reader.varint();
    const range =
      code === 0 ? '' : `${startLine + signed(code - 1)}-${startLine + numbers.lines[row]! + signed(reader.varint())}`;
    const digits = reader.run();
    if (!isFrame(range + textIn(digits, 0, digits.length))) return null;
    const scope: string[] = [];
    for (const inner = new ByteReader(reader.run()); !inner.isAtEnd; ) {
      const name = this.#ownName(inner.run(), own);
      if (name === NOT_OWN) return null;
      scope.push(this.#names.textOf(name));
    }
    const defines: number[] = [];
    for (const inner = new ByteReader(reader.run()); !inner.isAtEnd; ) {
      const code = inner.varint();
      if (kinds[code >> 1] === undefined) return null;
      const name = code % 2 === 0 ? symbol : this.#ownName(inner.run(), own);
      if (name === NOT_OWN) return null;
      const from = startLine + signed(inner.varint());
      if (from < 1 || from + inner.varint() > own.lines.length) return null;
      defines.push(name);
    }
    const references = this.#references;
    references.length = 0;
    for (const inner = new ByteReader(reader.run()); !inner.isAtEnd; ) {
      const name = this.#ownName(inner.run(), own);
      const code = inner.varint();
      if (name === NOT_OWN || REFERENCE_KINDS[code >> 1] === undefined) return null;
      if (code % 2 === 1 && this.#ownName(inner.run(), own) === NOT_OWN) return null;
      references.push(name);
    }
    if (!reader.isAtEnd) return null;
    return { scope, signature: () => textIn(signature, 0, signature.length), defines };
  }

  /** @returns the number of a name that is the blob's own, else NOT_OWN */
  #ownName(bytes: Uint8Array, own: Own): number {
    const names = this.#names;
    const name = names.table.numberOf(bytes, 0, bytes.length, hashOfRun(bytes));
    if (name === names.length) names.add(bytes, this.#runsIn(bytes));
    if (names.owners[name] === this.#stamp) return name;
    if (names.areOdd[name] === 1) return NOT_OWN;
    for (let at = names.starts[name]!; at < names.starts[name + 1]!; at++)
      if (!this.#isOwnRun(names.runs.items[at]!, own)) return NOT_OWN;
    names.owners[name] = this.#stamp;
    return name;
  }

  #isOwnText(bytes: Uint8Array, own: Own): boolean {
    if (bytes.length === 0) return true;
    const { items, length } = this.#runsIn(bytes);
    for (let at = 0; at < length; at++) if (!this.#isOwnRun(items[at]!, own)) return false;
    if (!hasOddBytes(bytes)) return true;
    if (!isUtf8(bytes)) return false;
    return (textIn(bytes, 0, bytes.length).match(ODD) ?? []).every((mark) => own.bytes.includes(mark));
  }

  /** A word may be cut short, or stand within a longer one. */
  #isOwnRun(run: number, { bytes }: Own): boolean {
    const { seen, identifiers } = this.#runs;
    if (seen[run] === this.#stamp) return true;
    for (const identifier of identifiers(run))
      if (++this.#lookedFor > MOST_LOOKED_FOR || !bytes.includes(identifier)) return false;
    seen[run] = this.#stamp;
    return true;
  }

  /** Brings the numbers of all words of a row into their order. @returns how many its text has */
  #countWords(runs: Int32Array, { defines }: Outline): number {
    const sequence = this.#sequence;
    sequence.length = 0;
    const { starts, middles, terms } = this.#runs;
    for (let at = 0; at < runs.length; at++) {
      const run = runs[at]!;
      for (let place = starts[run]!; place < middles[run]!; place++) sequence.push(terms.items[place]!);
    }
    const words = sequence.length;
    for (let at = 0; at < runs.length; at++) {
      const run = runs[at]!;
      for (let place = middles[run]!; place < starts[run + 1]!; place++) sequence.push(terms.items[place]!);
    }
    this.#addDefinitions(defines);
    this.#addMentions();
    return words;
  }

  #addDefinitions(defines: readonly number[]): void {
    const sequence = this.#sequence;
    const joined = new Set<number>();
    for (const name of new Set(defines)) {
      const { words, term } = this.#defined(name);
      for (let twice = 0; twice < 2; twice++) for (const word of words) sequence.push(word);
      joined.add(term);
    }
    for (const term of joined) if (term !== NO_NAME) sequence.push(term);
  }

  /** A row mentions some names many times. */
  #addMentions(): void {
    this.#row += 1;
    const { items, length } = this.#references;
    const { mentions } = this.#names;
    for (let at = 0; at < length; at++) {
      const name = items[at]!;
      let term = mentions[name]!;
      if (term === NOT_ASKED) {
        term = this.#nameTerm(REFERS, this.#names.textOf(name));
        mentions[name] = term;
      }
      if (term === NO_NAME || (term !== UNKNOWN && this.#mentioned[term] === this.#row)) continue;
      if (term !== UNKNOWN) this.#mentioned[term] = this.#row;
      this.#sequence.push(term);
    }
  }

  #defined(name: number): Definition {
    const known = this.#names.definitions.get(name);
    if (known !== undefined) return known;
    const text = this.#names.textOf(name);
    const made = { words: termsOf(text).words.map((word) => this.#term(word)), term: this.#nameTerm(DEFINES, text) };
    this.#names.definitions.set(name, made);
    return made;
  }

  #nameTerm(prefix: string, name: string): number {
    const [joined] = joinedNames([name]);
    return joined === undefined ? NO_NAME : this.#term(prefix + joined);
  }

  #term(word: string): number {
    return this.#proof.terms.numbers.get(word) ?? UNKNOWN;
  }

  /** Numbers the runs of a text, which are good until the next call. */
  #runsIn(bytes: Uint8Array): Numbers {
    const found = this.#found;
    const runs = this.#runs;
    const end = bytes.length;
    found.length = 0;
    for (let at = 0; at < end; ) {
      if (IS_WORD[bytes[at]!] === 0) {
        at += 1;
        continue;
      }
      if (isAddedMark(bytes, at)) {
        at += MARK_BYTES;
        continue;
      }
      const start = at;
      let hash = BASIS;
      while (at < end && IS_WORD[bytes[at]!] === 1 && !isAddedMark(bytes, at))
        hash = Math.imul(hash ^ bytes[at++]!, MULTIPLIER);
      const run = runs.table.numberOf(bytes, start, at, hash);
      if (run === runs.length) runs.add(bytes.subarray(start, at), (word) => this.#term(word));
      found.push(run);
    }
    return found;
  }
}

interface ProvenRange {
  from: number;
  to: number;
  /** Numbers of the runs in its text. */
  runs: Int32Array;
}

interface Own {
  bytes: Buffer;
  /** Byte offsets. */
  lines: readonly number[];
}

interface Outline {
  scope: string[];
  signature(): string;
  /** Numbers of names. */
  defines: readonly number[];
}

/**
 * Runs of bytes that letters, digits, `_`, `$` and whatever is not ASCII may be part of: a word
 * never goes beyond one.
 */
const IS_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const MARK_BYTES = 3;

/** `…` and `›`, which Cora adds to what it cuts short, and which are in no word. */
function isAddedMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0xa6 || bytes[at + 2] === 0xba);
}

const DELETE = 0x7f;

function hasOddBytes(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte >= DELETE || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) return true;
  }
  return false;
}

/** True if a place is in the middle of a character. */
function isWithin(bytes: Uint8Array, at: number): boolean {
  return at < bytes.length && (bytes[at]! & 0xc0) === 0x80;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0x20 && !(bytes[at]! >= 9 && bytes[at]! <= 13)) return false;
  return true;
}

/** A name that holds no word to look it up by; and one of which this is not known yet. */
const NO_NAME = -2;
const NOT_ASKED = -3;
const NOT_OWN = -1;

/** Numbers of the words that a row has by defining a name. */
interface Definition {
  words: readonly number[];
  term: number;
}

/** Names by number: symbols, scopes, definitions and references. */
class NameTable {
  readonly table = new ByteTable();
  length = 0;
  /** By name: the blob whose own it was last, plus one. */
  owners = new Int32Array(1 << 16);
  /** By name: 1 where it holds marks that would have to be looked for in the blob. */
  areOdd = new Uint8Array(1 << 16);
  /** By name, and one more: where its runs begin. */
  starts = new Uint32Array(1 << 16);
  readonly runs = new Numbers();
  /** By name: the word that a row has by mentioning it, UNKNOWN, NO_NAME or NOT_ASKED. */
  mentions = new Int32Array(1 << 16).fill(NOT_ASKED);
  readonly definitions = new Map<number, Definition>();

  /** The latest name that the table numbered. */
  add(bytes: Uint8Array, { items, length }: Numbers): void {
    const name = this.length++;
    if (this.length + 1 > this.starts.length) this.#grow();
    for (let at = 0; at < length; at++) this.runs.push(items[at]!);
    this.starts[name + 1] = this.runs.length;
    const isOdd = hasOddBytes(bytes) && (!isUtf8(bytes) || textIn(bytes, 0, bytes.length).match(ODD) !== null);
    this.areOdd[name] = isOdd ? 1 : 0;
  }

  textOf(name: number): string {
    const bytes = this.table.bytesOf(name);
    return textIn(bytes, 0, bytes.length);
  }

  #grow(): void {
    const { length } = this.starts;
    this.owners = copied(new Int32Array(2 * length), this.owners);
    this.areOdd = copied(new Uint8Array(2 * length), this.areOdd);
    this.starts = copied(new Uint32Array(2 * length), this.starts);
    this.mentions = copied(new Int32Array(2 * length).fill(NOT_ASKED), this.mentions);
  }
}

/** Runs by number: their words, and the blob that showed them last. */
class RunTable {
  readonly table = new ByteTable();
  length = 0;
  /** By run, plus one. */
  seen = new Int32Array(1 << 16);
  /** By run, and one more: where its words begin among the terms; then its joined names. */
  starts = new Uint32Array(1 << 16);
  middles = new Uint32Array(1 << 16);
  readonly terms = new Numbers();

  /** The latest run that the table numbered. */
  add(bytes: Uint8Array, termOf: (word: string) => number): void {
    const run = this.length++;
    if (this.length + 1 > this.starts.length) this.#grow();
    const { words, joined } = termsOf(textIn(bytes, 0, bytes.length));
    this.starts[run] = this.terms.length;
    for (const word of words) this.terms.push(termOf(word));
    this.middles[run] = this.terms.length;
    for (const name of joined) this.terms.push(termOf(name));
    this.starts[run + 1] = this.terms.length;
  }

  readonly identifiers = (run: number): string[] => {
    const bytes = this.table.bytesOf(run);
    return identifiersIn(textIn(bytes, 0, bytes.length));
  };

  #grow(): void {
    const larger = 2 * this.starts.length;
    this.seen = copied(new Int32Array(larger), this.seen);
    this.starts = copied(new Uint32Array(larger), this.starts);
    this.middles = copied(new Uint32Array(larger), this.middles);
  }
}

function copied<T extends Int32Array | Uint32Array | Uint8Array>(to: T, from: T): T {
  to.set(from);
  return to;
}

/** Numbers that are added one after the other, in one place. */
class Numbers {
  items = new Int32Array(1 << 12);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) this.items = copied(new Int32Array(2 * this.length), this.items);
    this.items[this.length++] = value;
  }
}
