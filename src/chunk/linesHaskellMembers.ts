/** What stands inside a Haskell declaration: the methods of a class or instance, the constructors and fields of a type. */

import type { Definition } from '../base/types.ts';
import { equationName } from './linesHaskellItems.ts';
import { MAX_LINE } from './linesModel.ts';
import { docOf, indentOf, segmentOf, signatureOf } from './plainSegment.ts';
import type { Segment } from './segments.ts';

const METHOD = /^\s+(?:type\s+|data\s+)?(?:\(([!#$%&*+./<=>?@\\^|~:-]+)\)|([A-Za-z_][\w']*))/;
const KEYWORDS: ReadonlySet<string> = new Set([
  'where',
  'default',
  'if',
  'then',
  'else',
  'case',
  'of',
  'let',
  'in',
  'do',
  'deriving',
  'infixl',
  'infixr',
  'infix',
]);

/** A class introduces its methods; an instance only implements them, so that they are found by name and not as definitions. */
export function membersOf(
  lines: readonly string[],
  startLine: number,
  endLine: number,
  owner: string,
  isInstance: boolean,
): Segment[] {
  const members: Segment[] = [];
  const body = bodyOf(lines, startLine, endLine);
  let comment = 0;
  for (let number = body.startLine; number <= endLine; number++) {
    const line = lines[number - 1]!.slice(0, MAX_LINE);
    const indent = indentOf(line);
    if (indent === -1) comment = 0;
    if (indent !== body.indent) {
      if (indent > body.indent && members.length > 0 && comment === 0) members.at(-1)!.endLine = number;
      continue;
    }
    if (/^\s*(?:--|\{-(?!#))/.test(line)) {
      comment = comment === 0 ? number : comment;
      continue;
    }
    add(number, line, comment === 0 ? number : comment);
    comment = 0;
  }
  return members;

  function add(number: number, line: string, from: number): void {
    const last = members.at(-1);
    const name = methodName(line);
    const isContinuation =
      name === '' || name === last?.symbol || KEYWORDS.has(name) || !/[=|]|::|^\s+\S+\s*$/.test(line);
    if (isContinuation) {
      if (last !== undefined) last.endLine = number;
      return;
    }
    members.push(
      segmentOf(from, number, {
        kind: 'method',
        symbol: name,
        scope: [owner],
        signature: signatureOf(line.split(/\s=\s/, 1)[0]!),
        doc: docOf(lines.slice(from - 1, number - 1)),
        defines: isInstance ? [] : [{ name, kind: 'method', startLine: number, endLine: number }],
      }),
    );
  }
}

/** Of a signature, an associated type, or an equation. */
function methodName(line: string): string {
  const match = METHOD.exec(line);
  const name = match === null ? '' : (match[1] ?? match[2]!);
  return /::|^\s+(?:type|data)\s/.test(line) || KEYWORDS.has(name) ? name : equationName(line.trimStart()) || name;
}

/** The body's first line after `where`, and its indentation. */
function bodyOf(lines: readonly string[], startLine: number, endLine: number): { startLine: number; indent: number } {
  let number = startLine;
  while (number < endLine && !/(?:^|\s)where(?:\s|$)/.test(lines[number - 1]!.slice(0, MAX_LINE))) number++;
  for (number++; number <= endLine; number++) {
    const indent = indentOf(lines[number - 1]!);
    if (indent > 0) return { startLine: number, indent };
  }
  return { startLine: endLine + 1, indent: 0 };
}

/** `= Foo Int | Bar { size :: Int }` → Foo, Bar, size. */
export function constructorsOf(lines: readonly string[], startLine: number, endLine: number): Definition[] {
  const out: Definition[] = [];
  const last = Math.min(endLine, startLine + 300);
  const owner = /^(?:data|newtype)\s+(?:family\s+|instance\s+)?(?:[^=]*=>\s*)?([A-Z][\w']*)/.exec(
    lines[startLine - 1]!.slice(0, MAX_LINE),
  )?.[1];
  let opened = '';
  for (let number = startLine; number <= last; number++) {
    const line = opened + lines[number - 1]!.slice(0, MAX_LINE).replace(/--.*$/, '').trimEnd();
    if (line.trim() === '') continue;
    opened = /[=|]$/.test(line) ? '= ' : '';
    if (/^\s*deriving\b/.test(line)) break;
    for (const [, name] of line.matchAll(/(?:^|\s)[=|]\s*(?:forall [^.]*\.\s*)?!?([A-Z][\w']*)/g))
      add(name!, 'constant', number);
    for (const [, names] of line.matchAll(/(?:^|[{,\s])([a-z_][\w']*(?:\s*,\s*[a-z_][\w']*)*)\s*::/g)) {
      for (const name of names!.split(',')) add(name.trim(), 'function', number);
    }
  }
  return /^type\b/.test(lines[startLine - 1]!) ? [] : out;

  function add(name: string, kind: Definition['kind'], line: number): void {
    if (name !== owner) out.push({ name, kind, startLine: line, endLine: line });
  }
}
