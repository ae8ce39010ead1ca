/**
 * Licence texts in the comments at the top of a file. Only their paragraphs: what the same comment says of the file stays.
 * Pure.
 *
 *     # Copyright 2024 The Authors       ┐
 *     # Licensed under the Apache …      ┘ found, where it has three lines or more
 *     #
 *     # Reads and writes tables.         not found
 */

import type { LineRange } from '../../base/searchTypes.ts';

/** Without one of these a comment is no licence, whatever it speaks of. */
const LICENCE =
  /copyright|all rights reserved|spdx-license|licen[cs]ed under|permission is hereby granted|redistribution and use|general public licen[cs]e|mozilla public licen[cs]e|(bsd|mit|apache)[- ](style )?licen[cs]e/i;
/** Paragraphs that belong to one. */
const LEGAL =
  /copyright|licen[cs]e|spdx|all rights reserved|permission is hereby|redistribut|warrant(y|ies)|liab(le|ility)|"as is"|free software foundation|general public|patent|authors/i;

/** What may stand before it. */
const BEFORE = /^(#!|<\?(php|xml)|<!doctype|['"]use strict|\s*$)/i;

/** Ends of comments by how they begin; null where each line begins alike. */
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

/** @returns the index of the comment's last line, null where none begins */
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
    const bare = head[at]!.replace(/[^\p{L}\p{N}]+/gu, '');
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
  // Marks of the comment go with its text where nothing else is left in it.
  const from = first === paragraphs[0] ? start : first.from;
  const to = last === paragraphs.at(-1) ? end : last.to;
  const isAll = from === start && to === end;
  return isAll ? { startLine: start + 1, endLine: end + 1 } : { startLine: first.from + 1, endLine: last.to + 1 };
}
