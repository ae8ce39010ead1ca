/**
 * The places that an answer names, and whether the model was shown them:
 *
 *   src/store/open.ts:12   src/store/open.ts:12-30   open.ts:L12-L30   src/store/open.ts#L12-L30
 *   `src/store/open.ts` (lines 12-30)   [2]   [1, 3]
 *
 * Read from a stream: what comes back at once cannot change any more, and only what may be the
 * beginning of a citation waits. Pure.
 */

import { escapeRegExp } from '../base/patterns.ts';
import type { AskSource, Citation, SearchHit } from '../base/searchTypes.ts';

/** A piece of an answer: its text, and the citation where the text is one. */
export interface AnswerPiece {
  text: string;
  citation: Citation | null;
}

export interface CitationReader {
  /** @returns the pieces that cannot change any more; the texts of all pieces are the answer */
  push(text: string): AnswerPiece[];
  /** Takes the last text. @returns it with what has waited */
  end(text?: string): AnswerPiece[];
}

/** Finds the citations of a whole answer. */
export function findCitations(answer: string, sources: readonly AskSource[]): Citation[] {
  const pieces = createCitationReader(sources).end(answer);
  return pieces.flatMap(({ citation }) => (citation === null ? [] : [citation]));
}

/** Makes a reader of an answer that comes in pieces. */
export function createCitationReader(sources: readonly AskSource[]): CitationReader {
  const forms = citationForms(sources);
  const code = new CodeState();
  let text = '';
  let done = 0;

  const readTo = (limit: number): AnswerPiece[] => {
    const pieces: AnswerPiece[] = [];
    const add = (to: number, citation: Citation | null): void => {
      if (to > done) pieces.push({ text: text.slice(done, to), citation });
      done = to;
    };
    forms.token.lastIndex = done;
    for (let match = forms.token.exec(text); match !== null; match = forms.token.exec(text)) {
      const end = match.index + match[0].length;
      if (end > limit) {
        // More text may change this match.
        add(Math.max(done, Math.min(limit, match.index)), null);
        return pieces;
      }
      for (const { from, to, place } of placesOf(match, code, forms)) {
        const resolved = resolve(place, sources);
        if (resolved === null) continue;
        add(from, null);
        add(to, { text: text.slice(from, to), at: from, ...resolved });
      }
    }
    add(limit, null);
    return pieces;
  };

  return {
    push: (piece) => {
      text += piece;
      return readTo(forms.heldFrom(text, done));
    },
    end: (piece = '') => {
      text += piece;
      return readTo(text.length);
    },
  };
}

interface Found {
  from: number;
  to: number;
  place: Place;
}

/**
 * Returns the places of a match. `[1]` is a citation in prose and an index in code, so `code` is
 * kept up to date.
 */
function placesOf(match: RegExpExecArray, code: CodeState, { isPath }: CitationForms): Found[] {
  const { fence, ticks, end, path, numbers, ...lines } = match.groups!;
  const from = match.index;
  if (path !== undefined) {
    if (match[0].indexOf('`', path.length) !== -1) code.follow({ ticks: '`' });
    if (!isPath(path)) return [];
    const a = Number(lines.first ?? lines.first2);
    const b = Number(lines.last ?? lines.last2 ?? a);
    const place = { path, startLine: Math.min(a, b), endLine: Math.max(a, b) };
    return [{ from, to: from + match[0].length, place }];
  }
  if (numbers === undefined) {
    code.follow({ fence, ticks, end });
    return [];
  }
  if (code.isCode) return [];
  const named = [...numbers.matchAll(/\d+/g)];
  // Each number of a list is a place of its own; to a single one the brackets belong.
  if (named.length === 1) return [{ from, to: from + match[0].length, place: { number: Number(named[0]![0]) } }];
  return named.map((one) => {
    const at = from + 1 + one.index;
    return { from: at, to: at + one[0].length, place: { number: Number(one[0]) } };
  });
}

/** Markdown's fences and back-ticks, as far as they matter here. */
class CodeState {
  #inFence = false;
  #inTicks = false;

  get isCode(): boolean {
    return this.#inFence || this.#inTicks;
  }

  follow({ fence, ticks, end }: Readonly<Record<string, string | undefined>>): void {
    if (fence !== undefined) this.#inFence = !this.#inFence;
    if (end !== undefined || fence !== undefined) this.#inTicks = false;
    if (ticks !== undefined) this.#inTicks = !this.#inTicks;
  }
}

