/** How places are written in an answer, as regular expressions: whole ones, and what may become one when more text comes. Pure. */

import type { AskSource } from '../base/citationTypes.ts';
import { escapeRegExp } from '../base/escapeRegExp.ts';
import { sourceLabel } from './sourceLabel.ts';

export interface CitationForms {
  /** Groups: path with first and last (or first2 and last2); numbers; or what begins and ends code: fence, ticks, end. */
  token: RegExp;
  /** Whether these characters are a path rather than a word, a time, or a host with its port. */
  isPath(run: string): boolean;
  /** @returns where the end of the text begins that may be the beginning of a token; the text's length where none does */
  heldFrom(text: string, done: number): number;
}

/** A longer run of such characters is no path. */
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
/** No beginning is longer, but for the path's own length. */
const MOST_REST = 40;

export function citationForms(sources: readonly AskSource[]): CitationForms {
  const labels = [...new Set(sources.flatMap(({ hit }) => [sourceLabel(hit, true), sourceLabel(hit, false)]))];
  const isRun = new RegExp(`^${CHAR}{1,${MOST_RUN}}$`);
  /** Paths with other characters than paths mostly have; the longest first, as it may hold another one. */
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

/** `example.com:8080`, `127.0.0.1:80` and `//host/x` are none. */
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

/** @returns where the text's end begins that is a beginning of the label */
function prefixFrom(text: string, from: number, label: string): number {
  for (let at = Math.max(from, text.length - label.length); at < text.length; at++) {
    if (label.startsWith(text.slice(at))) return at;
  }
  return text.length;
}
