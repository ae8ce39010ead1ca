/**
 * Finds calls in the arguments of macros: `assert_eq!(parse("1"), Ok(1))`. A grammar leaves these
 * as tokens, so that rows do not tell them, and they are read from the text of the file. Pure.
 */

import type { ChunkRow, Reference } from '../base/types.ts';
import { languageNamed } from '../languages/languages.ts';
import { brackets } from './brackets.ts';

/** A word before a bracket that calls nothing. */
const KEYWORD = /^(?:as|else|fn|for|if|in|let|loop|match|move|return|unsafe|while)$/;
const CALL = /\b([A-Za-z_]\w*)(?:::<[^<>()]{0,100}>)?\(/g;
/** Characters before a call that tell its receiver. */
const FAR = 300;

/**
 * @param rows of one file, by line
 * @param text its code, without comments and strings
 * @param starts where in it each line starts
 * @returns the rows, with references to what the arguments of macros call
 */
export function withMacroCalls<R extends Pick<ChunkRow, 'startLine' | 'endLine' | 'references'>>(
  rows: readonly R[],
  text: string,
  starts: readonly number[],
  language: string,
): R[] {
  const opens = languageNamed(language).macroArguments;
  const calls = opens === undefined ? [] : callsIn(text, opens);
  if (calls.length === 0) return [...rows];
  return rows.map((row) => {
    const [from, to] = [starts[row.startLine - 1] ?? 0, starts[row.endLine] ?? text.length];
    const found = new Map(row.references.map((reference) => [keyOf(reference), reference]));
    for (const { at, reference } of calls)
      if (at >= from && at < to && !found.has(keyOf(reference))) found.set(keyOf(reference), reference);
    return found.size === row.references.length ? row : { ...row, references: [...found.values()] };
  });
}

function keyOf({ name, kind, from = '' }: Reference): string {
  return [kind, from, name].join('\0');
}

function callsIn(text: string, opens: RegExp): { at: number; reference: Reference }[] {
  const found: { at: number; reference: Reference }[] = [];
  const pairs = brackets(text);
  let read = 0;
  for (const macro of text.matchAll(opens)) {
    const from = macro.index + macro[0].length;
    const to = pairs.closerOf(from - 1);
    // A macro in the arguments of another one was read with them.
    if (from < read || to === -1) continue;
    read = to;
    for (const call of text.slice(from, to).matchAll(CALL)) {
      const name = call[1]!;
      const at = from + call.index;
      const left = text.slice(Math.max(from, at - FAR), at);
      const receiver = /(?<!\w)(\w+(?:::\w+)*)::$|(?<!\w)(\w+(?:\.\w+)*)\.$/.exec(left);
      // The receiver is what another call returns.
      if (KEYWORD.test(name) || (receiver === null && /[.:]$/.test(left))) continue;
      const module = receiver?.[1] ?? receiver?.[2];
      found.push({ at, reference: { name, kind: 'call', ...(module === undefined ? {} : { from: module }) } });
    }
  }
  return found;
}