// Regular expressions for places in an answer: whole ones, and what may become one
// when more text comes. Pure.

interface CitationForms {
  /** Groups: path with first and last (or first2, last2); numbers; fence, ticks, end of code. */
  token: RegExp;
  /** True if these characters are a path rather than a word, a time, or a host with its port. */
  isPath(run: string): boolean;
  /** @returns where a text begins that may become a token; the text's length where none does */
  heldFrom(text: string, done: number): number;
}

/** The most characters of a path. */
const MOST_RUN = 300;
const CHAR = String.raw`[\w./@~+-]`;
const RUN = `(?<!${CHAR})${CHAR}{1,${MOST_RUN}}`;
const DASH = '[-–—]';
const NUMBER = String.raw`\d{1,7}`;
/** `:12-30`, `:L12`, `#L12-L30`, `:12:5` */
const SHORT = `[:#]L?(?<first>${NUMBER})(?:${DASH}L?(?<last>${NUMBER})|:${NUMBER})?`;
/** Behind a path, and what may stand between: ` (lines 12-30`, `, line 12`, ` L12-L30` */
const CLOSED = '[`*"\'\\])]{0,3}';
const LONG = `${CLOSED}(?:, ?| )\\(?(?:[Ll]ines? |L)(?<first2>${NUMBER})(?:(?: ?${DASH} ?L?| to )(?<last2>${NUMBER}))?`;
const NUMBERS = String.raw`(?<![\w)\]])\[(?<numbers>[1-9]\d?(?:, ?[1-9]\d?)*)\](?![(\[:])`;
/** Looks back last: before every character it would be slow in a long run of spaces. */
const FENCE = '(?:(?<!`)`{3,}(?!`)|(?<!~)~{3,}(?!~))(?<=(?:^|\\n)[ \\t]*(?:`+|~+))';

