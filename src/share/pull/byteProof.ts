/**
 * Proves rows of a packed segment right where their bytes lie: texts are compared with the blob's,
 * words are counted by their numbers, and hardly anything becomes an object. It proves of a row
 * all that verifyBlob and SegmentProof together do. Rows that it leaves open are decoded, and those
 * two decide.
 */

import { isUtf8 } from 'node:buffer';
import { isFrame } from '../../base/frame.ts';
import { chunkIdOf, contentHashBehind, embedPlaceOf } from '../../base/identity.ts';
import { DEFINES, identifiersIn, isLookedUp, joinedName, REFERS, splitTerms, stem } from '../../base/words.ts';
import { ByteReader, textIn } from '../../engine/bytes.ts';
import { signed } from '../../engine/rowColumns.ts';
import type { RowBytes } from '../../engine/segment.ts';
import { REFERENCE_KINDS } from '../../engine/segmentFile.ts';
import { termNumber, UNKNOWN } from '../../engine/wordsByRow.ts';
import { isNamed } from '../../git/repository.ts';
import { plainLineStarts } from '../../secrets/text.ts';
import { BASIS, ByteTable, hashOfRun, MULTIPLIER } from './byteTable.ts';
import type { SegmentProof } from './segmentProof.ts';
import { isUnit, lineFinder, MOST_OVERLAP, mostSaid, ODD } from './verifyBlob.ts';

/** A row that is right: the things that others count or show of it. */
export interface ProvenRow {
  chunkId: string;
  contentHash: string;
  tokens: number;
  words: number;
  embedText(): string;
}

/** The most runs that are kept, and the most bytes of them. */
const MOST_RUNS = 400_000;
const MOST_BYTES = 2 ** 24;
/** The most words of a blob that are looked for one by one. */
const MOST_LOOKED_FOR = 100;
const LARGEST = 2 ** 31 - 1;
const MOST_LENGTH = 2 ** 28;

// Fields of a run, behind those of the table: the blob that showed it last, and where its words and
// its joined names stand.
const SEEN = 3;
const WORDS = 4;
const JOINED = 5;
const END = 6;
const RUN_WIDTH = 8;

// Fields of a name: the last blob that it belongs to; 1 where it has marks that must be looked for
// in the blob; where its runs begin and end; the words `ref:` and `def:` with it; the row that
// defined it last.
const OWNER = 3;
const IS_ODD = 4;
const RUNS = 5;
const RUNS_END = 6;
const MENTION = 7;
const DEFINITION = 8;
const DEFINED = 9;
const NAME_WIDTH = 10;

/** A name that is not the blob's own; and one that holds no word to look it up by. */
const NOT_OWN = -1;
const NO_NAME = -2;

export class ByteProof {
  readonly #proof: SegmentProof;
  #runs = new ByteTable(RUN_WIDTH);
  #names = new ByteTable(NAME_WIDTH);
  /** Words of runs, and runs of names. */
  #terms = new Numbers();
  #namedRuns = new Numbers();
  /** By the part of a word, the number of its stem. */
  #stems = new Map<string, number>();
  /** The number of the blob, plus one. */
  #stamp = 0;
  #lookedFor = 0;
  /** Runs of the texts of a blob, of another text, and the words of a row. */
  readonly #shown = new Numbers();
  readonly #found = new Numbers();
  /** True if the text whose runs were found last has bytes that are no plain ASCII. */
  #foundOdd = false;
  readonly #sequence = new Numbers();
  /** Names that a row defines and mentions. */
  readonly #defines = new Numbers();
  readonly #references = new Numbers();

  readonly #vector: Float32Array;
  /** Counts the rows looked at; by word, the number of the last row that has it for a name. */
  #row = 0;
  readonly #named: Uint32Array;

  constructor(proof: SegmentProof) {
    this.#proof = proof;
    this.#vector = new Float32Array(proof.segment.header.dimensions);
    this.#named = new Uint32Array(proof.segment.header.terms);
  }

