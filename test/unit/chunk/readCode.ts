/** What the tests of code look at: definitions and references of a text, each as one line. */

import { codeSegments } from '../../../src/chunk/chunkBlob.ts';
import type { Segment } from '../../../src/chunk/segment.ts';
import { sourceOf } from '../../../src/chunk/segment.ts';
import { syntaxOf } from '../../../src/languages/languages.ts';

const encoder = new TextEncoder();

export async function readCode(language: string, text: string) {
  const code = await codeSegments(sourceOf(encoder.encode(text), language)!, syntaxOf(language, text)!);
  if ('note' in code) throw new Error(code.note);
  return { ...code, all: flat(code.segments) };
}

const flat = (segments: Segment[]): Segment[] => segments.flatMap((segment) => [segment, ...flat(segment.children)]);

/** `kind Scope.symbol@startLine-endLine` */
export async function outline(language: string, text: string): Promise<string[]> {
  const { all } = await readCode(language, text);
  return all.map(
    ({ kind, scope, symbol, startLine, endLine }) => `${kind} ${[...scope, symbol].join('.')}@${startLine}-${endLine}`,
  );
}

/** `kind name` or `kind name < from` */
export async function mentions(language: string, text: string): Promise<string[]> {
  const { references } = await readCode(language, text);
  return [
    ...new Set(
      references.map(({ kind, name, from }) => (from === undefined ? `${kind} ${name}` : `${kind} ${name} < ${from}`)),
    ),
  ];
}
