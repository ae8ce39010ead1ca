/**
 * Which lines of a result say nothing about what was asked: licences, imports that its code does not use, code that a
 * better result shows. They are elided unless the query asks for them; no line is ever changed. Pure.
 */

import type { LineRange } from '../../base/searchTypes.ts';
import { identifiersIn, termsOf } from '../../base/words.ts';
import type { QueryWords } from '../queryWords.ts';
import { findImports, type ImportStatement } from './elideImports.ts';
import { findLicence } from './elideLicence.ts';
import { createRepeats } from './elideRepeats.ts';
import type { FileLines } from './fileLines.ts';
import type { Placed } from './placeChunk.ts';

/** Where licences and imports are looked for. */
const HEAD_LINES = 300;
/** Fewer that are not blank are not worth the mark that stands for them. */
const LEAST_LINES = 3;

const BLANK = /^\s*$/;
/** Between two imports; a directive of C is no comment. */
const BLANK_OR_COMMENT = /^\s*((\/\/|--\s|#(?!\s*(if|ifdef|ifndef|elif|else|endif|define|undef|pragma|error)\b)).*)?$/;

/** Words of a query, stemmed as QueryWords are, that ask for what is otherwise left out. */
const ASKS_FOR_LICENCE = termsOf('licence license licensing copyright copyrights legal spdx').words;
const ASKS_FOR_IMPORTS = termsOf(
  'import imports imported include includes require requires dependency dependencies',
).words;

export interface Elider {
  /**
   * @param signature of its declaration on one line, '' for none
   * @returns ranges within the result, in order; never all of its chunk
   */
  elide(placed: Placed, file: ElidedFile, signature: string): LineRange[];
  /** The result is shown, as far as it was not elided. */
  add(placed: Placed): void;
}

interface ElidedFile {
  path: string;
  language: string;
  /** Null where only the chunk's own text is known. */
  lines: FileLines | null;
}

export function createElider(words: QueryWords): Elider {
  const asksFor = (stems: readonly string[]): boolean => stems.some((stem) => words.stems.has(stem));
  const keepsLicence = asksFor(ASKS_FOR_LICENCE);
  const keepsImports = asksFor(ASKS_FOR_IMPORTS);
  const repeats = createRepeats();
  const heads = new Map<string, Head>();
  const headOf = ({ path, language, lines }: ElidedFile, placed: Placed): Head => {
    const known = heads.get(path);
    if (known !== undefined) return known;
    const text = lines === null ? (placed.startLine === 1 ? placed.text : '') : lines.slice(1, HEAD_LINES);
    const first = text.split('\n');
    const head = {
      licence: keepsLicence ? [] : findLicence(first),
      imports: keepsImports ? [] : findImports(first, language),
    };
    if (lines !== null) heads.set(path, head);
    return head;
  };
  return {
    elide(placed, file, signature) {
      if (placed.isPiece === true) return [];
      const head = headOf(file, placed);
      const own = placed.text.split('\n').slice(0, placed.endLine - placed.startLine + 1);
      const before = placed.startLine - 1;
      const top = [...head.licence, ...unusedImports(head, placed, own, words)];
      const again = repeats
        .find(own, signature)
        .flatMap(
          (range) =>
            placed.frame.within({ startLine: range.startLine + before, endLine: range.endLine + before }) ?? [],
        );
      return chosen(top, again, placed, own);
    },
    add(placed) {
      const own = placed.text.split('\n');
      repeats.add(own.map((line, at) => (isIn(placed.elided ?? [], placed.startLine + at) ? '' : line)));
    },
  };
}

interface Head {
  licence: readonly LineRange[];
  imports: readonly ImportStatement[];
}

/** Those whose names neither the rest of the result nor the query has. */
function unusedImports({ imports }: Head, placed: Placed, own: readonly string[], words: QueryWords): LineRange[] {
  const near = imports.filter(({ startLine, endLine }) => endLine >= placed.startLine && startLine <= placed.endLine);
  if (near.length === 0) return [];
  const used = new Set(own.flatMap((line, at) => (isIn(near, placed.startLine + at) ? [] : identifiersIn(line))));
  return near.filter(
    ({ names, text }) =>
      [...names].every((name) => !used.has(name)) && termsOf(text).words.every((word) => !words.stems.has(word)),
  );
}

/** Ranges within the result that are long enough; those that leave nothing of its chunk are given up. */
function chosen(
  top: readonly LineRange[],
  again: readonly LineRange[],
  placed: Placed,
  own: readonly string[],
): LineRange[] {
  const leaves = (ranges: readonly LineRange[], { startLine, endLine }: LineRange): boolean =>
    own.some((line, at) => {
      const number = placed.startLine + at;
      return startLine <= number && number <= endLine && line.trim() !== '' && !isIn(ranges, number);
    });
  const joinedTop = joined(top, placed, own, BLANK_OR_COMMENT);
  const kept = leaves(joinedTop, placed.chunk) ? joinedTop : [];
  const all = joined([...kept, ...again], placed, own, BLANK);
  return leaves(all, placed) ? all : kept;
}

/** In order, with such lines between two of them, without the shortest. */
function joined(ranges: readonly LineRange[], placed: Placed, own: readonly string[], between: RegExp): LineRange[] {
  const isBetween = (line: number): boolean => between.test(own[line - placed.startLine] ?? '');
  const out: LineRange[] = [];
  for (const { startLine, endLine } of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
    const from = Math.max(startLine, placed.startLine);
    const to = Math.min(endLine, placed.endLine);
    if (from > to) continue;
    const last = out.at(-1);
    let next = (last?.endLine ?? 0) + 1;
    while (last !== undefined && next < from && isBetween(next)) next += 1;
    if (last !== undefined && next >= from) last.endLine = Math.max(last.endLine, to);
    else out.push({ startLine: from, endLine: to });
  }
  return out.filter(({ startLine, endLine }) => {
    const lines = own.slice(startLine - placed.startLine, endLine - placed.startLine + 1);
    return lines.filter((line) => line.trim() !== '').length >= LEAST_LINES;
  });
}

function isIn(ranges: readonly LineRange[], line: number): boolean {
  return ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
}
