/**
 * Leaves out lines of a result that do not help: licences, imports that its code does not use, and
 * code that a better result shows. Lines that the query asks for stay. No line is ever changed.
 * Pure.
 */

import { getOrMake } from '../../base/lists.ts';
import type { LineRange } from '../../base/searchTypes.ts';
import { identifiersIn, NO_LETTERS_OR_DIGITS, patternFor, termsOf, WORD_CHARACTERS } from '../../base/words.ts';
import type { ImportStatements } from '../../languages/language.ts';
import { languageNamed } from '../../languages/languages.ts';
import type { QueryWords } from '../queryWords.ts';
import { declares } from '../quoteCode.ts';
import type { FileLines, Placed } from './placeChunk.ts';

/** The number of lines at the top of a file that are searched for licences and imports. */
const HEAD_LINES = 300;
/**
 * The fewest lines that are not blank to leave out: the mark that replaces them takes a line too.
 */
const LEAST_LINES = 3;

const BLANK = /^\s*$/;
/** Matches lines between two imports. A directive of C is no comment. */
const BLANK_OR_COMMENT = /^\s*((\/\/|--\s|#(?!\s*(if|ifdef|ifndef|elif|else|endif|define|undef|pragma|error)\b)).*)?$/;

/** Words of a query that ask for licences or imports, stemmed as in QueryWords. */
const ASKS_FOR_LICENCE = termsOf('licence license licensing copyright copyrights legal spdx').words;
const ASKS_FOR_IMPORTS = termsOf(
  'import imports imported include includes require requires dependency dependencies',
).words;

interface Elider {
  /**
   * @param signature of its declaration on one line, '' for none
   * @returns ranges within the result, in order; never its whole chunk
   */
  elide(placed: Placed, file: ElidedFile, signature: string): LineRange[];
  /** Says that the result is shown, without its elided lines. */
  add(placed: Placed): void;
}

interface ElidedFile {
  language: string;
  /** Null if only the chunk's own text is known. */
  lines: FileLines | null;
}

export function createElider(words: QueryWords): Elider {
  const asksFor = (stems: readonly string[]): boolean => stems.some((stem) => words.stems.has(stem));
  const keepsLicence = asksFor(ASKS_FOR_LICENCE);
  const keepsImports = asksFor(ASKS_FOR_IMPORTS);
  const repeats = createRepeats();
  return {
    elide(placed, file, signature) {
      if (placed.isPiece === true) return [];
      const head = placed.startLine > HEAD_LINES ? NO_HEAD : headOf(file, placed);
      const own = placed.text.split('\n').slice(0, placed.endLine - placed.startLine + 1);
      const before = placed.startLine - 1;
      const top = [
        ...(keepsLicence ? [] : head.licence),
        ...(keepsImports ? [] : unusedImports(head, placed, own, words)),
      ];
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

const NO_HEAD: Head = { licence: [], imports: [] };

/** By language, for as long as the lines of the file are kept. */
const heads = new WeakMap<FileLines, Map<string, Head>>();

function headOf({ language, lines }: ElidedFile, placed: Placed): Head {
  const read = (text: string): Head => {
    const first = text.split('\n');
    return { licence: findLicence(first), imports: findImports(first, language) };
  };
  if (lines === null) return placed.startLine === 1 ? read(placed.text) : NO_HEAD;
  const ofFile = getOrMake(heads, lines, () => new Map<string, Head>());
  return getOrMake(ofFile, language, () => read(lines.slice(1, HEAD_LINES)));
}

/** Returns imports whose names occur neither in the rest of the result nor in the query. */
function unusedImports({ imports }: Head, placed: Placed, own: readonly string[], words: QueryWords): LineRange[] {
  const near = imports.filter(({ startLine, endLine }) => endLine >= placed.startLine && startLine <= placed.endLine);
  if (near.length === 0) return [];
  const used = new Set(own.flatMap((line, at) => (isIn(near, placed.startLine + at) ? [] : identifiersIn(line))));
  return near.filter(
    ({ names, text }) =>
      [...names].every((name) => !used.has(name)) && termsOf(text).words.every((word) => !words.stems.has(word)),
  );
}

/**
 * Returns the ranges within the result that are long enough. If nothing of the chunk would remain,
 * they are dropped.
 */
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

/** Sorts ranges, joins those with only such lines between them, and drops the shortest. */
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

// Finds licence texts in the comments at the top of a file. Only paragraphs of the licence count;
// other text in the same comment stays. Pure.
//
//     # Copyright 2024 The Authors       ┐
//     # Licensed under the Apache …      ┘ found, where it has three lines or more
//     #
//     # Reads and writes tables.         not found

/** A comment without any of these is no licence. */
const LICENCE =
  /copyright|all rights reserved|spdx-license|licen[cs]ed under|permission is hereby granted|redistribution and use|general public licen[cs]e|mozilla public licen[cs]e|(bsd|mit|apache)[- ](style )?licen[cs]e/i;
/** Matches paragraphs that belong to a licence. */
const LEGAL =
  /copyright|licen[cs]e|spdx|all rights reserved|permission is hereby|redistribut|warrant(y|ies)|liab(le|ility)|"as is"|free software foundation|general public|patent|authors/i;

/** Matches lines that may stand before the licence. */
const BEFORE = /^(#!|<\?(php|xml)|<!doctype|['"]use strict|\s*$)/i;

/** Beginnings of comments with their ends; null if each line has the mark. */
const COMMENTS: readonly (readonly [begin: RegExp, end: RegExp | null])[] = [
  [/^\s*\/\*/, /\*\//],
  [/^\s*<!--/, /-->/],
  [/^\s*\(\*/, /\*\)/],
  [/^\s*\{-(?!#)/, /-\}/],
  [/^\s*--\[\[/, /\]\]/],
  [/^\s*("""|''')/, /("""|''')\s*$/],
  [/^=begin\b/, /^=end\b/],
  [/^\s*\/\//, null],
  [/^\s*#(?![!\w[])/, null],
  [/^\s*--/, null],
  [/^\s*;/, null],
  [/^\s*%/, null],
];

/** @param head the file's first lines */
export function findLicence(head: readonly string[]): LineRange[] {
  const found: LineRange[] = [];
  for (let at = 0; at < head.length; ) {
    const line = head[at]!;
    if (BEFORE.test(line)) {
      at += 1;
      continue;
    }
    const end = endOfComment(head, at);
    if (end === null) break;
    const range = legalPart(head, at, end);
    if (range !== null) found.push(range);
    at = end + 1;
  }
  return found;
}

/** @returns the index of the comment's last line, null if none begins here */
function endOfComment(head: readonly string[], start: number): number | null {
  const comment = COMMENTS.find(([begin]) => begin.test(head[start]!));
  if (comment === undefined) return null;
  const [begin, end] = comment;
  if (end === null) {
    let at = start;
    while (at + 1 < head.length && begin.test(head[at + 1]!)) at += 1;
    return at;
  }
  const first = head[start]!.replace(begin, '');
  if (end.test(first)) return start;
  const at = head.findIndex((line, index) => index > start && end.test(line));
  return at === -1 ? null : at;
}

function legalPart(head: readonly string[], start: number, end: number): LineRange | null {
  if (!LICENCE.test(head.slice(start, end + 1).join('\n'))) return null;
  const paragraphs: { from: number; to: number; legal: boolean }[] = [];
  for (let at = start; at <= end; at++) {
    const bare = head[at]!.replace(NO_LETTERS_OR_DIGITS(head[at]!), '');
    const last = paragraphs.at(-1);
    if (bare === '') continue;
    if (last?.to === at - 1) last.to = at;
    else paragraphs.push({ from: at, to: at, legal: false });
  }
  for (const paragraph of paragraphs)
    paragraph.legal = LEGAL.test(head.slice(paragraph.from, paragraph.to + 1).join('\n'));
  const legal = paragraphs.filter((paragraph) => paragraph.legal);
  const first = legal[0]!;
  const last = legal.at(-1)!;
  // If nothing else is left in the comment, its marks are left out too.
  const from = first === paragraphs[0] ? start : first.from;
  const to = last === paragraphs.at(-1) ? end : last.to;
  const isAll = from === start && to === end;
  return isAll ? { startLine: start + 1, endLine: end + 1 } : { startLine: first.from + 1, endLine: last.to + 1 };
}

// Finds lines that were shown already: the same code in two files, the same preparation in ten
// tests. Pure.

/**
 * The number of lines with text that must be equal in a row, and of characters that they must have.
 */
const WINDOW = 6;
const LEAST_CHARACTERS = 120;

interface Repeats {
  /**
   * @param lines of a result
   * @param signature of its declaration on one line, '' for none
   * @returns ranges of its lines, from 1, that were shown before or occur in it twice; lines that
   * open a block are left out
   */
  find(lines: readonly string[], signature: string): LineRange[];
  /** Says that these lines are shown now. */
  add(lines: readonly string[]): void;
}

function createRepeats(): Repeats {
  const shown = new Set<string>();
  const known = new Map<string, number>();
  return {
    find(lines, signature) {
      const own = new Map<string, number>();
      const repeated: LineRange[] = [];
      for (const [at, { key, startLine, endLine }] of windowsOf(lines, known).entries()) {
        const first = own.get(key) ?? at;
        own.set(key, first);
        if (key === '' || (!shown.has(key) && first > at - WINDOW)) continue;
        const last = repeated.at(-1);
        if (last !== undefined && startLine <= last.endLine + 1) last.endLine = endLine;
        else repeated.push({ startLine, endLine });
      }
      return repeated.flatMap((range) => withoutOpeners(lines, range, signature));
    },
    add(lines) {
      for (const { key } of windowsOf(lines, known)) if (key !== '') shown.add(key);
    },
  };
}

/**
 * Returns every run of WINDOW lines that are not blank; the key is '' if they say too little.
 * @param known numbers for texts of lines, from which keys are made
 */
function windowsOf(lines: readonly string[], known: Map<string, number>): (LineRange & { key: string })[] {
  const filled = lines.flatMap((line, at) => {
    const text = line.trim();
    return text === '' ? [] : [{ length: text.length, number: getOrMake(known, text, () => known.size), line: at + 1 }];
  });
  const windows: (LineRange & { key: string })[] = [];
  for (let at = 0; at + WINDOW <= filled.length; at++) {
    let key = '';
    let characters = WINDOW - 1;
    for (let next = at; next < at + WINDOW; next++) {
      characters += filled[next]!.length;
      key += `${filled[next]!.number} `;
    }
    const endLine = filled[at + WINDOW - 1]!.line;
    windows.push({ key: characters < LEAST_CHARACTERS ? '' : key, startLine: filled[at]!.line, endLine });
  }
  return windows;
}

/**
 * Keeps signatures, so that elided code still has a name: lines of the least indentation before a
 * deeper one, with all of their parameters.
 */
function withoutOpeners(lines: readonly string[], { startLine, endLine }: LineRange, signature: string): LineRange[] {
  const indents = lines.map((line) => (line.trim() === '' ? null : line.search(/\S/)));
  const least = Math.min(...indents.slice(startLine - 1, endLine).filter((indent) => indent !== null));
  const depths = depthsOf(lines);
  const parts: LineRange[] = [];
  let from = startLine;
  for (let line = startLine; line <= endLine; line++) {
    const next = indents.slice(line).find((indent) => indent !== null) ?? 0;
    const opens = indents[line - 1] === least && next > least;
    const goesOn = from === line && depths[line - 1]! > 0;
    if (!opens && !goesOn && !declares(lines[line - 1]!, signature)) continue;
    if (line > from) parts.push({ startLine: from, endLine: line - 1 });
    from = line + 1;
  }
  if (from <= endLine) parts.push({ startLine: from, endLine });
  return parts;
}

/** Returns how many parentheses are open at the beginning of each line. */
function depthsOf(lines: readonly string[]): number[] {
  let open = 0;
  return lines.map((line) => {
    const before = open;
    const code = line.replace(/(["'`]).*?\1/g, '');
    for (const character of code) {
      if (character === '(') open += 1;
      else if (character === ')') open = Math.max(0, open - 1);
    }
    return before;
  });
}

// Finds statements at the top of a file that import names, and which names. Pure.

interface ImportStatement extends LineRange {
  text: string;
  /** The names that it may import. */
  names: ReadonlySet<string>;
}

/** A statement with more lines is taken for something else. */
const MOST_LINES = 60;

/**
 * @param head the file's first lines
 * @returns in order; [] for a language without such statements
 */
export function findImports(head: readonly string[], language: string): ImportStatement[] {
  const { imports: form } = languageNamed(language);
  if (form === undefined) return [];
  const found: ImportStatement[] = [];
  for (let at = 0; at < head.length; at++) {
    if (!form.begins.test(head[at]!)) continue;
    const end = endOfStatement(head, at, form);
    if (end === null) continue;
    const lines = head.slice(at, end + 1);
    found.push(...(BLOCK.test(head[at]!) ? statementsOfBlock(lines, at, form) : [statementOf(lines, at, form)]));
    at = end;
  }
  return form.areGuarded === true ? withNamesOfBlocks(found) : found;
}

function statementOf(lines: readonly string[], at: number, form: ImportStatements): ImportStatement {
  const text = lines.join('\n');
  return { startLine: at + 1, endLine: at + lines.length, text, names: namesOf(text, form) };
}

/**
 * Go: `import (`, a package on each line, `)`. The first and last line stay if one of the others
 * does.
 */
const BLOCK = /^import\s*\(\s*$/;

function statementsOfBlock(lines: readonly string[], at: number, form: ImportStatements): ImportStatement[] {
  const each = lines.map((line, index) => statementOf([line], at + index, form));
  const names = new Set(each.flatMap((statement) => [...statement.names]));
  return each.map((statement, index) =>
    index === 0 || index === lines.length - 1 ? { ...statement, names } : statement,
  );
}

/** Python: `if TYPE_CHECKING:` stays if one of the imports below it does. */
function withNamesOfBlocks(found: readonly ImportStatement[]): ImportStatement[] {
  return found.map((statement, at) => {
    if (!statement.text.startsWith('if ')) return statement;
    const below = found.slice(at + 1);
    const end = below.findIndex(({ text }) => !/^\s/.test(text));
    const names = below.slice(0, end === -1 ? below.length : end).flatMap((inner) => [...inner.names]);
    return { ...statement, names: new Set(names) };
  });
}

/** Finds the line at which all brackets are closed and which ends like a last line. */
function endOfStatement(head: readonly string[], start: number, form: ImportStatements): number | null {
  let open = 0;
  for (let at = start; at < Math.min(head.length, start + MOST_LINES); at++) {
    const code = head[at]!.replace(/(["'`]).*?\1/g, '').split('//', 1)[0]!;
    for (const character of code) {
      if ('([{'.includes(character)) open += 1;
      else if (')]}'.includes(character)) open -= 1;
    }
    if (open <= 0 && !code.endsWith('\\') && (form.ends === undefined || form.ends.test(code))) return at;
  }
  return null;
}

const KEYWORDS = new Set(
  'import from as type typeof use using static const let var require include require_once include_once extern crate alias open source load local global qualified hiding if TYPE_CHECKING typing self super default require_relative'.split(
    ' ',
  ),
);
/** A name before one of these is a module, and the name behind it is imported. */
const NAME_OR_PLACE = patternFor(
  /[\w$]+(\s*(?:\.(?=[A-Za-z_$*{])|::|\\|\/)\s*)?/g,
  String.raw`[${WORD_CHARACTERS}$]+(\s*(?:\.(?=[\p{L}_$*{])|::|\\|\/)\s*)?`,
);
const DIGITS = patternFor(/^\d*/, String.raw`^\p{N}*`);
const MOST_OF_PATH = 1000;

function namesOf(text: string, { origin, byPath }: ImportStatements): Set<string> {
  const statement = origin === undefined ? text : text.replace(origin, '');
  const unquoted = statement.replace(/(["'`])[^\n]*?\1|<[^<>\n]+>/g, ' ');
  const names = identifiersIn(unquoted.replace(NAME_OR_PLACE(unquoted), withoutPlace)).filter(
    (name) => name !== '_' && !KEYWORDS.has(name),
  );
  if (names.length > 0 && byPath !== true) return new Set(names);
  // Only a path is imported; its name is probably the last part.
  const paths = statement.match(/(["'`])[^\n]*?\1|<[^<>\n]+>/g) ?? [];
  const stems = paths.map((path) => /([^/"'`<>]+?)(\.\w+)?(\/v\d+)?["'`>]$/.exec(path.slice(-MOST_OF_PATH))?.[1] ?? '');
  return new Set([...names, ...stems.flatMap(identifiersIn)]);
}

/** A number is no module. */
function withoutPlace(found: string, mark: string | undefined): string {
  const digits = DIGITS(found).exec(found)![0];
  return mark === undefined || digits.length + mark.length === found.length ? found : digits;
}