/** Beginnings of SHORT and LONG. */
const SHORT_BEGUN = `[:#](?:L?\\d{0,7}|L?\\d{1,7}(?:${DASH}L?|:)\\d{0,7})`;
const LONG_BEGUN = `${CLOSED}(?:,? ?\\(?(?:[Ll](?:i(?:n(?:es?)?)?)? ?)?|(?:, ?| )\\(?(?:[Ll]ines? |L)\\d{1,7} ?(?:(?:${DASH} ?L?|to? ?)\\d{0,7})?)`;
const PATH_BEGUN = `(?<run>${RUN})(?<rest>${SHORT_BEGUN}|${LONG_BEGUN})$`;
const OTHERS_BEGUN = /(?:[`~]+|\[[\d, ]*\]?)$/;
/** The most characters of a citation that has begun, without its path. */
const MOST_REST = 40;

export function citationForms(sources: readonly AskSource[]): CitationForms {
  const labels = [...new Set(sources.flatMap(({ hit }) => [sourceLabel(hit, true), sourceLabel(hit, false)]))];
  const isRun = new RegExp(`^${CHAR}{1,${MOST_RUN}}$`);
  /** Paths with other characters than most; the longest first, as it may hold another one. */
  const special = labels.filter((label) => !isRun.test(label)).sort((a, b) => b.length - a.length);
  const paths = [...special.map(escapeRegExp), RUN].join('|');
  const token = `(?<fence>${FENCE})|(?<end>\\n)|(?<path>${paths})(?:${SHORT}|${LONG})(?!\\w)|(?<ticks>\`+)|${NUMBERS}`;
  const known = new Set(labels);
  const isPath = (run: string): boolean => known.has(run) || isPathLike(run);
  const specialBegun =
    special.length === 0 ? null : `(?:${special.map(escapeRegExp).join('|')})(?:${SHORT_BEGUN}|${LONG_BEGUN})$`;
  const window = MOST_RUN + MOST_REST + (special[0]?.length ?? 0);
  return {
    token: new RegExp(token, 'g'),
    isPath,
    heldFrom: (text, done) => {
      const from = Math.max(done, text.length - window);
      const others = OTHERS_BEGUN.exec(text.slice(from));
      return Math.min(
        others === null ? text.length : from + others.index,
        pathFrom(text, from, isPath),
        specialBegun === null ? text.length : firstFrom(text, from, specialBegun),
        ...special.map((label) => prefixFrom(text, from, label)),
      );
    },
  };
}

/** True for a path, but not for `example.com:8080`, `127.0.0.1:80` or `//host/x`. */
function isPathLike(run: string): boolean {
  const isInFolder = /[^/]\/[^/]+$/.test(run);
  if (run.startsWith('//') || !/[A-Za-z]/.test(run)) return false;
  if (!isInFolder && (run.includes('@') || HOST.test(run))) return false;
  return isInFolder || /\.[A-Za-z]\w{0,9}$/.test(run);
}

const HOST = /\.(?:com|org|net|io|dev|local|localhost|internal)$/i;

/** A word alone may still grow; a word with a colon behind it must be a path already. */
function pathFrom(text: string, from: number, isPath: CitationForms['isPath']): number {
  const begun = new RegExp(PATH_BEGUN, 'g');
  begun.lastIndex = from;
  for (let match = begun.exec(text); match !== null; match = begun.exec(text)) {
    const { run, rest } = match.groups!;
    if (rest === '' || isPath(run!)) return match.index;
    begun.lastIndex = match.index + run!.length;
  }
  return text.length;
}

function firstFrom(text: string, from: number, pattern: string): number {
  const begun = new RegExp(pattern, 'g');
  begun.lastIndex = from;
  return begun.exec(text)?.index ?? text.length;
}

/** @returns the offset from which the text may be the beginning of the label */
function prefixFrom(text: string, from: number, label: string): number {
  for (let at = Math.max(from, text.length - label.length); at < text.length; at++) {
    if (label.startsWith(text.slice(at))) return at;
  }
  return text.length;
}

/** A place that an answer names: lines of a path, or a source by its number. */
type Place = { path: string; startLine: number; endLine: number } | { number: number };

type Resolved = Omit<Citation, 'text' | 'at'>;

/** @returns null for a number where there are no sources: `[1]` is no citation then */
function resolve(place: Place, sources: readonly AskSource[]): Resolved | null {
  if (!('number' in place)) return ofLines(place, sources);
  if (sources.length === 0) return null;
  const source = sources.find(({ number }) => number === place.number);
  if (source === undefined) return { repository: null, path: '', startLine: 0, endLine: 0, source: null };
  const { repository, path, startLine, endLine } = source.hit;
  return { repository, path, startLine, endLine, source: place.number };
}

function ofLines(place: Exclude<Place, { number: number }>, sources: readonly AskSource[]): Resolved {
  const { startLine, endLine } = place;
  const wanted = place.path.replace(/^(?:\.\/)+/, '');
  const isAbsolute = wanted.startsWith('/') && new Set(sources.map(({ hit }) => hit.repository)).size === 1;
  const isNamed: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    // Models leave out folders, or make a path of it as on a disk.
    (name) => name.endsWith(`/${wanted}`),
    (name) => isAbsolute && wanted.endsWith(`/${name}`),
  ];
  const lists = isNamed.map((is) => sources.filter(({ hit }) => namesOf(hit).some(is)));
  const named = lists.find((list) => list.length > 0) ?? [];
  for (const { hit } of named) {
    const ofFile = named.filter(({ hit: other }) => other.path === hit.path && other.repository === hit.repository);
    if (!isCovered(startLine, endLine, ofFile)) continue;
    const first = ofFile.find((one) => one.hit.startLine <= startLine && startLine <= one.hit.endLine)!;
    return { repository: hit.repository, path: hit.path, startLine, endLine, source: first.number };
  }
  const repository = named[0]?.hit.repository ?? null;
  return { repository, path: named[0]?.hit.path ?? wanted, startLine, endLine, source: null };
}

function namesOf(hit: AskSource['hit']): string[] {
  const checkout = hit.repository.split('/').at(-1)!;
  return [hit.path, sourceLabel(hit, false), sourceLabel(hit, true), `${checkout}/${hit.path}`];
}

/** True if every line was shown, by one source or by neighbours together. */
function isCovered(startLine: number, endLine: number, sources: readonly AskSource[]): boolean {
  let line = startLine;
  for (const { hit } of [...sources].sort((a, b) => a.hit.startLine - b.hit.startLine)) {
    if (hit.startLine <= line && line <= hit.endLine) line = hit.endLine + 1;
    if (line > endLine) return true;
  }
  return false;
}

// The name of a source in a prompt, by which an answer is expected to call it: one line, the same
// in both. Pure.

/** @param isMany of several repositories: the name stands before the path, as a folder would */
export function sourceLabel({ repository, path }: Pick<SearchHit, 'repository' | 'path'>, isMany: boolean): string {
  return (isMany ? `${repository}/${path}` : path).replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');
}