  /** @param content held here under the blob's name. @returns null where it is not proven */
  prove(blob: number, rows: readonly RowBytes[], content: Uint8Array): ProvenRow[] | null {
    const { segment, numbers, vectors } = this.#proof;
    const { kinds, nodeTypes } = segment.header;
    const sha = segment.shaOf(blob);
    if (rows.length === 0 || !isNamed(content, sha) || !isUtf8(content)) return null;
    const lines = plainLineStarts(content);
    if (lines === null) return null;
    this.#begin(blob);
    const own: Own = { bytes: Buffer.from(content.buffer, content.byteOffset, content.length), lines };
    const [first] = segment.names.rowsOf(blob);
    const ranges = this.#provenRanges(first, rows, own);
    if (ranges === null) return null;
    const language = segment.languageOf(blob);
    const proven: ProvenRow[] = [];
    let shown = 0;
    for (let at = 0; at < ranges.length; at++) {
      const { from, to, runs, isPlain } = ranges[at]!;
      const row = rows[at]!;
      if (!vectors.isSound(first + at) || !isUnit(vectors.at(first + at, this.#vector))) return null;
      const part = numbers.part[first + at]!;
      if (part > LARGEST || numbers.parts[first + at]! > LARGEST) return null;
      if (numbers.kind[first + at]! >= kinds.length || numbers.nodeType[first + at]! >= nodeTypes.length) return null;
      const outline = this.#provenRecord(first + at, row, own);
      if (outline === null) return null;
      const words = this.#countWords(shown, runs);
      shown = runs;
      if (!this.#proof.holds(first + at, this.#sequence.items, this.#sequence.length, words)) return null;
      const signature = part > 1 ? textOf(outline.signature) : '';
      const place = embedPlaceOf({ scope: outline.scope, signature, part });
      proven.push({
        chunkId: chunkIdOf(sha, language, from, to),
        contentHash: contentHashBehind(place, row.text, isPlain ? row.text.length : unitsIn(row.text)),
        embedText: () => place + textOf(row.text),
        tokens: words,
        words: Math.max(1, this.#sequence.length),
      });
    }
    return proven;
  }

  #begin(blob: number): void {
    this.#stamp = blob + 1;
    this.#lookedFor = 0;
    this.#shown.length = 0;
    const { size, length } = this.#runs;
    if (size + this.#names.size < MOST_RUNS && length + this.#names.length < MOST_BYTES) return;
    this.#runs = new ByteTable(RUN_WIDTH);
    this.#names = new ByteTable(NAME_WIDTH);
    this.#terms = new Numbers();
    this.#namedRuns = new Numbers();
    this.#stems = new Map();
  }

  /** The texts are the blob's own, and all of it but blank lines. Their runs are known now. */
  #provenRanges(first: number, rows: readonly RowBytes[], { bytes, lines }: Own): ProvenRange[] | null {
    const { numbers } = this.#proof;
    const lineOf = lineFinder(lines);
    const ranges: ProvenRange[] = [];
    let before = { from: -1, to: -1 };
    let end = 0;
    let total = 0;
    for (let at = 0; at < rows.length; at++) {
      const { text } = rows[at]!;
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
      this.#findRuns(text, 0, length, this.#shown);
      ranges.push({ from, to, runs: this.#shown.length, isPlain: !this.#foundOdd });
      end = Math.max(end, to);
      total += length;
    }
    const { items, length } = this.#shown;
    const { runs } = this.#runs;
    for (let at = 0; at < length; at++) runs[items[at]! + SEEN] = this.#stamp;
    return isBlank(bytes, end, bytes.length) && total <= MOST_OVERLAP * bytes.length ? ranges : null;
  }

  /** Names, signature and comment consist of the blob's own words. */
  #provenRecord(row: number, { record, doc }: RowBytes, own: Own): Outline | null {
    if (record.length + doc.length > mostSaid(own.bytes.length)) return null;
    const { kinds } = this.#proof.segment.header;
    const { numbers } = this.#proof;
    const reader = new ByteReader(record);
    const name = (): number => {
      const end = reader.enter();
      const found = this.#ownName(record, reader.at, end, own);
      reader.at = end;
      return found;
    };
    const symbol = name();
    const signature = reader.run();
    if (symbol === NOT_OWN || !this.#isOwnText(signature, own)) return null;
    if (!this.#isOwnText(reader.run(), own) || !this.#isOwnText(doc, own)) return null;
    // The blob shows no secret.
    if (reader.run().length > 0) return null;
    const startLine = numbers.startLine[row]!;
    const code = reader.varint();
    const range =
      code === 0 ? '' : `${startLine + signed(code - 1)}-${startLine + numbers.lines[row]! + signed(reader.varint())}`;
    if (!isFrame(range + textOf(reader.run()))) return null;
    const scope: string[] = [];
    let end = reader.enter();
    while (reader.at < end) {
      const own = name();
      if (own === NOT_OWN) return null;
      scope.push(textOf(this.#names.bytesOf(own)));
    }
    if (reader.at !== end) return null;
    this.#defines.length = 0;
    end = reader.enter();
    while (reader.at < end) {
      const code = reader.varint();
      if (kinds[code >> 1] === undefined) return null;
      const defined = code % 2 === 0 ? symbol : name();
      const from = startLine + signed(reader.varint());
      if (defined === NOT_OWN || from < 1 || from + reader.varint() > own.lines.length) return null;
      this.#defines.push(defined);
    }
    if (reader.at !== end) return null;
    this.#references.length = 0;
    end = reader.enter();
    while (reader.at < end) {
      const mentioned = name();
      const code = reader.varint();
      if (mentioned === NOT_OWN || REFERENCE_KINDS[code >> 1] === undefined) return null;
      if (code % 2 === 1 && name() === NOT_OWN) return null;
      this.#references.push(mentioned);
    }
    return reader.at === end && reader.isAtEnd ? { scope, signature } : null;
  }

  /** @returns the number of a name that is the blob's own, else NOT_OWN */
  #ownName(bytes: Uint8Array, from: number, to: number, own: Own): number {
    const names = this.#names;
    const known = names.size;
    const name = names.find(bytes, from, to, hashOfRun(bytes, from, to));
    if (names.size > known) this.#addName(name, bytes, from, to);
    const fields = names.runs;
    if (fields[name + OWNER] === this.#stamp) return name;
    if (fields[name + IS_ODD] === 1) return NOT_OWN;
    const { items } = this.#namedRuns;
    for (let at = fields[name + RUNS]!; at < fields[name + RUNS_END]!; at++)
      if (!this.#isOwnRun(items[at]!, own)) return NOT_OWN;
    fields[name + OWNER] = this.#stamp;
    return name;
  }

  #addName(name: number, bytes: Uint8Array, from: number, to: number): void {
    const named = this.#namedRuns;
    const start = named.length;
    this.#findRuns(bytes, from, to, named);
    const text = textIn(bytes, from, to);
    const isOdd = this.#foundOdd && (!isUtf8(bytes.subarray(from, to)) || text.match(ODD) !== null);
    const joined = joinedName(text);
    const isNone = !isLookedUp(text, joined);
    const fields = this.#names.runs;
    fields[name + IS_ODD] = isOdd ? 1 : 0;
    fields[name + RUNS] = start;
    fields[name + RUNS_END] = named.length;
    fields[name + MENTION] = isNone ? NO_NAME : this.#term(REFERS + joined);
    fields[name + DEFINITION] = isNone ? NO_NAME : this.#term(DEFINES + joined);
  }

  #isOwnText(bytes: Uint8Array, own: Own): boolean {
    if (bytes.length === 0) return true;
    const found = this.#found;
    found.length = 0;
    this.#findRuns(bytes, 0, bytes.length, found);
    for (let at = 0; at < found.length; at++) if (!this.#isOwnRun(found.items[at]!, own)) return false;
    if (!this.#foundOdd) return true;
    if (!isUtf8(bytes)) return false;
    return (textOf(bytes).match(ODD) ?? []).every((mark) => own.bytes.includes(mark));
  }

  /** A word may be cut short, or stand within a longer one. */
  #isOwnRun(run: number, { bytes }: Own): boolean {
    const { runs } = this.#runs;
    if (runs[run + SEEN] === this.#stamp) return true;
    for (const identifier of identifiersIn(textOf(this.#runs.bytesOf(run))))
      if (++this.#lookedFor > MOST_LOOKED_FOR || !bytes.includes(identifier)) return false;
    runs[run + SEEN] = this.#stamp;
    return true;
  }

  /**
   * Brings the numbers of all words of a row into their order.
   * @param from where the runs of its text begin among those of the blob, up to `to`
   * @returns how many its text has
   */
  #countWords(from: number, to: number): number {
    const sequence = this.#sequence;
    sequence.length = 0;
    const { items } = this.#shown;
    const { runs } = this.#runs;
    for (let at = from; at < to; at++) sequence.add(this.#terms, runs[items[at]! + WORDS]!, runs[items[at]! + JOINED]!);
    const words = sequence.length;
    for (let at = from; at < to; at++) sequence.add(this.#terms, runs[items[at]! + JOINED]!, runs[items[at]! + END]!);
    this.#row += 1;
    this.#addDefinitions();
    this.#addNames(this.#defines, DEFINITION);
    this.#addNames(this.#references, MENTION);
    return words;
  }

  #addDefinitions(): void {
    const { items, length } = this.#defines;
    const [names, { runs }] = [this.#names.runs, this.#runs];
    for (let at = 0; at < length; at++) {
      const name = items[at]!;
      if (names[name + DEFINED] === this.#row) continue;
      names[name + DEFINED] = this.#row;
      for (let twice = 0; twice < 2; twice++) {
        for (let place = names[name + RUNS]!; place < names[name + RUNS_END]!; place++) {
          const run = this.#namedRuns.items[place]!;
          this.#sequence.add(this.#terms, runs[run + WORDS]!, runs[run + JOINED]!);
        }
      }
    }
  }

  /** A row mentions some names many times. */
  #addNames({ items, length }: Numbers, field: typeof DEFINITION | typeof MENTION): void {
    const names = this.#names.runs;
    for (let at = 0; at < length; at++) {
      const term = names[items[at]! + field]!;
      if (term === NO_NAME || (term !== UNKNOWN && this.#named[term] === this.#row)) continue;
      if (term !== UNKNOWN) this.#named[term] = this.#row;
      this.#sequence.push(term);
    }
  }

  #term(word: string): number {
    return termNumber(this.#proof.dictionary, word);
  }

  /** The number of a part's stem. */
  #stemmed(part: string): number {
    const known = this.#stems.get(part);
    if (known !== undefined) return known;
    const term = this.#term(stem(part));
    this.#stems.set(part, term);
    return term;
  }

  #findRuns(bytes: Uint8Array, from: number, to: number, found: Numbers): void {
    const runs = this.#runs;
    let odd = 0;
    for (let at = from; at < to; ) {
      let kind = KINDS[bytes[at]!]!;
      if ((kind & WORD) === 0) {
        odd |= kind;
        at += 1;
        continue;
      }
      if (kind === MARK && isAddedMark(bytes, at, to)) {
        odd |= kind;
        at += MARK_BYTES;
        continue;
      }
      const start = at;
      let hash = BASIS;
      do {
        odd |= kind;
        hash = Math.imul(hash ^ bytes[at++]!, MULTIPLIER);
        if (at === to) break;
        kind = KINDS[bytes[at]!]!;
      } while ((kind & WORD) !== 0 && (kind !== MARK || !isAddedMark(bytes, at, to)));
      const known = runs.size;
      const run = runs.find(bytes, start, at, hash);
      if (runs.size > known) this.#addRun(run);
      found.push(run);
    }
    this.#foundOdd = (odd & IS_NOT_PLAIN) !== 0;
  }

  #addRun(run: number): void {
    const terms = this.#terms;
    const identifiers = identifiersIn(textOf(this.#runs.bytesOf(run))).map(splitTerms);
    const fields = this.#runs.runs;
    fields[run + WORDS] = terms.length;
    for (const { parts } of identifiers) for (const part of parts) terms.push(this.#stemmed(part));
    fields[run + JOINED] = terms.length;
    for (const { joined } of identifiers) for (const name of joined) terms.push(this.#term(name));
    fields[run + END] = terms.length;
  }
}

interface ProvenRange {
  from: number;
  to: number;
  /** Where the runs of its text end, among those of the blob. */
  runs: number;
  /** True if all of it is ASCII. */
  isPlain: boolean;
}

interface Own {
  bytes: Buffer;
  /** Byte offsets. */
  lines: readonly number[];
}

interface Outline {
  scope: string[];
  signature: Uint8Array;
}

/**
 * By byte: WORD for what a word may consist of (letters, digits, `_`, `$` and whatever is not
 * ASCII: no word goes beyond a run of these), and IS_NOT_PLAIN for what is neither a character of
 * ASCII nor a blank.
 */
const WORD = 1;
const IS_NOT_PLAIN = 2;
/** Where `…` and `›` begin. */
const MARK = 7;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0xe2) return MARK;
  if (byte >= 0x80) return WORD | IS_NOT_PLAIN;
  if (/[\w$]/.test(String.fromCharCode(byte))) return WORD;
  return byte === 0x7f || (byte < 0x20 && !'\t\n\r'.includes(String.fromCharCode(byte))) ? IS_NOT_PLAIN : 0;
});

const MARK_BYTES = 3;

/** `…` and `›`, which Cora adds to what it cuts short, and which are in no word. */
function isAddedMark(bytes: Uint8Array, at: number, to: number): boolean {
  return at + MARK_BYTES <= to && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0xa6 || bytes[at + 2] === 0xba);
}

/** True if a place is in the middle of a character. */
function isWithin(bytes: Uint8Array, at: number): boolean {
  return at < bytes.length && (bytes[at]! & 0xc0) === 0x80;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0x20 && !(bytes[at]! >= 9 && bytes[at]! <= 13)) return false;
  return true;
}

/** Returns the number of UTF-16 code units of a text in UTF-8. */
function unitsIn(bytes: Uint8Array): number {
  let units = 0;
  for (let at = 0; at < bytes.length; at++) units += (bytes[at]! & 0xc0) === 0x80 ? 0 : bytes[at]! >= 0xf0 ? 2 : 1;
  return units;
}

function textOf(bytes: Uint8Array): string {
  return textIn(bytes, 0, bytes.length);
}

/** Numbers that are added one after the other, in one place. */
class Numbers {
  items = new Int32Array(1 << 12);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) this.#grow(1);
    this.items[this.length++] = value;
  }

  add({ items }: Numbers, from: number, to: number): void {
    if (this.length + to - from > this.items.length) this.#grow(to - from);
    const own = this.items;
    let { length } = this;
    for (let at = from; at < to; at++) own[length++] = items[at]!;
    this.length = length;
  }

  #grow(more: number): void {
    const larger = new Int32Array(2 * (this.length + more));
    larger.set(this.items);
    this.items = larger;
  }
}
